import { weekdayOf, type Day } from '#lib/zone.ts'
import type { Locale } from './locale.ts'

const names = {
  tw: ['週一', '週二', '週三', '週四', '週五', '週六', '週日'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
} as const satisfies Record<Locale, readonly string[]>

/** 週六 or Saturday */
export const weekdayName = (day: Day, locale: Locale): string => names[locale][weekdayOf(day) - 1]!

/** Weekday by ISO number for use after 每週 or "every": 2 is 二, or Tuesday. */
export const weekdayText = (weekday: number, locale: Locale): string =>
  locale === 'tw' ? names.tw[weekday - 1]!.slice(1) : names.en[weekday - 1]!

/** 六 or Sat */
export const weekdayShort = (day: Day, locale: Locale): string =>
  locale === 'tw' ? weekdayName(day, locale).slice(1) : weekdayName(day, locale).slice(0, 3)

/** A time of day as it is spoken, for screen readers: 19 點, 19 點 30 分; 19:00. In minutes after midnight. */
export function sayTime(minute: number, locale: Locale): string {
  const hours = Math.floor(minute / 60)
  const rest = minute % 60
  if (locale === 'en') return `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
  return rest === 0 ? `${hours} 點` : `${hours} 點 ${rest} 分`
}
