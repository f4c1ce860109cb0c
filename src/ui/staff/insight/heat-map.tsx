import { getLocale } from '#i18n/generated/runtime.js'
import { weekdayText } from '#i18n/weekdays.ts'
import { timeFrom } from '#lib/zone.ts'
import style from './plots.module.css'

type Props = {
  label: string
  /** Seven weekdays of 24 hours: between 0 and 1 for the colour; null: nothing to show. */
  shades: (number | null)[][]
  /** What is written in the cell. */
  write(weekday: number, hour: number): string
  /** Hours that are shown, in order. */
  hours: number[]
  scale: { low: string; high: string }
}

const [left, top, width, height] = [44, 24, 62, 24]
const steps = 5
const weekdays = [0, 1, 2, 3, 4, 5, 6]

/**
 * Five steps of one hue, from light to dark, over the range that the data has: readable without telling colours apart, and each cell
 * has its number. Cells that are all the same have the middle step.
 */
function stepsOver(shades: (number | null)[][]): (shade: number) => number {
  const known = shades.flat().filter((shade) => shade !== null)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return (shade) => (least === most ? 2 : Math.min(steps - 1, Math.floor(((shade - least) / (most - least)) * steps)))
}

/** Weekdays by hours, an SVG at its own size. */
export function HeatMap({ label, shades, write, hours, scale }: Props) {
  const locale = getLocale()
  const stepOf = stepsOver(shades)
  const dayName = (day: number) => (locale === 'tw' ? `週${weekdayText(day + 1, locale)}` : weekdayText(day + 1, locale).slice(0, 3))
  const size = { x: left + 7 * width, y: top + hours.length * height + 30 }
  return (
    <svg className={style.plot} width={size.x} height={size.y} viewBox={`0 0 ${size.x} ${size.y}`} role="img" aria-label={label}>
      {weekdays.map((day) => (
        <text key={day} x={left + day * width + width / 2} y={top - 8} textAnchor="middle" className={style.axis}>
          {dayName(day)}
        </text>
      ))}
      {hours.map((hour, row) => (
        <g key={hour}>
          <text x={left - 6} y={top + row * height + 16} textAnchor="end" className={style.axis}>
            {timeFrom(hour * 60)}
          </text>
          {weekdays.map((day) => {
            const shade = shades[day]![hour] ?? null
            return (
              <g key={day}>
                {shade !== null && <title>{`${dayName(day)} ${timeFrom(hour * 60)}: ${write(day, hour)}`}</title>}
                <rect
                  x={left + day * width + 1}
                  y={top + row * height + 1}
                  width={width - 2}
                  height={height - 2}
                  rx={3}
                  data-step={shade === null ? 'none' : stepOf(shade)}
                  className={style.cell}
                />
                <text
                  x={left + day * width + width / 2}
                  y={top + row * height + 16}
                  textAnchor="middle"
                  data-step={shade === null ? 'none' : stepOf(shade)}
                  className={style.cellText}
                >
                  {shade === null ? '' : write(day, hour)}
                </text>
              </g>
            )
          })}
        </g>
      ))}
      <Scale y={top + hours.length * height + 12} {...scale} />
    </svg>
  )
}

function Scale({ y, low, high }: { y: number; low: string; high: string }) {
  const from = left + 2 * width
  return (
    <g aria-hidden>
      <text x={from - 8} y={y + 11} textAnchor="end" className={style.axis}>
        {low}
      </text>
      {Array.from({ length: steps }, (_, step) => (
        <rect key={step} x={from + step * 28} y={y} width={27} height={14} data-step={step} className={style.cell} />
      ))}
      <text x={from + steps * 28 + 8} y={y + 11} className={style.axis}>
        {high}
      </text>
    </g>
  )
}

/** Hours from the first that has something to the last. */
export function hoursShown(weeks: readonly (readonly (number | null)[])[]): number[] {
  const used = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => weeks.some((ofDay) => (ofDay[hour] ?? 0) > 0))
  const [first, last] = [used[0], used.at(-1)]
  return first === undefined ? [] : Array.from({ length: last! - first + 1 }, (_, n) => first + n)
}
