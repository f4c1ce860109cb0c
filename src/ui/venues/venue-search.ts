import { isDay, type Day } from '#lib/zone.ts'

/**
 * Search parameters of the list. All are strings, as a form sends them. This file is part of every page's first load, so it
 * only reads the address.
 */
export type VenueSearch = {
  sport?: string | undefined
  place?: 'indoor' | 'outdoor' | undefined
  date?: Day | undefined
  start?: string | undefined
  minutes?: string | undefined
}

/** Body of the search by time. */
export type Wish = { date: Day; start: string; minutes: number; sport?: string; indoor?: boolean }

export const lengths = [60, 120, 240]
export const usual = { start: '19:00', minutes: '60' }

/** Reads the search parameters: invalid values are dropped, and a time without a day too. */
export function readVenueSearch({ sport, place, date, start, minutes }: Record<string, unknown>): VenueSearch {
  const day = typeof date === 'string' && isDay(date) ? date : undefined
  const hour = typeof start === 'string' && /^([01]\d|2[0-3]):00$/.test(start) ? start : usual.start
  return {
    sport: typeof sport === 'string' && /^[a-z-]{1,40}$/.test(sport) ? sport : undefined,
    place: place === 'indoor' || place === 'outdoor' ? place : undefined,
    date: day,
    start: day && hour,
    minutes: day && (lengths.includes(Number(minutes)) ? String(minutes) : usual.minutes),
  }
}

export function wishOf({ sport, place, date, start, minutes }: VenueSearch): Wish | undefined {
  if (date === undefined || start === undefined || minutes === undefined) return undefined
  return { date, start, minutes: Number(minutes), ...(sport ? { sport } : {}), ...(place ? { indoor: place === 'indoor' } : {}) }
}
