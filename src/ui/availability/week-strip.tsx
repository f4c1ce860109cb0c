import { formatDay, formatDayBrief } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { daysFrom, momentAt, weekdayOf, type Day } from '#lib/zone.ts'
import type { FacilityCard, FacilityTimes } from '#modules/venues/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { SegmentedControl } from '#ui/kit/segmented-control.tsx'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import { useRovingGrid } from '#ui/kit/roving-grid.ts'
import { useApi } from '#ui/session/use-api.ts'
import { hoursToChoose, lengthsToChoose, parts, rangeOf } from '#ui/venues/venue-choices.ts'
import { weekQuery } from '#ui/venues/venue-queries.ts'
import { sayAmount, sayCourts, sayLength } from '#ui/venues/venue-words.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shadeOf, weekOf, type FullTime, type Time, type Week } from './week-model.ts'
import style from './week-strip.module.css'

/** Loaded when an hour is pressed. */
const WeekOpened = lazyWithRetry(async () => (await import('./week-opened.tsx')).WeekOpened)
const WeekFull = lazyWithRetry(async () => (await import('./week-opened.tsx')).WeekFull)

type Part = (typeof parts)[number] | 'day'
type Props = { facility: FacilityCard; today: Day; openUntil: Day; mostMinutes: number }

/** Days that are shown before somebody asks for more. */
const daysAtFirst = 8

/**
 * All free times of a facility as days by hours, each with the number of its free courts. A press shows the courts with their prices;
 * they go into the cart from there. Starts are shown from which one court is free for the whole length.
 */
export function WeekStrip({ facility, today, openUntil, mostMinutes }: Props) {
  const lengths = facility.sessions.length > 0 ? [] : lengthsToChoose([facility], mostMinutes)
  const [minutes, setMinutes] = useState(60)
  const [part, setPart] = useState<Part>('day')
  const [opened, setOpened] = useState<string>()
  const [allDays, showAllDays] = useState(false)
  const answer = useQuery({ ...weekQuery(useApi(), facility.id, minutes), placeholderData: keepPreviousData }).data
  const found = answer?.items[0]
  const range = part === 'day' ? undefined : rangeOf(part, hoursToChoose([facility]))
  const isShown = (hour: string) => range === undefined || (hour >= range.from && hour < range.to)
  const step = facility.sessions.length > 0 ? undefined : facility.slotMinutes
  const days = daysFrom(today, openUntil)
  const week = weekOf(found ?? { times: [] }, allDays ? days : days.slice(0, daysAtFirst), step, isShown)
  const time = found?.times.find(({ start }) => start === opened)
  const full = found?.full?.find(({ start }) => start === opened)
  return (
    <div className={style.week}>
      <div className={style.choices}>
        <SegmentedControl<Part>
          legend={m.venues_part()}
          value={part}
          onChange={setPart}
          options={(['day', ...parts] as const).map((value) => ({ value, label: partNames[value]() }))}
        />
        {lengths.length > 1 && (
          <SegmentedControl
            legend={m.venues_length()}
            value={String(minutes)}
            onChange={(chosen) => setMinutes(Number(chosen))}
            options={lengths.map((one) => ({ value: String(one), label: sayLength(one) }))}
          />
        )}
      </div>
      {!answer && <div className={style.skeleton} role="progressbar" aria-label={m.nav_loading()} />}
      {answer && (!found || week.hours.length === 0) && <p className="soft">{m.week_nothing()}</p>}
      {found && week.hours.length > 0 && (
        <>
          {found.times.length > 0 && <p className="note">{m.week_numbers()}</p>}
          <WeekTable found={found} week={week} opened={opened} onOpen={setOpened} />
        </>
      )}
      {found && week.days.length < days.length && (
        <Button look="secondary" className={style.moreDays} onClick={() => showAllDays(true)}>
          {m.venues_more_days({ count: days.length - week.days.length })}
        </Button>
      )}
      <div role="status">
        {found && time && <WeekOpened found={found} time={time} />}
        {found && full && <WeekFull found={found} time={full} />}
      </div>
    </div>
  )
}

const partNames = {
  day: m.venues_part_day,
  morning: m.venues_part_morning,
  afternoon: m.venues_part_afternoon,
  evening: m.venues_part_evening,
}

type TableProps = { found: FacilityTimes; week: Week; opened: string | undefined; onOpen(start: string | undefined): void }

function WeekTable({ found, week, opened, onOpen }: TableProps) {
  const { days, hours, timeAt, fullAt } = week
  const choose = ({ row, col }: { row: number; col: number }) => {
    const time = timeAt(days[row]!, hours[col]!) ?? fullAt(days[row]!, hours[col]!)
    if (time) onOpen(time.start === opened ? undefined : time.start)
  }
  const { active, grid } = useRovingGrid({
    rows: [0, days.length - 1],
    cols: [0, hours.length - 1],
    first: { row: 0, col: 0 },
    onChoose: choose,
    onPage: () => undefined,
  })
  return (
    <div className={style.scroller} tabIndex={-1}>
      <table className={style.table} {...grid}>
        <caption className="sr-only">{m.week_label({ facility: found.facility.name })}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{m.venues_date()}</span>
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, row) => (
            <tr key={day}>
              <th scope="row" data-weekend={weekdayOf(day) >= 6 || undefined}>
                {formatDayBrief(day, getLocale())}
              </th>
              {hours.map((hour, col) => (
                <td key={hour}>
                  <Cell
                    {...{ found, row, col }}
                    said={`${formatDay(momentAt(day, 0), getLocale())} ${hour}`}
                    time={timeAt(day, hour)}
                    full={fullAt(day, hour)}
                    opened={opened}
                    inTabOrder={active.row === row && active.col === col}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CellProps = {
  found: FacilityTimes
  said: string
  time: Time | undefined
  full: FullTime | undefined
  opened: string | undefined
  row: number
  col: number
  inTabOrder: boolean
}

/** One hour of one day. A full one leads to the waiting list; what is over or closed can be reached by the arrow keys, and says so. */
function Cell({ found: { facility }, said, time, full, opened, row, col, inTabOrder }: CellProps) {
  const place = { 'data-row': row, 'data-col': col, tabIndex: inTabOrder ? 0 : -1 }
  if (full)
    return (
      <button
        type="button"
        {...place}
        className={style.cell}
        data-full
        aria-pressed={full.start === opened}
        aria-label={m.week_cell_waits({ when: said })}
      >
        {m.week_full()}
      </button>
    )
  if (!time) return <button type="button" {...place} className={style.cell} aria-disabled aria-label={m.week_cell_full({ when: said })} />
  const [free, price] = [time.courts.length, sayAmount(time.priceFrom)]
  return (
    <button
      type="button"
      {...place}
      className={style.cell}
      data-shade={shadeOf(free, facility.courts)}
      aria-pressed={time.start === opened}
      aria-label={m.week_cell({ when: said, courts: sayCourts(facility.drawing, free), price })}
    >
      {free}
    </button>
  )
}
