import type { Db } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { momentAt } from '#lib/zone.ts'
import { checkOrder } from '#modules/orders/check-order.ts'
import { weeksLater } from '#modules/orders/last-week-rules.ts'
import { readBookedInWeekBefore } from '#modules/orders/last-week-store.ts'
import type { ItemProblem } from '#modules/orders/rules.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { slotsIn } from '#modules/venues/hours-rules.ts'
import type { Court, Facility } from '#modules/venues/rules.ts'
import type { CounterPerson } from './counter-store.ts'

/** A booking of last week, a week later. */
export type SameAsLastWeek = {
  facility: Facility
  court: Court
  period: Period
  /** The slots that it consists of now; none when it cannot be booked as it was. */
  slots: Period[]
  /** Its price now; null when it cannot be booked. */
  total: number | null
  /** What it cost last week. */
  totalBefore: number
  problem: ItemProblem | undefined
}

/**
 * "The same as last week": what the person had booked in the last seven days, a week later, with its price of now, and why it
 * cannot be bought if so. What would be over by now is left out.
 */
export async function findLastWeek(
  deps: { db: Db; catalogues: Catalogues },
  { memberId, identityId }: CounterPerson,
  now: Date,
): Promise<SameAsLastWeek[]> {
  const before = (await readBookedInWeekBefore(deps.db, memberId, now))
    .map(({ courtId, period, total }) => ({ courtId, period: weeksLater(period, 1), total }))
    .filter(({ period }) => period.end > now)
  if (before.length === 0) return []
  const { courtOf, holidays } = await deps.catalogues.current()
  const items = before.map(({ courtId, period }) => ({ courtId, period }))
  const checked = await checkOrder(deps, { items, memberId, identityId, atDesk: true }, now)
  return checked.items.flatMap(({ courtId, period, quoted, problems }, n) => {
    const place = courtOf.get(courtId)
    if (!place) return []
    const found = quoted && slotsIn(place.facility, period, holidays)
    const slots = (found?.slots ?? []).map(({ start, end }) => ({ start: momentAt(found!.day, start), end: momentAt(found!.day, end) }))
    return [{ ...place, period, slots, total: quoted?.total ?? null, totalBefore: before[n]!.total, problem: problems[0] }]
  })
}
