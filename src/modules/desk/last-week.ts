import type { Db } from '#db/connect.ts'
import { dayOf } from '#lib/zone.ts'
import { checkOrder, type CheckedItem } from '#modules/orders/check-order.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { readBookedInWeekBefore, type CounterPerson } from './counter-store.ts'

const week = 7 * 86_400_000

/** "The same as last week": what the person had booked in the last seven days, a week later, with its price and whether it is free. */
export async function findLastWeek(
  deps: { db: Db; catalogues: Catalogues },
  { memberId, identityId }: CounterPerson,
  now: Date,
): Promise<CheckedItem[]> {
  const before = await readBookedInWeekBefore(deps.db, memberId, dayOf(now))
  const later = (moment: Date) => new Date(moment.getTime() + week)
  const items = before.map(({ courtId, period: { start, end } }) => ({ courtId, period: { start: later(start), end: later(end) } }))
  if (items.length === 0) return []
  return (await checkOrder(deps, { items, memberId: null, identityId, atDesk: true }, now)).items
}
