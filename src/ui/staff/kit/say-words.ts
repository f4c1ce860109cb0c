import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { DayName, PeakFile, Words } from './catalogue-types.ts'

export const say = (words: Words): string => words[getLocale()]

export const dayLabels: Record<DayName, () => string> = {
  mon: m.staff_day_mon,
  tue: m.staff_day_tue,
  wed: m.staff_day_wed,
  thu: m.staff_day_thu,
  fri: m.staff_day_fri,
  sat: m.staff_day_sat,
  sun: m.staff_day_sun,
  holiday: m.staff_day_holiday,
}

export const join = (texts: readonly string[]): string => texts.join(getLocale() === 'tw' ? '、' : ', ')
export const sayDays = (days: readonly DayName[]): string => join(days.map((day) => dayLabels[day]()))

/** When peak prices hold: Mon, Tue 18:00–22:00 */
export const sayPeak = (peak: readonly PeakFile[]): string =>
  peak.length === 0 ? m.staff_setup_no_peak() : peak.map(({ days, from, to }) => `${sayDays(days)} ${from}–${to}`).join('; ')
