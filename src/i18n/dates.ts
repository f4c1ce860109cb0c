import { dayOf, minuteOf, timeFrom } from '#lib/zone.ts'
import type { Locale } from './locale.ts'
import { weekdayShort } from './weekdays.ts'

// Dates are formatted by arithmetic, in the centre's time zone whatever the device's: creating an Intl.DateTimeFormat takes a phone a tenth
// of a second, during which the page does not respond.

export const firstDayOfWeek = { tw: 0, en: 1 } as const satisfies Record<Locale, 0 | 1>

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'] as const

/** 11月15日（六） or Sat 15 Nov */
export function formatDay(at: Date, locale: Locale): string {
  const day = dayOf(at)
  const [, month = 0, date] = day.split('-').map(Number)
  const weekday = weekdayShort(day, locale)
  return locale === 'tw' ? `${month}月${date}日（${weekday}）` : `${weekday} ${date} ${months[month - 1]}`
}

/** 2025年11月15日（六） or Sat 15 Nov 2025 */
export function formatDate(at: Date, locale: Locale): string {
  const year = dayOf(at).slice(0, 4)
  return locale === 'tw' ? `${year}年${formatDay(at, locale)}` : `${formatDay(at, locale)} ${year}`
}

export const formatTime = (at: Date): string => timeFrom(minuteOf(at))

/** 2025年11月15日（六）19:00 or Sat 15 Nov 2025, 19:00 */
export function formatMoment(at: Date, locale: Locale): string {
  return `${formatDate(at, locale)}${between(locale)}${formatTime(at)}`
}

/** 11月15日（六）19:00–21:00 or Sat 15 Nov, 19:00–21:00. Midnight at the end of the day is 24:00. */
export function formatPeriod(start: Date, end: Date, locale: Locale): string {
  const opening = `${formatDay(start, locale)}${between(locale)}${formatTime(start)}`
  const lastMoment = new Date(end.getTime() - 1)
  if (dayOf(start) !== dayOf(lastMoment)) return `${opening} – ${formatDay(end, locale)}${between(locale)}${formatTime(end)}`
  return `${opening}–${dayOf(start) === dayOf(end) ? formatTime(end) : '24:00'}`
}

/** Relative time for a moment less than a day ago: 剛剛, 5 分鐘前, 3 小時前; just now, 5 min ago, 3 h ago. Older: the moment itself. */
export function formatAgo(at: Date, now: Date, locale: Locale): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 2) return locale === 'tw' ? '剛剛' : 'just now'
  if (minutes < 60) return locale === 'tw' ? `${minutes} 分鐘前` : `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return locale === 'tw' ? `${hours} 小時前` : `${hours} h ago`
  return formatMoment(at, locale)
}

const between = (locale: Locale) => (locale === 'tw' ? '' : ', ')
