import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import { formatDayNumber } from '#i18n/dates.ts'
import type { Grain } from '#modules/insight/rules.ts'
import { useId, type ReactNode } from 'react'
import { Swatch } from './bar-plot.tsx'
import { percentText } from './figure-words.ts'
import style from './plots.module.css'
import { ReadPlot } from './read-plot.tsx'

const [height, top, bottom] = [220, 12, 26]
const plotHeight = height - top - bottom
const percent = (part: number) => `${(100 * part).toFixed(2)}%`

/** 11/15, or 2026/11 for months. */
function dayText(day: string, grain: Grain): string {
  return grain === 'month' ? day.slice(0, 7).replace('-', '/') : formatDayNumber(day, getLocale())
}

/** Every second label is left out where there is little room. */
function TimeAxis({ days, grain, xOf }: { days: string[]; grain: Grain; xOf(n: number): number }) {
  const every = Math.max(1, Math.ceil(days.length / 8))
  return (
    <>
      {days.map((day, n) =>
        n % every === 0 ? (
          <text
            key={day}
            x={percent(xOf(n))}
            y={height - 8}
            textAnchor="middle"
            className={style.axis}
            data-second={(n / every) % 2 === 1 || undefined}
          >
            {dayText(day, grain)}
          </text>
        ) : null,
      )}
    </>
  )
}

type FrameProps = { label: string; points: string[]; legend: ReactNode; children: ReactNode }

/** As wide as there is room: what is drawn has its place in percent across, and letters keep their size. */
function Frame({ label, points, legend, children }: FrameProps) {
  return (
    <ReadPlot label={label} points={points} columns={Math.max(1, points.length)}>
      <p className={`${style.plot} ${style.legend}`} aria-hidden>
        {legend}
      </p>
      <div className={`${style.plot} ${style.frame}`}>
        <svg className={style.area} height={height} aria-hidden>
          {children}
        </svg>
      </div>
    </ReadPlot>
  )
}

type Share = { from: string; share: number | null }

/** Shares over time: this period drawn through, the one beside it dashed. */
export function SharePlot({ label, now, before, grain }: { label: string; now: Share[]; before: Share[]; grain: Grain }) {
  const count = Math.max(now.length, before.length, 2)
  const xOf = (n: number) => n / (count - 1)
  const yOf = (share: number) => top + plotHeight * (1 - share)
  const line = (points: Share[]) =>
    points
      .map(({ share }, n) =>
        share === null
          ? ''
          : `${n === 0 || points[n - 1]!.share === null ? 'M' : 'L'}${(100 * xOf(n)).toFixed(2)} ${yOf(share).toFixed(1)}`,
      )
      .join('')
  const texts = now.map(({ from, share }, n) =>
    m.insight_read_bar({ name: dayText(from, grain), value: percentText(share), before: percentText(before[n]?.share ?? null) }),
  )
  return (
    <Frame
      label={label}
      points={texts}
      legend={
        <>
          <Swatch kind="now" /> {m.insight_now()}
          <Swatch kind="then" /> {m.insight_then()}
        </>
      }
    >
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <g key={share}>
          <line x1="0" x2="100%" y1={yOf(share)} y2={yOf(share)} className={style.grid} />
          <text x="0" dx={-8} y={yOf(share) + 4} textAnchor="end" className={style.axis}>
            {share * 100}%
          </text>
        </g>
      ))}
      {/* Only the lines are stretched, not the letters and points. */}
      <svg width="100%" height={height} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none">
        <path d={line(before)} className={style.then} />
        <path d={line(now)} className={style.now} />
      </svg>
      {now.map(({ from, share }, n) => (
        <g key={from} data-point={n}>
          <rect
            x={percent(xOf(n) - 0.5 / (count - 1))}
            y={top}
            width={percent(1 / (count - 1))}
            height={plotHeight}
            className={style.catch}
          />
          {share !== null && <circle cx={percent(xOf(n))} cy={yOf(share)} r={4} className={style.point} />}
        </g>
      ))}
      <TimeAxis days={now.map(({ from }) => from)} grain={grain} xOf={xOf} />
    </Frame>
  )
}

type Moved = { from: string; in: number; out: number }

/** What came in stands above the line, what went back below it and hatched. */
export function MoneyPlot({ label, points, grain }: { label: string; points: Moved[]; grain: Grain }) {
  const hatch = useId()
  const [mostIn, mostOut] = [Math.max(0, ...points.map((one) => one.in)), Math.max(0, ...points.map((one) => one.out))]
  const scale = plotHeight / Math.max(1, mostIn + mostOut)
  const zero = top + mostIn * scale
  const step = 1 / Math.max(1, points.length)
  const texts = points.map(({ from, in: paid, out }) =>
    m.insight_read_money({ name: dayText(from, grain), paid: formatMoney(paid), refunded: formatMoney(out) }),
  )
  return (
    <Frame
      label={label}
      points={texts}
      legend={
        <>
          <Swatch kind="bar" /> {m.insight_legend_in()}
          <Swatch kind="bar" fill={`url(#${hatch})`} /> {m.insight_legend_out()}
        </>
      }
    >
      <Hatch id={hatch} />
      {points.map(({ from, in: paid, out }, n) => (
        <g key={from} data-point={n}>
          <rect x={percent(n * step)} y={top} width={percent(step)} height={plotHeight} className={style.catch} />
          <rect
            x={percent((n + 0.12) * step)}
            width={percent(0.76 * step)}
            y={zero - paid * scale}
            height={paid * scale}
            className={style.bar}
          />
          <rect x={percent((n + 0.12) * step)} width={percent(0.76 * step)} y={zero} height={out * scale} fill={`url(#${hatch})`} />
        </g>
      ))}
      <line x1="0" x2="100%" y1={zero} y2={zero} className={style.zero} />
      {mostIn > 0 && <AxisAmount y={top + 8} text={short(mostIn)} />}
      <AxisAmount y={zero + 4} text="0" />
      {mostOut * scale > 24 && <AxisAmount y={zero + mostOut * scale} text={short(-mostOut)} />}
      <TimeAxis days={points.map(({ from }) => from)} grain={grain} xOf={(n) => (n + 0.5) * step} />
    </Frame>
  )
}

const AxisAmount = ({ y, text }: { y: number; text: string }) => (
  <text x="0" dx={-6} y={y} textAnchor="end" className={style.axis}>
    {text}
  </text>
)

function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={6} height={6} className={style.hatchGround} />
        <line x1={0} x2={0} y1={0} y2={6} className={style.hatch} />
      </pattern>
    </defs>
  )
}

/** An amount that has room beside an axis. */
function short(amount: number): string {
  const size = Math.abs(amount)
  if (size < 10_000) return formatMoney(amount).replace('NT$', '')
  const sign = amount < 0 ? '−' : ''
  return `${sign}${m.number_short({ thousands: Math.round(size / 1000), tenThousands: Math.round(size / 1000) / 10 })}`
}
