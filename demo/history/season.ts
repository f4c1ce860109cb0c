import { weekdayOf, type Day } from '#lib/zone.ts'

/** A number from 0 to 1 that belongs to a day: the same in every demo. */
function chanceOf(day: Day, salt: number): number {
  let mixed = salt
  for (const letter of day) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

/** Share of rainy days by month, January first: the plum rains of May and June, typhoons in late summer, a dry autumn. */
const rain = [0.25, 0.3, 0.3, 0.3, 0.42, 0.45, 0.25, 0.35, 0.35, 0.22, 0.2, 0.22]

export const isRainy = (day: Day): boolean => chanceOf(day, 41) < rain[Number(day.slice(5, 7)) - 1]!

/** Weeks in which pupils and students learn: mid-terms and finals of both terms. */
const exams = [
  ['01-05', '01-16'],
  ['04-13', '04-24'],
  ['06-08', '06-22'],
  ['10-30', '11-10'],
] as const

const isWithin = (day: Day, spans: readonly (readonly [from: string, to: string])[]) =>
  spans.some(([from, to]) => day.slice(5) >= from && day.slice(5) <= to)

const isSummerBreak = (day: Day): boolean => isWithin(day, [['07-01', '08-31']])

/** By how much more or less is booked than usual at this time of this day. */
export function moodOf(day: Day, minute: number, isOutdoor: boolean): number {
  const isEvening = minute >= 17 * 60
  const isWeekday = weekdayOf(day) <= 5
  const learning = isWithin(day, exams) && isEvening && isWeekday ? 0.62 : 1
  const holidays = isSummerBreak(day) && isWeekday && !isEvening ? 1.7 : 1
  const weather = isRainy(day) ? (isOutdoor ? 0.35 : 1.18) : 1
  return learning * holidays * weather * (0.92 + 0.16 * chanceOf(day, 7))
}
