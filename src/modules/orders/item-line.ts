import { formatPeriod } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import type { Court, Facility } from '#modules/venues/rules.ts'

/** One line of a letter: facility, court and period. */
export const itemLine = (
  { facility, court, start, end }: { facility: Facility; court: Court; start: Date; end: Date },
  locale: Locale,
): string => `・${say(facility.name, locale)} ${say(court.name, locale)}　${formatPeriod(start, end, locale)}`

/** A text about these bookings is of no use once the first of them has begun. */
export const untilFirst = (items: readonly { start: Date }[]): { until: Date } => ({
  until: new Date(Math.min(...items.map(({ start }) => start.getTime()))),
})
