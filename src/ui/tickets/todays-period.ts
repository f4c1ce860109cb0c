import { dayOf } from '#lib/zone.ts'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { comingPeriods, type ComingPeriod } from '#ui/orders/coming-periods.ts'

/** The period of a ticket that is needed today: the first that is under way or starts today, until its end. */
export const todaysPeriod = (orders: OrderAnswer[], now: number): ComingPeriod | undefined =>
  comingPeriods(orders).find(
    ({ day, item }) => Date.parse(item.end) > now && (day === dayOf(new Date(now)) || Date.parse(item.start) <= now),
  )
