import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinList } from '#i18n/join.ts'
import { say as sayIn } from '#i18n/words.ts'
import type { DayName, LevelFile, Words } from './catalogue-types.ts'

export const say = (words: Words): string => sayIn(words, getLocale())

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

export const join = (texts: readonly string[]): string => joinList(texts, getLocale())
export const sayDays = (days: readonly DayName[]): string => join(days.map((day) => dayLabels[day]()))

/** A level whose name is not typed yet is called by its number. */
export const levelName = ({ name }: LevelFile, n: number): string => say(name) || name.tw || m.catalogue_level_number({ n: n + 1 })

/** When the levels of a list hold: Peak: Mon, Tue 18:00–22:00 */
export function sayLevels(levels: readonly LevelFile[]): string[] {
  const said = levels
    .filter(({ hours }) => hours.length > 0)
    .map(({ name, hours }) => `${say(name)}: ${hours.map(({ days, from, to }) => `${sayDays(days)} ${from}–${to}`).join('; ')}`)
  return said.length > 0 ? said : [m.staff_setup_no_levels()]
}
