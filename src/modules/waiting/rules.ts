import { overlaps, type Period } from '#lib/period.ts'
import { addDays, dayOf, minuteOf, momentAt, type Day } from '#lib/zone.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import { lastOpenDay, slotsOn, timesOn } from '#modules/venues/hours-rules.ts'
import { priceOf } from '#modules/venues/price-rules.ts'
import { findOffered, findOfferedFacility, sportsOf, type Catalogue, type Court, type Facility, type Slot } from '#modules/venues/rules.ts'

/**
 * A wish waits for floor that is full: somewhere, within a part of a day, so long, so many courts at once. Who wished earlier is
 * served earlier. When floor comes free, the first in line whose wish fits is offered it: an order that awaits payment.
 */
export type Wished = {
  sport: string
  /** Null: any facility of the sport. */
  facilityId: number | null
  /** Null: any court. */
  courtId: number | null
  day: Day
  /** Minutes after midnight: the period lies within. */
  from: number
  to: number
  minutes: number
  /** All of them at the same time, or none. */
  courts: number
}

export type Wish = Wished & {
  id: string
  /** The place in the line: smaller is earlier. */
  number: number
  memberId: string
  /** Nothing is offered from this moment on. */
  notAfter: Date
  /** A closure took this floor from the member and was lifted: they are served before everybody who wished. */
  hadItBefore: boolean
}

export const openWishesAtMost = 5
export const courtsAtMost = 4

/** Where a wish looks: facilities with the courts that it takes there. */
export function placesOf(catalogue: Catalogue, { sport, facilityId, courtId }: Wished): { facility: Facility; courts: Court[] }[] {
  if (courtId !== null) {
    const found = findOffered(catalogue, courtId)
    return found ? [{ facility: found.facility, courts: [found.court] }] : []
  }
  const facilities =
    facilityId === null
      ? catalogue.facilities.filter((facility) => sportsOf(facility).includes(sport))
      : [findOfferedFacility(catalogue, facilityId)].filter((facility) => facility !== undefined)
  return facilities.map((facility) => ({ facility, courts: facility.courts }))
}

/** Every space that a wish may use: it waits for all of them. */
export const spacesFor = (catalogue: Catalogue, wished: Wished): number[] => [
  ...new Set(placesOf(catalogue, wished).flatMap(({ courts }) => courts.flatMap(({ spaces }) => spaces))),
]

/** Unbroken runs of whole slots that are exactly as long as wished, within the wished hours, earliest first. */
export function periodsOf(catalogue: Catalogue, facility: Facility, { day, from, to, minutes }: Wished): Period[] {
  return timesOn(facility, day, minutes, catalogue.holidays)
    .filter(({ start, end }) => start >= from && end <= to && end - start === minutes)
    .map(({ start, end }) => ({ start: momentAt(day, start), end: momentAt(day, end) }))
}

/** What may be offered to a wish costs from so much to so much: in every period to come, the cheapest and the dearest courts of those wished. */
export function pricesOf(catalogue: Catalogue, wished: Wished, identityId: number, now: Date): { from: number; to: number } | undefined {
  const prices = placesOf(catalogue, wished).flatMap(({ facility, courts }) =>
    periodsOf(catalogue, facility, wished)
      .filter(({ start }) => start > now)
      .flatMap((period) => {
        const priced = offeredOf(courts).flatMap((court) => {
          const price = priceOf(catalogue, court.id, period, identityId)
          return price ? [{ ...court, total: price.price + price.lightFee }] : []
        })
        const cheapFirst = priced.toSorted((a, b) => a.total - b.total)
        return [cheapFirst, cheapFirst.toReversed()]
          .map((sorted) => apart(sorted).slice(0, wished.courts))
          .filter((chosen) => chosen.length === wished.courts)
          .map((chosen) => chosen.reduce((sum, { total }) => sum + total, 0))
      }),
  )
  return prices.length === 0 ? undefined : { from: Math.min(...prices), to: Math.max(...prices) }
}

/** The courts that an offer can hold: not those made of smaller ones, which are offered instead. */
const offeredOf = (courts: Court[]): Court[] =>
  smallest(courts).filter(({ spaces }, n, sorted) => {
    const smaller = sorted.slice(0, n).filter((one) => one.spaces.every((space) => spaces.includes(space)))
    return !spaces.every((space) => smaller.some((one) => one.spaces.includes(space)))
  })

