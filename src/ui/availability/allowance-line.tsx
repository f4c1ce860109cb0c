import { m } from '#i18n/generated/messages.js'
import type { Day } from '#lib/zone.ts'
import { useApi } from '#ui/session/use-api.ts'
import { sayLength } from '#ui/venues/venue-words.ts'
import { useQuery } from '@tanstack/react-query'
import { allowanceQuery } from './allowance-query.ts'
import style from './availability-grid.module.css'

/** Hours that the member may still book on this day, by the server's rule for orders. */
export function AllowanceLine({ facilityId, day, today }: { facilityId: number; day: Day; today: Day }) {
  const allowance = useQuery(allowanceQuery(useApi(), facilityId, day)).data?.allowance
  if (!allowance) return null
  const { left, day: ofDay, week } = allowance
  const more = left === 60 ? m.grid_more_hour_one() : m.grid_more_hours({ n: left / 60 })
  return (
    <p className={style.allowance} data-none={left === 0 || undefined}>
      {left === 0
        ? m.grid_allowance_none({ day: sayLength(ofDay.allowed), week: sayLength(week.allowed) })
        : day === today
          ? m.grid_allowance_today({ more })
          : m.grid_allowance_day({ more })}{' '}
      {left > 0 && (
        <span>
          {(day === today ? m.grid_allowance_this_week : m.grid_allowance_week)({ length: sayLength(week.allowed - week.minutes) })}
        </span>
      )}
    </p>
  )
}
