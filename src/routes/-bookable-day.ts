import { mostDaysAhead } from '#modules/settings/window-rules.ts'
import { addDays, dayOf, isDay, type Day } from '#lib/zone.ts'
import type { ScheduleAnswer } from '#modules/availability/wire.ts'
import { columnsOf } from '#ui/availability/grid-model.ts'

/** The day in an address, if the rules of a centre can let it be booked; an old link shows today. */
export function bookableDay(wanted: string | undefined, now: Date): Day {
  const today = dayOf(now)
  return wanted !== undefined && isDay(wanted) && wanted >= today && wanted <= addDays(today, mostDaysAhead) ? wanted : today
}

/** The day to show, with its schedule loaded. Where no day was asked for and today is over, that is tomorrow. */
export async function dayToShow(wanted: string | undefined, now: Date, load: (day: Day) => Promise<ScheduleAnswer>): Promise<Day> {
  const day = bookableDay(wanted, now)
  const schedule = await load(day)
  if (wanted !== undefined || schedule.openUntil <= day || columnsOf(schedule, Date.parse(schedule.serverTime)).length > 0) return day
  const tomorrow = addDays(day, 1)
  await load(tomorrow)
  return tomorrow
}
