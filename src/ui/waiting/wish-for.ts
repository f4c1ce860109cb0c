import { dayOf, minuteOf, timeFrom } from '#lib/zone.ts'
import type { WishValues } from './wish-values.ts'

/** Values for one period of a facility. */
export const wishFor = (facilityId: number, start: Date, end: Date): Pick<WishValues, 'place' | 'days' | 'from' | 'to' | 'minutes'> => ({
  place: String(facilityId),
  days: [dayOf(start)],
  from: timeFrom(minuteOf(start)),
  // Midnight is the end of that day.
  to: timeFrom(minuteOf(end) || 24 * 60),
  minutes: String((end.getTime() - start.getTime()) / 60_000),
})
