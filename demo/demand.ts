import { weekdayOf, type Day } from '#lib/zone.ts'
import { levelOf, priceListOn } from '#modules/venues/price-rules.ts'
import type { Catalogue, Facility } from '#modules/venues/rules.ts'

/** Share of free slots that are booked in busy hours. */
const busy: Record<string, number> = {
  BAD: 0.62,
  TT: 0.4,
  ARN: 0.3,
  TEN: 0.5,
  OBV: 0.3,
  PKL: 0.58,
  SQ: 0.5,
  DAN: 0.36,
  MAR: 0.22,
  POOL: 0.3,
  TRK: 0.3,
  MTG: 0.28,
}

/** Seeded random numbers: every demo of the same day looks the same. */
export function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Share of free slots at this time of day that get booked: peak hours most, working hours least. */
export function demandFor(catalogue: Catalogue, facility: Facility, day: Day, minute: number): number {
  const list = priceListOn(facility, day)
  const usual = busy[facility.code] ?? 0.3
  if (list && levelOf(list, day, minute, catalogue.holidays) > 0) return usual
  if (weekdayOf(day) >= 6) return usual * 0.7
  return usual * (minute < 8 * 60 || minute >= 17 * 60 ? 0.45 : 0.28)
}
