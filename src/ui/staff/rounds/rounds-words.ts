import { formatDay } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { momentAt, type Day } from '#lib/zone.ts'

export const sayDate = (day: Day): string => formatDay(momentAt(day, 0), getLocale())
