import type { Db } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { dayOf } from '#lib/zone.ts'
import { readCourts } from '#modules/availability/read-courts.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue, Court, Facility } from '#modules/venues/rules.ts'
import { conflictOf, facilitiesOf } from './check-order.ts'
import { nextLike, withoutRepeats, type BookedBefore } from './last-week-rules.ts'
import { readBegunOfOrder, readBookedInWeekBefore } from './last-week-store.ts'
import { alternativesTo, clashingItems, quoteItem, type ItemProblem, type QuotedItem } from './rules.ts'

/** One period of a booking when it comes next. */
export type AgainItem = {
  facility: Facility
  /** Where it was. */
  court: Court
  period: Period
  /** What to book for it: the same court, or another one of the facility. Undefined: nothing is free then. */
  found: QuotedItem | undefined
  /** Where nothing is free: the nearest times of that day. */
  near: QuotedItem[]
}
/** The periods of one order on one day. */
export type Again = { orderNo: string; items: AgainItem[] }
type Who = { memberId: string; identityId: number }
type Moment = { catalogue: Catalogue; occupied: Occupied[]; now: Date; who: Who }

/**
 * "The same as last week", or the same as in an order: its courts, weekday and hours in the next week, with prices. What is not
 * offered then is left out, and what the member has already.
 */
export async function bookAgain(
  { db, catalogues }: { db: Db; catalogues: Catalogues },
  who: Who & { orderNo?: string | undefined },
  now: Date,
): Promise<Again[]> {
  const { memberId, orderNo } = who
  const before = await (orderNo === undefined ? readBookedInWeekBefore(db, memberId, now) : readBegunOfOrder(db, memberId, orderNo, now))
  if (before.length === 0) return []
  const days = before.map(({ period }) => dayOf(nextLike(period, now).start)).toSorted()
  const read = await readCourts(db, catalogues, (catalogue) => facilitiesOf(catalogue, before), days, now)
  const moment = { ...read!, now, who }
  const together = Map.groupBy(withoutRepeats(before, now), (one) => `${dayOf(one.period.start)} ${one.orderNo}`)
  const found = [...together.values()].flatMap((booked) => againOf(moment, booked) ?? [])
  return found.toSorted((a, b) => a.items[0]!.period.start.getTime() - b.items[0]!.period.start.getTime())
}

type Wanted = Pick<AgainItem, 'facility' | 'court' | 'period'> & { quoted: QuotedItem; conflict: ItemProblem | undefined }

/**
 * Undefined when one of its periods is not offered, or the member's already. Every period that is free on its own court stays there;
 * only then are other courts sought for the rest, so that none of them is given a court that the order has already.
 */
function againOf(moment: Moment, booked: BookedBefore[]): Again | undefined {
  const wanted = booked.flatMap((one) => wantedAgain(moment, one) ?? [])
  if (wanted.length < booked.length) return undefined
  const taken = wanted.flatMap((one) => (stays(one) ? one.quoted : []))
  const items: AgainItem[] = []
  for (const one of wanted) {
    const item = stays(one) ? { ...one, found: one.quoted, near: [] } : elsewhere(moment, one, taken)
    if (!item) return undefined
    if (!stays(one) && item.found) taken.push(item.found)
    items.push(item)
  }
  return { orderNo: booked[0]!.orderNo, items }
}

const stays = ({ court, quoted, conflict }: Wanted): boolean => !conflict && quoted.courtId === court.id

function wantedAgain({ catalogue, occupied, now, who }: Moment, before: BookedBefore): Wanted | undefined {
  const period = nextLike(before.period, now)
  const place = catalogue.courtOf.get(before.courtId)
  const courtThen = place && (place.court.retired ? likeIt(place) : place.court)
  if (!place || !courtThen || place.facility.retired) return undefined
  const quote = quoteItem(catalogue, { courtId: courtThen.id, period }, who.identityId, catalogue.booking, now)
  if (!('quoted' in quote)) return undefined
  const conflict = conflictOf(quote.quoted, occupied, who.memberId)
  if (conflict?.code === 'period_yours') return undefined
  return { facility: place.facility, court: place.court, period, quoted: quote.quoted, conflict }
}

/** Another court at that time, else the nearest times; neither on courts that the order takes for its other periods. */
function elsewhere(
  { catalogue, occupied, now, who }: Moment,
  { quoted, conflict, ...asWas }: Wanted,
  taken: QuotedItem[],
): AgainItem | undefined {
  const free = alternativesTo(catalogue, quoted, { items: taken, occupied, identityId: who.identityId }, now)
  const others = free.filter((one) => clashingItems(catalogue, [...taken, one]).length === 0)
  const found = others.find((other) => other.period.start.getTime() === asWas.period.start.getTime())
  if (!found && others.length === 0 && conflict?.code === 'period_closed') return undefined
  return { ...asWas, found, near: found ? [] : others }
}

/** A court for one that is no longer offered: of the same size. */
const likeIt = ({ court, facility }: { court: Court; facility: Facility }): Court | undefined =>
  facility.courts.find(({ spaces }) => spaces.length === court.spaces.length)
