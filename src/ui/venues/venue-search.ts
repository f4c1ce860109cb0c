import { isDay, minuteFrom, timeFrom, type Day } from '#lib/zone.ts'

/**
 * Search parameters of the list. All are strings, as an address has them. This file is part of every page's first load, so it
 * only reads the address.
 */
export type VenueSearch = {
  sport?: string | undefined
  place?: 'indoor' | 'outdoor' | undefined
  /** Favourites of the member only. */
  mine?: '1' | undefined
  date?: Day | undefined
  /** Part of the day; both or none. */
  from?: string | undefined
  to?: string | undefined
  minutes?: string | undefined
}

/** Body of the search for free times. `any`: every day that can be booked. */
export type TimesWish = { date: Day | 'any'; from?: string; to?: string; minutes: number; sport?: string; indoor?: boolean }

export const lengths = [60, 120, 180, 240]
export const usualLength = '60'

/**
 * Reads the search parameters: invalid values are dropped. A part of the day or a length without a day asks for every day. `start` is
 * how addresses named one hour before they had a part of the day: links in mails and bookmarks still do.
 */
export function readVenueSearch({ sport, place, mine, date, start, from, to, minutes }: Record<string, unknown>): VenueSearch {
  const day = typeof date === 'string' && isDay(date) ? date : undefined
  const length = lengths.includes(Number(minutes)) ? String(minutes) : undefined
  const range = readRange(from ?? start, to, Number(length ?? usualLength))
  return {
    sport: typeof sport === 'string' && /^[a-z-]{1,40}$/.test(sport) ? sport : undefined,
    place: place === 'indoor' || place === 'outdoor' ? place : undefined,
    mine: mine === '1' || mine === 1 ? '1' : undefined,
    date: day,
    ...range,
    minutes: lengthOf({ date: day, ...range, minutes: length }),
  }
}

/** Undefined: no time is asked for. An hour of any day is no question. */
export const lengthOf = ({ date, from, minutes = usualLength }: VenueSearch): string | undefined =>
  date === undefined && from === undefined && minutes === usualLength ? undefined : minutes

function readRange(from: unknown, to: unknown, minutes: number): Pick<VenueSearch, 'from' | 'to'> {
  const start = fullHour(from)
  if (start === undefined) return { from: undefined, to: undefined }
  const end = fullHour(to) ?? Math.min(start + minutes, 24 * 60)
  return start < end ? { from: timeFrom(start), to: timeFrom(end) } : { from: undefined, to: undefined }
}

const fullHour = (text: unknown): number | undefined =>
  typeof text === 'string' && /^(([01]\d|2[0-3]):00|24:00)$/.test(text) ? minuteFrom(text) : undefined

export function wishOf({ sport, place, date, from, to, minutes }: VenueSearch): TimesWish | undefined {
  if (minutes === undefined) return undefined
  return {
    date: date ?? 'any',
    ...(from && to ? { from, to } : {}),
    minutes: Number(minutes),
    ...(sport ? { sport } : {}),
    ...(place ? { indoor: place === 'indoor' } : {}),
  }
}
