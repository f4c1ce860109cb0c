import { m } from '#i18n/generated/messages.js'
import { Fragment, type CSSProperties } from 'react'
import style from './plots.module.css'
import { ReadPlot } from './read-plot.tsx'

export type Bar = { name: string; value: number; before: number | null; text: string }

const row = 26

/** Bars with their numbers, as wide as there is room; a line across each stands where the period beside it was. */
export function BarPlot({
  label,
  bars,
  write,
}: {
  label: string
  bars: Bar[]
  /** A value of the period beside. */ write(value: number): string
}) {
  const most = Math.max(1e-9, ...bars.map(({ value, before }) => Math.max(value, before ?? 0)))
  const part = (value: number) => `${((100 * Math.max(0, value)) / most).toFixed(2)}%`
  const longest = Math.max(1, ...bars.map(({ text }) => text.length))
  const points = bars.map(({ name, text, before }) =>
    m.insight_read_bar({ name, value: text, before: before === null ? m.insight_unknown() : write(before) }),
  )
  return (
    <ReadPlot label={label} points={points} columns={1}>
      <div className={`${style.plot} ${style.bars}`} style={{ '--value-room': `${longest + 2}ch` } as CSSProperties}>
        {bars.map(({ name, value, before, text }, n) => (
          <Fragment key={name}>
            <span className={style.barName} data-point={n}>
              {name}
            </span>
            <svg className={style.track} height={row} aria-hidden data-point={n}>
              <rect y={3} width={part(Math.max(value, most / 300))} height={row - 6} rx={2} className={style.bar} />
              {before !== null && <line x1={part(before)} x2={part(before)} y1={0} y2={row} className={style.mark} />}
              <text x={part(Math.max(value, before ?? 0))} dx={6} y={row / 2 + 4} className={style.value}>
                {text}
              </text>
            </svg>
          </Fragment>
        ))}
      </div>
      <p className={`${style.plot} ${style.legend}`} aria-hidden>
        <Swatch kind="bar" /> {m.insight_now()}
        <Swatch kind="mark" /> {m.insight_then()}
      </p>
    </ReadPlot>
  )
}

/** How a series is drawn, beside its name in a legend. */
export function Swatch({ kind, fill }: { kind: 'bar' | 'mark' | 'now' | 'then'; fill?: string }) {
  return (
    <svg className={style.swatch} width={kind === 'bar' || kind === 'mark' ? 16 : 28} height={14} aria-hidden>
      {kind === 'bar' && <rect y={2} width={16} height={10} rx={2} className={style.bar} {...(fill ? { style: { fill } } : {})} />}
      {kind === 'mark' && <line x1={8} x2={8} y1={0} y2={14} className={style.mark} />}
      {(kind === 'now' || kind === 'then') && <path d="M0 7h28" className={style[kind]} />}
    </svg>
  )
}
