import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { weekdayBrief } from '#i18n/weekdays.ts'
import { timeFrom } from '#lib/zone.ts'
import { toLocation } from '#ui/kit/to-location.ts'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { steps, stepsOver } from './plot-model.ts'
import style from './plots.module.css'
import { ReadPlot } from './read-plot.tsx'

type Props = {
  label: string
  /** Seven weekdays of 24 hours: between 0 and 1 for the colour; null: nothing to show. */
  shades: (number | null)[][]
  /** What is written in the cell. */
  write(weekday: number, hour: number): string
  /** The same with its unit, as it is said when the cell is pointed at or reached. */
  say(weekday: number, hour: number): string
  /** Where a cell leads; undefined: nowhere. */
  leadTo?(weekday: number, hour: number): string | undefined
  /** Hours that are shown, in order. */
  hours: number[]
  scale: { low: string; high: string }
}

const weekdays = [0, 1, 2, 3, 4, 5, 6]

/** Weekdays by hours. Each cell has its number, and a colour over the range that the data has. */
export function HeatMap({ label, shades, write, say, leadTo, hours, scale }: Props) {
  const locale = getLocale()
  const stepOf = stepsOver(shades)
  const dayName = (day: number) => weekdayBrief(day + 1, locale)
  const shadeAt = (day: number, hour: number) => shades[day]![hour] ?? null
  const textOf = (day: number, hour: number) =>
    m.insight_read_cell({
      day: dayName(day),
      time: timeFrom(hour * 60),
      value: shadeAt(day, hour) === null ? m.insight_unknown() : say(day, hour),
    })
  const points = hours.flatMap((hour) => weekdays.map((day) => textOf(day, hour)))
  return (
    <ReadPlot label={label} points={points} columns={7}>
      <div className={`${style.plot} ${style.heat}`}>
        <span />
        {weekdays.map((day) => (
          <span key={day} className={style.heatDay}>
            {dayName(day)}
          </span>
        ))}
        {hours.map((hour, row) => (
          <Fragment key={hour}>
            <span className={style.heatHour}>{timeFrom(hour * 60)}</span>
            {weekdays.map((day) => {
              const shade = shadeAt(day, hour)
              const look = { className: style.cell, 'data-step': shade === null ? 'none' : stepOf(shade), 'data-point': row * 7 + day }
              const to = shade === null ? undefined : leadTo?.(day, hour)
              const text = shade === null ? '' : write(day, hour)
              return to === undefined ? (
                <span key={day} {...look}>
                  {text}
                </span>
              ) : (
                // Reached by the arrow keys: a hundred cells are one stop of the tab key.
                <Link key={day} {...toLocation(to)} {...look} tabIndex={-1} aria-label={textOf(day, hour)}>
                  {text}
                </Link>
              )
            })}
          </Fragment>
        ))}
      </div>
      <p className={`${style.plot} ${style.legend}`} aria-hidden>
        {scale.low}
        <span className={style.steps}>
          {Array.from({ length: steps }, (_, step) => (
            <span key={step} className={style.cell} data-step={step} />
          ))}
        </span>
        {scale.high}
      </p>
    </ReadPlot>
  )
}
