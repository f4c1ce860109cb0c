import { overlaps, type Period } from '#lib/period.ts'
import { addDays, dayOf, daysBetween, momentAt, type Day } from '#lib/zone.ts'
import { isBySessions, lastOpenDay, slotsCovering, slotsOn, timesOn, type BookingWindow } from '#modules/venues/hours-rules.ts'
import { priceOf } from '#modules/venues/price-rules.ts'
import type { Alternative, Catalogue, Court, Facility, Offer, TimeQuery } from '#modules/venues/rules.ts'
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

/** A part of one day within which something of this length is to begin and, where it fits, to end. */
export type TimeRange = { day: Day; from: number; to: number; minutes: number }

/** Every time of a range at which courts of this facility are free for so long; a session counts by its beginning. */
export function timesWithin(snapshot: Snapshot, facility: Facility, { day, minutes, ...range }: TimeRange): Offer[] {
  const isWithin = within(facility, { day, minutes, ...range })
  const starts = slotsOn(facility, day, snapshot.catalogue.holidays).map(({ start }) => start)
  return distinct(starts.filter(isWithin).flatMap((start) => offerAt(snapshot, facility, { day, start, end: start + minutes }) ?? []))
}

/** Whether something that begins then and is so long lies in the range; a session counts by its beginning. */
const within =
  (facility: Facility, { day, from, to, minutes }: TimeRange) =>
  (start: number): boolean =>
    start >= from && start < to && (isBySessions(facility, day) || start + minutes <= Math.max(to, from + minutes))

/**
 * The coming times of a range that are not among these offers because everything is taken: somebody may give it back. A time at which
 * every court is closed, blocked or without a price is not full, and nobody can wait for it.
 */
export function fullWithin(snapshot: Snapshot, facility: Facility, range: TimeRange, offers: Offer[]): Period[] {
  const { catalogue, occupied, identityId, now } = snapshot
  const free = new Set(offers.map(({ period }) => period.start.getTime()))
  const isClosed = ({ spaces }: Court, period: Period): boolean =>
    spaces.some((space) => occupied.get(space)?.some((one) => (one.kind === 'closure' || one.kind === 'block') && overlaps(one, period)))
  return timesOn(facility, range.day, range.minutes, catalogue.holidays)
    .filter(({ start }) => within(facility, range)(start))
    .map(({ start, end }) => ({ start: momentAt(range.day, start), end: momentAt(range.day, end) }))
    .filter(({ start }) => start > now && !free.has(start.getTime()))
    .filter((period) => facility.courts.some((court) => !isClosed(court, period) && priceOf(catalogue, court.id, period, identityId)))
}

const farthest = 120
const anHour = 60
const atMost = 3

/** A part of one or several days that was asked for. */
export type Asked = Omit<TimeRange, 'day'> & { days: Day[] }

const asRange = ({ day, start, end }: TimeQuery): Asked => ({ days: [day], from: start, to: end, minutes: end - start })

/**
 * Alternatives to a part of some days, nearest first: the same facilities up to two hours earlier or later, for an hour instead of
 * longer, other facilities in that part, the same part of other open days.
 */
export function alternativesTo(snapshot: Snapshot, wanted: Facility[], asked: Asked): Alternative[] {
  const others = snapshot.catalogue.facilities.filter((facility) => !wanted.includes(facility))
  const shorter = asked.minutes > anHour ? inFirst(snapshot, wanted, asked.days, { ...asked, minutes: anHour }) : []
  return [
    ...otherTimes(snapshot, wanted, asked, farthest).map((offer): Alternative => ({ ...offer, kind: 'other-time' })),
    ...shorter.slice(0, atMost).map((offer): Alternative => ({ ...offer, kind: 'shorter' })),
    ...inFirst(snapshot, others, asked.days, asked)
      .toSorted(nearestIn(wanted, asked.days[0]!))
      .slice(0, atMost)
      .map((offer): Alternative => ({ ...offer, kind: 'other-facility' })),
    ...inFirst(snapshot, wanted, otherDays(snapshot, asked.days), asked)
      .slice(0, atMost)
      .map((offer): Alternative => ({ ...offer, kind: 'other-day' })),
  ]
}

export const alternativesAt = (snapshot: Snapshot, wanted: Facility[], query: TimeQuery): Alternative[] =>
  alternativesTo(snapshot, wanted, asRange(query))

/** The same facilities up to an hour earlier or later. */
export const anHourAround = (snapshot: Snapshot, wanted: Facility[], query: TimeQuery): Alternative[] =>
  otherTimes(snapshot, wanted, asRange(query), anHour).map((offer) => ({ ...offer, kind: 'other-time' }))

/** Times that begin before the part or end after it, by so many minutes at most. */
function otherTimes(snapshot: Snapshot, wanted: Facility[], { days, from, to, minutes }: Asked, around: number): Offer[] {
  const latest = Math.max(from, to - minutes)
  const away = (start: number) => Math.max(from - start, start - latest)
  const found = wanted.flatMap((facility) =>
    days.flatMap((day) =>
      slotsOn(facility, day, snapshot.catalogue.holidays)
        .filter(({ start }) => away(start) > 0 && away(start) <= around)
        .flatMap(({ start }) => {
          const offer = offerAt(snapshot, facility, { day, start, end: start + minutes })
          return offer ? [{ offer, away: away(start) }] : []
        }),
    ),
  )
  const nearest = found.toSorted((a, b) => a.away - b.away).map(({ offer }) => offer)
  return distinct(nearest).slice(0, atMost)
}

/** The first time of each day and facility in a part of the day; a session is found by any hour of it. */
const inFirst = (snapshot: Snapshot, facilities: Facility[], days: Day[], { from, to, minutes }: Asked): Offer[] =>
  days.flatMap((day) =>
    facilities.flatMap(
      (facility) =>
        timesWithin(snapshot, facility, { day, from, to, minutes })[0] ??
        offerAt(snapshot, facility, { day, start: from, end: from + minutes }) ??
        [],
    ),
  )

/** Open days that were not asked for, the nearest first. */
function otherDays({ now, catalogue }: Snapshot, asked: Day[]): Day[] {
  const away = (day: Day) => Math.min(...asked.map((one) => Math.abs(daysBetween(one, day))))
  return openDays(now, catalogue.booking)
    .filter((day) => !asked.includes(day))
    .toSorted((a, b) => away(a) - away(b))
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
