import { m } from '#i18n/generated/messages.js'
import type { Day } from '#lib/zone.ts'
import { useCart } from '#ui/orders/cart.ts'
import { useApi } from '#ui/session/use-api.ts'
import { sayDay, sayLength } from '#ui/venues/venue-words.ts'
import { useQuery } from '@tanstack/react-query'
import { leftWith } from './allowance-left.ts'
import { allowanceQuery } from './allowance-query.ts'
import style from './availability-grid.module.css'

/**
 * Hours that the member may still book on this day, by the server's rule for orders, without those in the cart. Away from the page's own
 * day (`today` is not given) the day is named.
 */
export function AllowanceLine({ facilityId, day, today }: { facilityId: number; day: Day; today?: Day }) {
  const allowance = useQuery(allowanceQuery(useApi(), facilityId, day)).data?.allowance
  const pieces = useCart((cart) => cart.pieces)
  if (!allowance) return null
  const { chosen, left, ofWeek } = leftWith(allowance, pieces, day)
  const most = { day: sayLength(allowance.day.allowed), week: sayLength(allowance.week.allowed) }
  const isToday = day === today
  const more = left === 60 ? m.grid_more_hour_one() : m.grid_more_hours({ n: left / 60 })
  if (left <= 0)
    return (
      <p className={style.allowance} data-none={left < 0 || chosen === 0 || undefined}>
        {left < 0 ? m.grid_allowance_over(most) : chosen > 0 ? m.grid_allowance_chosen(most) : m.grid_allowance_none(most)}
      </p>
    )
  return (
    <p className={style.allowance}>
      {today === undefined
        ? m.grid_allowance_on({ day: sayDay(day), more })
        : isToday
          ? m.grid_allowance_today({ more })
          : m.grid_allowance_day({ more })}{' '}
      <span>{(isToday ? m.grid_allowance_this_week : m.grid_allowance_week)({ length: sayLength(ofWeek) })}</span>
    </p>
  )
}
