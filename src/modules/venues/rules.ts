import type { Period } from '#lib/period.ts'
import type { Limits } from '#modules/settings/rules.ts'
import { dayOf, minuteOf, momentAt, weekdayOf, type Day } from '#lib/zone.ts'

/**
 * A facility is a building or a field with its hours; a court is what can be booked in it, and occupies one or more
 * spaces. All of them, with their prices, are the catalogue.
 */
export type Words = { tw: string; en: string }

export type Facility = {
  id: number
  code: string
  sport: string
  name: Words
  about: Words
  place: Words
  rules: { tw: string[]; en: string[] }
  outdoor: boolean
  /** Minutes after midnight. */
  opens: number
  closes: number
  slotMinutes: number
  /** Fixed sessions of the day; empty when the facility is booked by the hour. */
  sessions: { start: number; end: number }[]
  lightFee: number
  lightFrom: number | null
  deposit: number
  drawing: string
  colour: string
  courts: Court[]
}

export type Court = {
  id: number
  facilityId: number
  code: string
  name: Words
  spaces: number[]
  /** Prices of one slot, by identity. */
  prices: Record<number, { offPeak: number; peak: number }>
}

export type Catalogue = {
  version: number
  facilities: Facility[]
  holidays: ReadonlySet<Day>
  /** How far ahead and how much may be booked. */
  booking: Limits['booking']
  facilityOf: ReadonlyMap<number, Facility>
  courtOf: ReadonlyMap<number, { court: Court; facility: Facility }>
}

export const generalPublic = 1

export const peak = { weekday: { from: 18 * 60, to: 22 * 60 }, weekend: { from: 12 * 60, to: 22 * 60 } }

export function isPeak(day: Day, minute: number, holidays: ReadonlySet<Day>): boolean {
  const { from, to } = weekdayOf(day) >= 6 || holidays.has(day) ? peak.weekend : peak.weekday
  return minute >= from && minute < to
}

/** The bookable pieces of a day, in minutes after midnight. */
export function slotsOf(facility: Facility): { start: number; end: number }[] {
  if (facility.sessions.length > 0) return facility.sessions
  const count = Math.floor((facility.closes - facility.opens) / facility.slotMinutes)
  return Array.from({ length: count }, (_, n) => ({
    start: facility.opens + n * facility.slotMinutes,
    end: facility.opens + (n + 1) * facility.slotMinutes,
  }))
}

export type Price = { price: number; lightFee: number; deposit: number }

/** Undefined when the period is not made of whole slots of one day. */
export function slotsIn(facility: Facility, period: Period): { day: Day; slots: { start: number; end: number }[] } | undefined {
  const day = dayOf(period.start)
  const midnight = momentAt(day, 0).getTime()
  const start = (period.start.getTime() - midnight) / 60_000
  const end = (period.end.getTime() - midnight) / 60_000
  const covered = slotsOf(facility).filter((slot) => slot.start >= start && slot.end <= end)
  if (covered[0]?.start !== start || covered.at(-1)?.end !== end) return undefined
  const unbroken = covered.every((slot, n) => n === 0 || covered[n - 1]!.end === slot.start)
  return unbroken ? { day, slots: covered } : undefined
}

/** What a slot's time decides about its price, the same for all courts of a facility. */
export type Tariff = { peak: boolean; lightFee: number }

export const tariffOf = (facility: Facility, day: Day, slot: { start: number }, holidays: ReadonlySet<Day>): Tariff => ({
  peak: isPeak(day, slot.start, holidays),
  lightFee: facility.lightFrom !== null && slot.start >= facility.lightFrom ? facility.lightFee : 0,
})

/** The price of one slot, without the deposit, which is for the whole period. */
export function slotPrice(court: Court, { peak: isPeakHour, lightFee }: Tariff, identityId: number): { price: number; lightFee: number } {
  const prices = court.prices[identityId] ?? court.prices[generalPublic]!
  return { price: isPeakHour ? prices.peak : prices.offPeak, lightFee }
}

export function priceOf(catalogue: Catalogue, courtId: number, period: Period, identityId: number): Price | undefined {
  const found = catalogue.courtOf.get(courtId)
  const whole = found && slotsIn(found.facility, period)
  if (!found || !whole) return undefined
  const each = whole.slots.map((slot) => slotPrice(found.court, tariffOf(found.facility, whole.day, slot, catalogue.holidays), identityId))
  const price = each.reduce((sum, one) => sum + one.price, 0)
  // A free court is free of light fee and deposit too.
  if (price === 0) return { price: 0, lightFee: 0, deposit: 0 }
  return { price, lightFee: each.reduce((sum, one) => sum + one.lightFee, 0), deposit: found.facility.deposit }
}

/** The quota limits hours of facilities that are booked by the hour, not sessions of half a day. */
export const countsForQuota = (facility: Facility): boolean => facility.sessions.length === 0

/** The sports of a facility, which its column joins with a plus. */
export const sportsOf = ({ sport }: Pick<Facility, 'sport'>): string[] => sport.split('+')

/** A part of one day, in minutes after midnight. */
export type TimeQuery = { day: Day; start: number; end: number }

/** The next two full hours, as queries for free courts. */
export function hoursSoon(now: Date): TimeQuery[] {
  const next = Math.ceil(now.getTime() / 3_600_000) * 3_600_000
  return [0, 1].map((n) => {
    const from = new Date(next + n * 3_600_000)
    return { day: dayOf(from), start: minuteOf(from), end: minuteOf(from) + 60 }
  })
}

/** The fewest whole slots that cover these minutes; undefined when the facility is not open for all of them. */
export function slotsCovering(
  facility: Facility,
  { start, end }: { start: number; end: number },
): { start: number; end: number } | undefined {
  const covering = slotsOf(facility).filter((slot) => slot.end > start && slot.start < end)
  const [first, last] = [covering[0], covering.at(-1)]
  const unbroken = covering.every((slot, n) => n === 0 || covering[n - 1]!.end === slot.start)
  return first && last && unbroken && first.start <= start && last.end >= end ? { start: first.start, end: last.end } : undefined
}

/** The free courts of one facility for one period, with prices that include light. */
export type Offer = { facility: Facility; day: Day; period: Period; courts: { court: Court; price: number; deposit: number }[] }

/** Alternatives near a time at which nothing is free. */
export type Alternative = Offer & { kind: 'other-time' | 'other-facility' | 'other-day' }

/** A day, or part of one, on which a whole facility is closed. */
export type Closure = { facilityId: number; period: Period; reason: Words }

/** Courts that cost the same, with what each identity pays for a slot. */
export function feesOf(facility: Facility): { courts: Court[]; prices: Court['prices'] }[] {
  const alike = Map.groupBy(facility.courts, ({ prices }) => JSON.stringify(prices))
  return [...alike.values()].map((courts) => ({ courts, prices: courts[0]!.prices }))
}

/** The least and the most that one slot costs. */
export function priceRange(courts: Court[], identityId: number): { from: number; to: number } {
  const prices = courts.map((court) => court.prices[identityId] ?? court.prices[generalPublic]!)
  return { from: Math.min(...prices.map(({ offPeak }) => offPeak)), to: Math.max(...prices.map((one) => one.peak)) }
}

/** Courts that exclude each other because they share spaces. */
export const sharing = (facility: Facility, court: Court): Court[] =>
  facility.courts.filter((other) => other !== court && other.spaces.some((space) => court.spaces.includes(space)))
