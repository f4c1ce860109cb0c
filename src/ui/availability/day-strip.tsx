import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatDay } from '#i18n/dates.ts'
import { weekdayShort } from '#i18n/weekdays.ts'
import { addDays, daysBetween, momentAt, weekdayOf, type Day } from '#lib/zone.ts'
import { useChosenInSight } from '#ui/kit/chosen-in-sight.ts'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import style from './day-strip.module.css'

/** Links to the days that can be booked, each with its own address. */
export function DayStrip({ today, last, day }: { today: Day; last: Day; day: Day }) {
  const locale = getLocale()
  const days = Array.from({ length: daysBetween(today, last) + 1 }, (_, n) => addDays(today, n))
  const row = useChosenInSight()
  return (
    <nav ref={row} className={style.strip} aria-label={m.grid_days()}>
      {days.map((one) => (
        <DayLink
          key={one}
          to="."
          search={((before: object) => ({ ...before, date: one })) as never}
          resetScroll={false}
          here={one === day}
          data-weekend={weekdayOf(one) >= 6 || undefined}
        >
          <span className={style.weekday}>{one === today ? m.grid_today() : weekdayShort(one, locale)}</span>
          <span className={style.number}>{Number(one.slice(8))}</span>
          <span className="sr-only">{formatDay(momentAt(one, 0), locale)}</span>
        </DayLink>
      ))}
    </nav>
  )
}

/** `here` comes from the grid: an address without a date is today's, which the router would not mark as active. */
const DayLink = createLink(function DayAnchor({ here, children, ...anchor }: ComponentProps<'a'> & { here: boolean }) {
  return (
    <a {...anchor} className={style.day} aria-current={here ? 'date' : undefined}>
      {children}
    </a>
  )
})
