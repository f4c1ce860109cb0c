import { m } from '#i18n/generated/messages.js'
import style from './plots.module.css'

export type Bar = { name: string; value: number; before: number | null; text: string }

const [left, right, row] = [150, 86, 30]
const width = 480

/** Bars with their numbers; a line across each stands where the period beside it was. */
export function BarPlot({ label, bars }: { label: string; bars: Bar[] }) {
  const most = Math.max(1e-9, ...bars.map(({ value, before }) => Math.max(value, before ?? 0)))
  const room = width - left - right
  const height = bars.length * row + 26
  return (
    <svg className={style.plot} width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {bars.map(({ name, value, before, text }, n) => (
        <g key={name}>
          <title>{`${name}: ${text}`}</title>
          <text x={left - 8} y={n * row + 19} textAnchor="end" className={style.axis}>
            {shorten(name)}
          </text>
          <rect x={left} y={n * row + 5} width={Math.max(1, (room * value) / most)} height={row - 10} rx={2} className={style.bar} />
          {before !== null && (
            <line
              x1={left + (room * before) / most}
              x2={left + (room * before) / most}
              y1={n * row + 2}
              y2={n * row + row - 2}
              className={style.mark}
            />
          )}
          <text x={left + (room * Math.max(value, before ?? 0)) / most + 6} y={n * row + 19} className={style.value}>
            {text}
          </text>
        </g>
      ))}
      <Legend y={bars.length * row + 16} />
    </svg>
  )
}

function Legend({ y }: { y: number }) {
  return (
    <g aria-hidden>
      <rect x={left} y={y - 9} width={16} height={10} rx={2} className={style.bar} />
      <text x={left + 22} y={y} className={style.axis}>
        {m.insight_now()}
      </text>
      <line x1={left + 108} x2={left + 108} y1={y - 11} y2={y + 3} className={style.mark} />
      <text x={left + 116} y={y} className={style.axis}>
        {m.insight_then()}
      </text>
    </g>
  )
}

/** Chinese characters are twice as wide as Latin ones. */
function shorten(name: string): string {
  let room = 18
  for (const [n, letter] of [...name].entries()) {
    room -= letter.codePointAt(0)! > 0x2e80 ? 2 : 1
    if (room < 0) return `${[...name].slice(0, n).join('')}…`
  }
  return name
}
