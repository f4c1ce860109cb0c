import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { Grain } from '#modules/insight/rules.ts'
import { useId } from 'react'
import { percentText } from './figure-words.ts'
import style from './plots.module.css'

const [width, height, left, right, top, bottom] = [640, 240, 52, 64, 32, 26]
const plotWidth = width - left - right
const plotHeight = height - top - bottom

/** 11/15, or 2026/11 for months. */
function dayText(day: string, grain: Grain): string {
  const [year, month = '', date = ''] = day.split('-')
  if (grain === 'month') return `${year}/${month}`
  return getLocale() === 'tw' ? `${Number(month)}/${Number(date)}` : `${Number(date)}/${Number(month)}`
}

function TimeAxis({ days, grain, xOf }: { days: string[]; grain: Grain; xOf(n: number): number }) {
  const every = Math.max(1, Math.ceil(days.length / 8))
  return (
    <>
      {days.map((day, n) =>
        n % every === 0 ? (
          <text key={day} x={xOf(n)} y={height - 8} textAnchor="middle" className={style.axis}>
            {dayText(day, grain)}
          </text>
        ) : null,
      )}
    </>
  )
}

type Share = { from: string; share: number | null }

/** Shares over time: this period drawn through, the one beside it dashed. */
export function SharePlot({ label, now, before, grain }: { label: string; now: Share[]; before: Share[]; grain: Grain }) {
  const count = Math.max(now.length, before.length, 2)
  const xOf = (n: number) => left + (plotWidth * n) / (count - 1)
  const yOf = (share: number) => top + plotHeight * (1 - share)
  const line = (points: Share[]) =>
    points
      .map(({ share }, n) =>
        share === null ? '' : `${n === 0 || points[n - 1]!.share === null ? 'M' : 'L'}${xOf(n).toFixed(1)} ${yOf(share).toFixed(1)}`,
      )
      .join('')
  const last = now.findLast(({ share }) => share !== null)
  return (
    <svg className={style.plot} width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <g key={share}>
          <line x1={left} x2={width - right} y1={yOf(share)} y2={yOf(share)} className={style.grid} />
          <text x={left - 8} y={yOf(share) + 4} textAnchor="end" className={style.axis}>
            {share * 100}%
          </text>
        </g>
      ))}
      <path d={line(before)} className={style.then} />
      <path d={line(now)} className={style.now} />
      {now.map(({ from, share }, n) =>
        share === null ? null : (
          <circle key={from} cx={xOf(n)} cy={yOf(share)} r={4} className={style.point}>
            <title>{`${dayText(from, grain)}: ${percentText(share)}`}</title>
          </circle>
        ),
      )}
      {last && (
        <text x={xOf(now.lastIndexOf(last)) + 6} y={yOf(last.share!) + 4} className={style.value}>
          {percentText(last.share)}
        </text>
      )}
      <LineLegend />
      <TimeAxis days={now.map(({ from }) => from)} grain={grain} xOf={xOf} />
    </svg>
  )
}

/** Which line is which. */
function LineLegend() {
  return (
    <g aria-hidden>
      <path d={`M${left} 12h28`} className={style.now} />
      <text x={left + 34} y={16} className={style.axis}>
        {m.insight_now()}
      </text>
      <path d={`M${left + 130} 12h28`} className={style.then} />
      <text x={left + 164} y={16} className={style.axis}>
        {m.insight_then()}
      </text>
    </g>
  )
}

type Moved = { from: string; in: number; out: number }

/** What came in stands above the line, what went back below it and hatched. */
export function MoneyPlot({ label, points, grain }: { label: string; points: Moved[]; grain: Grain }) {
  const hatch = useId()
  const [mostIn, mostOut] = [Math.max(0, ...points.map((one) => one.in)), Math.max(0, ...points.map((one) => one.out))]
  const scale = plotHeight / Math.max(1, mostIn + mostOut)
  const zero = top + mostIn * scale
  const step = plotWidth / Math.max(1, points.length)
  return (
    <svg className={style.plot} width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <defs>
        <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={6} height={6} className={style.hatchGround} />
          <line x1={0} x2={0} y1={0} y2={6} className={style.hatch} />
        </pattern>
      </defs>
      {points.map(({ from, in: paid, out }, n) => (
        <g key={from}>
          <title>{`${dayText(from, grain)}: ${m.insight_legend_in()} ${formatMoney(paid)}, ${m.insight_legend_out()} ${formatMoney(out)}`}</title>
          <rect x={left + n * step + step * 0.12} width={step * 0.76} y={zero - paid * scale} height={paid * scale} className={style.bar} />
          <rect x={left + n * step + step * 0.12} width={step * 0.76} y={zero} height={out * scale} fill={`url(#${hatch})`} />
        </g>
      ))}
      <line x1={left} x2={width - right} y1={zero} y2={zero} className={style.zero} />
      <text x={width - right + 6} y={Math.max(top + 10, zero - 6)} className={style.value}>
        {m.insight_legend_in()}
      </text>
      <text x={width - right + 6} y={Math.min(height - bottom, zero + 14)} className={style.value}>
        {m.insight_legend_out()}
      </text>
      {mostIn > 0 && (
        <text x={left - 6} y={top + 8} textAnchor="end" className={style.axis}>
          {short(mostIn)}
        </text>
      )}
      <text x={left - 6} y={zero + 4} textAnchor="end" className={style.axis}>
        0
      </text>
      {mostOut * scale > 24 && (
        <text x={left - 6} y={zero + mostOut * scale} textAnchor="end" className={style.axis}>
          {short(-mostOut)}
        </text>
      )}
      <TimeAxis days={points.map(({ from }) => from)} grain={grain} xOf={(n) => left + (n + 0.5) * step} />
    </svg>
  )
}

/** An amount that has room beside an axis. */
function short(amount: number): string {
  const size = Math.abs(amount)
  if (size < 10_000) return formatMoney(amount).replace('NT$', '')
  const sign = amount < 0 ? '−' : ''
  return getLocale() === 'tw' ? `${sign}${Math.round(size / 1000) / 10}萬` : `${sign}${Math.round(size / 1000)}k`
}
