import { mostDaysAhead } from '#modules/settings/window-rules.ts'
import { addDays, dayOf, isDay, type Day } from '#lib/zone.ts'

/** The day in an address, if the rules of a centre can let it be booked; an old link shows today. */
export function bookableDay(wanted: string | undefined, now: Date): Day {
  const today = dayOf(now)
  return wanted !== undefined && isDay(wanted) && wanted >= today && wanted <= addDays(today, mostDaysAhead) ? wanted : today
}