export type WishProblem = 'no_such_place' | 'no_such_time' | 'day_not_open' | 'too_late' | 'too_many_courts'

/** Why such a wish could never be served; undefined when it can wait. */
export function whyNotWish(catalogue: Catalogue, wished: Wished, notAfter: Date, now: Date): WishProblem | undefined {
  const places = placesOf(catalogue, wished)
  if (places.length === 0) return 'no_such_place'
  if (wished.day > lastOpenDay(now, catalogue.booking)) return 'day_not_open'
  const timed = places.map(({ facility, courts }) => ({ courts, periods: periodsOf(catalogue, facility, wished) }))
  if (timed.every(({ periods }) => periods.length === 0)) return 'no_such_time'
  if (notAfter <= now || !timed.some(({ periods }) => periods.some(({ start }) => start > now))) return 'too_late'
  if (timed.every(({ courts, periods }) => periods.length === 0 || apart(smallest(courts)).length < wished.courts)) return 'too_many_courts'
  return undefined
}

/** The last moment at which anything can be offered: the latest start, or earlier if the member said so. */
export function lastMoment(catalogue: Catalogue, wished: Wished, notAfter: Date | undefined): Date {
  const starts = placesOf(catalogue, wished).flatMap(({ facility }) =>
    periodsOf(catalogue, facility, wished).map(({ start }) => start.getTime()),
  )
  return new Date(Math.min(notAfter?.getTime() ?? Infinity, Math.max(...starts, momentAt(wished.day, wished.from).getTime())))
}

/** The wished hours as moments. */
export const hoursOf = ({ day, from, to }: Wished): Period => ({ start: momentAt(day, from), end: momentAt(day, to) })

/** As many of these courts as can be used at once, in their order: a full court and its halves exclude each other. */
function apart<T extends Pick<Court, 'spaces'>>(courts: T[]): T[] {
  const used = new Set<number>()
  return courts.filter(({ spaces }) => {
    if (spaces.some((space) => used.has(space))) return false
    for (const space of spaces) used.add(space)
    return true
  })
}

const smallest = (courts: Court[]): Court[] => courts.toSorted((a, b) => a.spaces.length - b.spaces.length)

/** Minutes to pay for an offer: fewer when the period begins in less than three hours. */
export const payMinutesFor = (start: Date, now: Date): number => (start.getTime() - now.getTime() < 3 * 3_600_000 ? 10 : 30)

const nightFrom = 22 * 60
const nightTo = 8 * 60

/**
 * When a period may be offered: at once by day. At night an offer waits for the morning, when its member can answer it, unless
 * the period begins before this night is over, on the same day.
 */
export function offerMoment(start: Date, now: Date): Date {
  const minute = minuteOf(now)
  if (minute >= nightTo && minute < nightFrom) return now
  const morning = momentAt(minute >= nightFrom ? addDays(dayOf(now), 1) : dayOf(now), nightTo)
  return dayOf(start) === dayOf(now) && start < morning ? now : morning
}

/** What is free for the line: everything that nobody else occupies; `freed` is the floor that is decided about. */
export type Floor = { occupied: ReadonlyMap<number, Occupied[]>; freed: ReadonlyMap<number, Period[]> }

export type Fit = { facility: Facility; period: Period; courts: Court[]; offerAt: Date }
export const misfits = ['too_short', 'too_few_courts', 'part_taken', 'too_late'] as const
export type Misfit = (typeof misfits)[number]
/** Why somebody further back was served: the wish did not fit, or they had had this floor before a closure took it. */
export type PassReason = Misfit | 'had_it_before'

const isFree = ({ occupied }: Floor, { spaces }: Court, period: Period): boolean =>
  spaces.every((space) => !occupied.get(space)?.some((one) => overlaps(one, period)))

const usesFreed = ({ freed }: Floor, { spaces }: Court, period: Period): boolean =>
  spaces.some((space) => freed.get(space)?.some((one) => overlaps(one, period)))

