import { weekdayOf, type Day } from '#lib/zone.ts'
import {
  date_spoken_hour,
  date_spoken_time,
  date_weekdays,
  date_weekdays_bare,
  date_weekdays_brief,
  date_weekdays_short,
} from './generated/messages.js'
import type { Locale } from './languages.ts'

type Seven = (inputs: Record<string, never>, options: { locale: Locale }) => string

/** One of seven words that a message lists from Monday to Sunday. */
const pick = (seven: Seven, weekday: number, locale: Locale): string => seven({}, { locale }).split(' ')[weekday - 1]!

/** 週六 or Saturday */
export const weekdayName = (day: Day, locale: Locale): string => pick(date_weekdays, weekdayOf(day), locale)

/** 六 or Sat */
export const weekdayShort = (day: Day, locale: Locale): string => pick(date_weekdays_short, weekdayOf(day), locale)

/** Weekday by ISO number: 2 is 週二, or Tue. */
export const weekdayBrief = (weekday: number, locale: Locale): string => pick(date_weekdays_brief, weekday, locale)

/** Weekday by ISO number for use after 每週 or "every": 2 is 二, or Tuesday. */
export const weekdayText = (weekday: number, locale: Locale): string => pick(date_weekdays_bare, weekday, locale)

/** A time of day as it is spoken, for screen readers: 19 點, 19 點 30 分; 19:00. In minutes after midnight. */
export function sayTime(minute: number, locale: Locale): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60]
  const time = `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
  return (minutes === 0 ? date_spoken_hour : date_spoken_time)({ hours, minutes, time }, { locale })
}
