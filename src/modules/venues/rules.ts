import type { Period } from '#lib/period.ts'
import type { Limits } from '#modules/settings/rules.ts'
import { dayOf, momentAt, weekdayOf, type Day } from '#lib/zone.ts'

/**
 * A facility is a building or a field with its hours; a court is what can be booked in it, and stands on one or more
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
  /** Not empty: lent by these sessions only, and not by the hour. */
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
  /** By identity, for one slot. */
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

const peak = { weekday: { from: 18 * 60, to: 22 * 60 }, weekend: { from: 12 * 60, to: 22 * 60 } }

export function isPeak(day: Day, minute: number, holidays: ReadonlySet<Day>): boolean {
  const { from, to } = weekdayOf(day) >= 6 || holidays.has(day) ? peak.weekend : peak.weekday
  return minute >= from && minute < to
}

/** The bookable pieces of a day, in minutes after midnight. */
export function slotsOf(facility: Facility): { start: number; end: number }[] {
  if (facility.sessions.length > 0) return facility.sessions
  const count = Math.floor((facility.closes - facility.opens) / facility.slotMinutes)
  return Array.from({ length: count }, (_, n) => ({ start: facility.opens + n * facility.slotMinutes, end: facility.opens + (n + 1) * facility.slotMinutes }))
}

export type Price = { price: number; lightFee: number; deposit: number }

/** Undefined when the period is not made of whole slots of one day. */
export function slotsIn(facility: Facility, period: Period): { day: Day; slots: { start: number; end: number }[] } | undefined {
  const day = dayOf(period.start)
  const covered = slotsOf(facility).filter((slot) => momentAt(day, slot.start) >= period.start && momentAt(day, slot.end) <= period.end)
  const first = covered[0]
  const last = covered.at(-1)
  if (!first || !last || momentAt(day, first.start).getTime() !== period.start.getTime() || momentAt(day, last.end).getTime() !== period.end.getTime()) return undefined
  const unbroken = covered.every((slot, n) => n === 0 || covered[n - 1]!.end === slot.start)
  return unbroken ? { day, slots: covered } : undefined
}

/** One slot. A deposit is for the whole period and is not among it. */
export function slotPrice(facility: Facility, court: Court, day: Day, slot: { start: number }, identityId: number, holidays: ReadonlySet<Day>): { price: number; lightFee: number } {
  const prices = court.prices[identityId] ?? court.prices[generalPublic]!
  return {
    price: isPeak(day, slot.start, holidays) ? prices.peak : prices.offPeak,
    lightFee: facility.lightFrom !== null && slot.start >= facility.lightFrom ? facility.lightFee : 0,
  }
}

export function priceOf(catalogue: Catalogue, courtId: number, period: Period, identityId: number): Price | undefined {
  const found = catalogue.courtOf.get(courtId)
  const whole = found && slotsIn(found.facility, period)
  if (!found || !whole) return undefined
  const each = whole.slots.map((slot) => slotPrice(found.facility, found.court, whole.day, slot, identityId, catalogue.holidays))
  const price = each.reduce((sum, one) => sum + one.price, 0)
  // Who pays nothing for the court pays nothing for its light, and leaves no deposit.
  if (price === 0) return { price: 0, lightFee: 0, deposit: 0 }
  return { price, lightFee: each.reduce((sum, one) => sum + one.lightFee, 0), deposit: found.facility.deposit }
}

/** Hours are limited where courts are lent by the hour; a session of half a day is its own limit. */
export const countsForQuota = (facility: Facility): boolean => facility.sessions.length === 0

