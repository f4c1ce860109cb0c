import { dayOf, minuteOf, timeFrom, type Day } from '#lib/zone.ts'
import {
  date_ago_hours,
  date_ago_minutes,
  date_ago_now,
  date_day,
  date_day_brief,
  date_month,
  date_months,
  date_months_short,
  date_number,
  date_with_time,
  date_with_year,
} from './generated/messages.js'
import type { Locale } from './languages.ts'
import { weekdayShort } from './weekdays.ts'

// Dates are formatted by arithmetic, in the centre's time zone whatever the device's: creating an Intl.DateTimeFormat takes a phone a tenth
// of a second, during which the page does not respond. A message of each language says the order of the parts.

/** What a message of a date may say. */
function partsOf(day: Day, locale: Locale) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const named = (twelve: typeof date_months) => twelve({}, { locale }).split(' ')[month - 1]!
  return { year, month, date, weekday: weekdayShort(day, locale), monthShort: named(date_months_short), monthName: named(date_months) }
}

/** 11月15日（六） or Sat 15 Nov */
export const formatDay = (at: Date, locale: Locale): string => date_day(partsOf(dayOf(at), locale), { locale })

/** 11/15（六） or Sat 15 Nov */
export const formatDayBrief = (day: Day, locale: Locale): string => date_day_brief(partsOf(day, locale), { locale })

/** 11/15 or 15/11 */
export const formatDayNumber = (day: Day, locale: Locale): string => date_number(partsOf(day, locale), { locale })

/** 2026年11月 or November 2026, of 2026-11 */
export const formatMonth = (month: string, locale: Locale): string => date_month(partsOf(`${month}-01`, locale), { locale })

/** 2025年11月15日（六） or Sat 15 Nov 2025 */
export const formatDate = (at: Date, locale: Locale): string =>
  date_with_year({ year: dayOf(at).slice(0, 4), day: formatDay(at, locale) }, { locale })

export const formatTime = (at: Date): string => timeFrom(minuteOf(at))

/** 2025年11月15日（六）19:00 or Sat 15 Nov 2025, 19:00 */
export const formatMoment = (at: Date, locale: Locale): string => withTime(formatDate(at, locale), at, locale)

/** 11月15日（六）19:00 or Sat 15 Nov, 19:00 */
export const formatDayAndTime = (at: Date, locale: Locale): string => withTime(formatDay(at, locale), at, locale)

/** 11月15日（六）19:00–21:00 or Sat 15 Nov, 19:00–21:00. Midnight at the end of the day is 24:00. */
export const formatPeriod = (start: Date, end: Date, locale: Locale): string => formatDayAndTime(start, locale) + until(start, end, locale)

/** 2025年11月15日（六）19:00–21:00 or Sat 15 Nov 2025, 19:00–21:00: for what is kept. */
export const formatDatedPeriod = (start: Date, end: Date, locale: Locale): string => formatMoment(start, locale) + until(start, end, locale)

/** The hours of formatPeriod alone, for a place that has said the day: 19:00–21:00 */
export const formatHours = (start: Date, end: Date, locale: Locale): string => formatTime(start) + until(start, end, locale)

function until(start: Date, end: Date, locale: Locale): string {
  const lastMoment = new Date(end.getTime() - 1)
  if (dayOf(start) !== dayOf(lastMoment)) return ` – ${formatDayAndTime(end, locale)}`
  return `–${dayOf(start) === dayOf(end) ? formatTime(end) : '24:00'}`
}

/** Relative time for a moment less than a day ago: 剛剛, 5 分鐘前, 3 小時前; just now, 5 min ago, 3 h ago. Older: the moment itself. */
export function formatAgo(at: Date, now: Date, locale: Locale): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 2) return date_ago_now({}, { locale })
  if (minutes < 60) return date_ago_minutes({ count: minutes }, { locale })
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? date_ago_hours({ count: hours }, { locale }) : formatMoment(at, locale)
}

const withTime = (day: string, at: Date, locale: Locale) => date_with_time({ day, time: formatTime(at) }, { locale })
