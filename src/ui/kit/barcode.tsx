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
  const widths = code39(text)
  let x = 0
  const bars = widths.flatMap((width, at) => {
    const from = x
    x += width
    return at % 2 === 0 ? [`M${from} 0h${width}v24h-${width}z`] : []
  })
  return (
    <svg viewBox={`-10 -2 ${x + 20} 28`} preserveAspectRatio="none" aria-hidden="true">
      <path d={bars.join('')} />
    </svg>
  )
}
