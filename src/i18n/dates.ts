import type { Locale } from './locale.ts'

/** The centre's clock, whatever clock the visitor's device shows. */
const timeZone = 'Asia/Taipei'

export const firstDayOfWeek = { tw: 0, en: 1 } as const satisfies Record<Locale, 0 | 1>

// Making a formatter costs far more than using one: once for each language.
const parts = {
  tw: new Intl.DateTimeFormat('zh-TW', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric', weekday: 'narrow' }),
  en: new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: 'short', day: 'numeric', weekday: 'short' }),
} as const satisfies Record<Locale, Intl.DateTimeFormat>
const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })

/** 11月15日（六） or Sat 15 Nov */
export function formatDay(at: Date, locale: Locale): string {
  const { month, day, weekday } = read(at, locale)
  return locale === 'tw' ? `${month}月${day}日（${weekday}）` : `${weekday} ${day} ${month}`
}

/** 2025年11月15日（六） or Sat 15 Nov 2025 */
export function formatDate(at: Date, locale: Locale): string {
  const { year } = read(at, locale)
  return locale === 'tw' ? `${year}年${formatDay(at, locale)}` : `${formatDay(at, locale)} ${year}`
}

export function formatTime(at: Date): string {
  return clock.format(at)
}

/** 2025年11月15日（六）19:00 or Sat 15 Nov 2025, 19:00 */
export function formatMoment(at: Date, locale: Locale): string {
  return `${formatDate(at, locale)}${between(locale)}${formatTime(at)}`
}

/** 11月15日（六）19:00–21:00 or Sat 15 Nov, 19:00–21:00. Midnight at the end of the day is 24:00. */
export function formatPeriod(start: Date, end: Date, locale: Locale): string {
  const opening = `${formatDay(start, locale)}${between(locale)}${formatTime(start)}`
  const lastMoment = new Date(end.getTime() - 1)
  if (isoDay.format(start) !== isoDay.format(lastMoment))
    return `${opening} – ${formatDay(end, locale)}${between(locale)}${formatTime(end)}`
  return `${opening}–${isoDay.format(start) === isoDay.format(end) ? formatTime(end) : '24:00'}`
}

/** How long ago, while that says more than a date: 剛剛, 5 分鐘前, 3 小時前; just now, 5 min ago, 3 h ago. After a day, the moment itself. */
export function formatAgo(at: Date, now: Date, locale: Locale): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 2) return locale === 'tw' ? '剛剛' : 'just now'
  if (minutes < 60) return locale === 'tw' ? `${minutes} 分鐘前` : `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return locale === 'tw' ? `${hours} 小時前` : `${hours} h ago`
  return formatMoment(at, locale)
}

/** YYYY-MM-DD on the centre's calendar. */
export function centreDay(at: Date): string {
  return isoDay.format(at)
}

const between = (locale: Locale) => (locale === 'tw' ? '' : ', ')

function read(at: Date, locale: Locale): Record<'year' | 'month' | 'day' | 'weekday', string> {
  const found = { year: '', month: '', day: '', weekday: '' }
  for (const { type, value } of parts[locale].formatToParts(at)) if (type in found) found[type as keyof typeof found] = value
  return found
}
