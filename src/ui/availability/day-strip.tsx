import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatDay } from '#i18n/dates.ts'
import { weekdayShort } from '#i18n/weekdays.ts'
import { addDays, daysBetween, momentAt, weekdayOf, type Day } from '#lib/zone.ts'
import { Link } from '@tanstack/react-router'
import style from './day-strip.module.css'

/** The days that can be booked, side by side. Links, so that each has its address. */
export function DayStrip({ today, last, day }: { today: Day; last: Day; day: Day }) {
  const locale = getLocale()
  const days = Array.from({ length: daysBetween(today, last) + 1 }, (_, n) => addDays(today, n))
  return (
    <nav className={style.strip} aria-label={m.grid_days()}>
      {days.map((one) => (
        <Link
          key={one}
          to="."
          search={((before: object) => ({ ...before, date: one })) as never}
          resetScroll={false}
          className={style.day}
          // Not the router's own mark: it compares whole addresses, and without a date it is today.
          activeProps={{ 'aria-current': undefined }}
          aria-current={one === day ? 'date' : undefined}
          data-weekend={weekdayOf(one) >= 6 || undefined}
        >
          <span className={style.weekday}>{one === today ? m.grid_today() : weekdayShort(one, locale)}</span>
          <span className={style.number}>{Number(one.slice(8))}</span>
          <span className={style.whole}>{formatDay(momentAt(one, 0), locale)}</span>
        </Link>
      ))}
    </nav>
  )
}
