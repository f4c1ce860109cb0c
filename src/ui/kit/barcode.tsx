import { code39, isCode39 } from '#lib/code39.ts'
import style from './barcode.module.css'

/** A code that a store scans, and beneath it what it says. On white in the dark as well, otherwise no scanner reads it. */
export function Barcode({ text }: { text: string }) {
  return (
    <span className={style.barcode}>
      {isCode39(text) && <Bars text={text} />}
      <span>{text}</span>
    </span>
  )
}

function Bars({ text }: { text: string }) {
  const { bars, total } = barsOf(code39(text))
  return (
    <svg viewBox={`-10 -2 ${total + 20} 28`} preserveAspectRatio="none" aria-hidden="true">
      <path d={bars.join('')} />
    </svg>
  )
}

function barsOf(widths: readonly number[]): { bars: string[]; total: number } {
  const bars: string[] = []
  let total = 0
  for (const [at, width] of widths.entries()) {
    if (at % 2 === 0) bars.push(`M${total} 0h${width}v24h-${width}z`)
    total += width
  }
  return { bars, total }
}
