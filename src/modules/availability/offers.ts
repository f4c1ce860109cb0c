import { overlaps } from '#lib/period.ts'
import { addDays, dayOf, daysBetween, momentAt, type Day } from '#lib/zone.ts'
import { isBySessions, lastOpenDay, slotsCovering, slotsOn, type BookingWindow } from '#modules/venues/hours-rules.ts'
import { priceOf } from '#modules/venues/price-rules.ts'
import type { Alternative, Catalogue, Facility, Offer, TimeQuery } from '#modules/venues/rules.ts'
import type { Occupied } from './rules.ts'

/** Catalogue and occupancy of one moment. */
export type Snapshot = { catalogue: Catalogue; occupied: ReadonlyMap<number, Occupied[]>; identityId: number; now: Date }

export const bySpace = (occupied: Occupied[]): Snapshot['occupied'] => Map.groupBy(occupied, ({ spaceId }) => spaceId)

/** Whether a day and hour is before, inside or beyond the booking window, whoever has booked it. */
export type WindowState = 'open' | 'past' | 'not-yet'

export function windowStateOf({ day, start }: TimeQuery, booking: BookingWindow, now: Date): WindowState {
  if (day > lastOpenDay(now, booking)) return 'not-yet'
  return momentAt(day, start) <= now ? 'past' : 'open'
}

/** The courts of this facility that are free for the whole time asked for; undefined when none is. */
export function offerAt(snapshot: Snapshot, facility: Facility, query: TimeQuery): Offer | undefined {
  const { catalogue, occupied, identityId, now } = snapshot
  const slots = slotsCovering(facility, query, query.day, catalogue.holidays)
  if (!slots || windowStateOf({ ...slots, day: query.day }, catalogue.booking, now) !== 'open') return undefined
  const period = { start: momentAt(query.day, slots.start), end: momentAt(query.day, slots.end) }
  const free = facility.courts.filter(({ spaces }) => !spaces.some((space) => occupied.get(space)?.some((one) => overlaps(one, period))))
  const courts = free.flatMap((court) => {
    const priced = priceOf(catalogue, court.id, period, identityId)
    return priced ? [{ court, price: priced.price + priced.lightFee, deposit: priced.deposit }] : []
  })
  return courts.length > 0 ? { facility, day: query.day, period, courts } : undefined
}

export const offersAt = (snapshot: Snapshot, facilities: Facility[], query: TimeQuery): Offer[] =>
  facilities.flatMap((facility) => offerAt(snapshot, facility, query) ?? [])

const farthest = 120
const anHour = 60
const atMost = 3

/**
 * Alternatives to a time, nearest first: the same facilities up to two hours earlier or later, other facilities at the
 * same time, the same hour on other open days.
 */
export function alternativesTo(snapshot: Snapshot, wanted: Facility[], query: TimeQuery): Alternative[] {
  const others = snapshot.catalogue.facilities.filter((facility) => !wanted.includes(facility))
  return [
    ...otherTimes(snapshot, wanted, query, farthest).map((offer): Alternative => ({ ...offer, kind: 'other-time' })),
    ...offersAt(snapshot, others, query)
      .toSorted(nearestIn(wanted, query.day))
      .slice(0, atMost)
      .map((offer): Alternative => ({ ...offer, kind: 'other-facility' })),
    ...otherDays(snapshot, wanted, query).map((offer): Alternative => ({ ...offer, kind: 'other-day' })),
  ]
}

/** The same facilities up to an hour earlier or later. */
export const anHourAround = (snapshot: Snapshot, wanted: Facility[], query: TimeQuery): Alternative[] =>
  otherTimes(snapshot, wanted, query, anHour).map((offer) => ({ ...offer, kind: 'other-time' }))

function otherTimes(snapshot: Snapshot, wanted: Facility[], query: TimeQuery, around: number): Offer[] {
  const asked = momentAt(query.day, query.start).getTime()
  const farFrom = ({ period }: Offer) => Math.abs(period.start.getTime() - asked)
  const found = wanted.flatMap((facility) =>
    slotsOn(facility, query.day, snapshot.catalogue.holidays)
      .filter(({ start }) => start !== query.start && Math.abs(start - query.start) <= around)
      .flatMap(({ start }) => offerAt(snapshot, facility, { day: query.day, start, end: start + query.end - query.start }) ?? []),
  )
  return distinct(found)
    .toSorted((a, b) => farFrom(a) - farFrom(b))
    .slice(0, atMost)
}

function otherDays(snapshot: Snapshot, wanted: Facility[], query: TimeQuery): Offer[] {
  const days = openDays(snapshot.now, snapshot.catalogue.booking)
    .filter((day) => day !== query.day)
    .toSorted((a, b) => Math.abs(daysBetween(query.day, a)) - Math.abs(daysBetween(query.day, b)))
  return days.flatMap((day) => offersAt(snapshot, wanted, { ...query, day })).slice(0, atMost)
}

export const openDays = (now: Date, booking: BookingWindow): Day[] =>
  Array.from({ length: daysBetween(dayOf(now), lastOpenDay(now, booking)) + 1 }, (_, n) => addDays(dayOf(now), n))

/** Sorts alternatives: indoor or outdoor as asked, booked by hour or by session as asked, then by price. */
function nearestIn(wanted: Facility[], day: Day): (a: Offer, b: Offer) => number {
  const strange = ({ facility }: Offer) =>
    Number(!wanted.some(({ outdoor }) => outdoor === facility.outdoor)) +
    2 * Number(!wanted.some((one) => isBySessions(one, day) === isBySessions(facility, day)))
  return (a, b) => strange(a) - strange(b) || a.courts[0]!.price - b.courts[0]!.price
}

const distinct = (offers: Offer[]): Offer[] => [
  ...new Map(offers.map((offer) => [`${offer.facility.id} ${offer.period.start.getTime()}`, offer])).values(),
]