/** The courts and the period that a wish gets of the freed floor, the earliest; or why it gets nothing of it. */
export function fitWish(catalogue: Catalogue, wish: Wish, floor: Floor, now: Date): Fit | Misfit {
  let misfit: Misfit | undefined
  for (const { facility, courts } of placesOf(catalogue, wish)) {
    for (const period of periodsOf(catalogue, facility, wish)) {
      const free = courts.filter((court) => isFree(floor, court, period))
      const first = (court: Court) => (usesFreed(floor, court, period) ? 0 : 1)
      // The smallest court that will do: the rest of a full court is for the next in line.
      const chosen = apart(smallest(free).toSorted((a, b) => first(a) - first(b))).slice(0, wish.courts)
      if (!chosen[0] || first(chosen[0]) !== 0) continue
      const offerAt = offerMoment(period.start, now)
      if (chosen.length < wish.courts) misfit ??= 'too_few_courts'
      else if (offerAt >= period.start || offerAt >= wish.notAfter) misfit ??= 'too_late'
      else return { facility, period, courts: chosen, offerAt }
    }
  }
  return misfit ?? (hasShorter(catalogue, wish, floor) ? 'too_short' : 'part_taken')
}

/** The first period at which as many courts are free now as a wish wants: then there is nothing to wait for. */
export function freeNow(catalogue: Catalogue, wished: Wished, occupied: Floor['occupied'], now: Date): Period | undefined {
  const floor = { occupied, freed: new Map() }
  for (const { facility, courts } of placesOf(catalogue, wished))
    for (const period of periodsOf(catalogue, facility, wished))
      if (period.start > now && apart(smallest(courts.filter((court) => isFree(floor, court, period)))).length >= wished.courts)
        return period
  return undefined
}

/** Whether at least one slot of the freed floor lies within the wish. */
function hasShorter(catalogue: Catalogue, wish: Wish, floor: Floor): boolean {
  return placesOf(catalogue, wish).some(({ facility, courts }) =>
    slotsOn(facility, wish.day, catalogue.holidays)
      .filter((slot) => slot.start >= wish.from && slot.end <= wish.to)
      .map((slot) => periodOf(wish.day, slot))
      .some((period) => courts.some((court) => isFree(floor, court, period) && usesFreed(floor, court, period))),
  )
}

const periodOf = (day: Day, { start, end }: Slot): Period => ({ start: momentAt(day, start), end: momentAt(day, end) })

export type Turn = { wish: Wish; fit: Fit; /** Those who wished earlier and are passed over. */ passed: { wish: Wish; why: PassReason }[] }

/** Who is served: the first in line whose wish fits. Undefined when nobody's does. */
export function firstInLine(catalogue: Catalogue, line: Wish[], floor: Floor, now: Date): Turn | undefined {
  const passed: Turn['passed'] = []
  for (const wish of line.toSorted((a, b) => Number(b.hadItBefore) - Number(a.hadItBefore) || a.number - b.number)) {
    const fit = fitWish(catalogue, wish, floor, now)
    if (typeof fit === 'object') return { wish, fit, passed: [...passed, ...overtaken(wish, line)] }
    passed.push({ wish, why: fit })
  }
  return undefined
}

/** Those who wished earlier than somebody who had the floor before. */
const overtaken = (first: Wish, line: Wish[]): Turn['passed'] =>
  first.hadItBefore
    ? line
        .filter(({ hadItBefore, number }) => !hadItBefore && number < first.number)
        .map((wish) => ({ wish, why: 'had_it_before' as const }))
    : []

export type Demand = { day: Day; sport: string; hour: number; wishes: number; courts: number }

/** How much is waited for in each hour: a wish counts in every hour in which it could be served. */
export function demandOf(line: Wished[]): Demand[] {
  const demand = new Map<string, Demand>()
  for (const { day, sport, from, to, courts } of line)
    for (let hour = Math.floor(from / 60); hour * 60 < to; hour++) {
      const key = `${day} ${sport} ${hour}`
      const known = demand.get(key) ?? { day, sport, hour, wishes: 0, courts: 0 }
      demand.set(key, { ...known, wishes: known.wishes + 1, courts: known.courts + courts })
    }
  return [...demand.values()].toSorted((a, b) => (a.day === b.day ? a.hour - b.hour : a.day < b.day ? -1 : 1))
}
