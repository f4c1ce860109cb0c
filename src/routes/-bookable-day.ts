import { addDays, dayOf, isDay, type Day } from '#lib/zone.ts'

/** The day in an address, if it can still be booked; an old link shows today. */
export function bookableDay(wanted: string | undefined, now: Date): Day {
  const today = dayOf(now)
  return wanted !== undefined && isDay(wanted) && wanted >= today && wanted <= addDays(today, 60) ? wanted : today
}
