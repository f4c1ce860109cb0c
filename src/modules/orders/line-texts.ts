import * as m from '#i18n/generated/messages.js'
import { joinList } from '#i18n/join.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import type { NewLine } from './line-rules.ts'
import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import type { Court, Facility } from '#modules/venues/rules.ts'

/** One line of a letter: facility, court and period. */
export const itemLine = (
  { facility, court, start, end }: { facility: Pick<Facility, 'name'>; court: Pick<Court, 'name'>; start: Date; end: Date },
  locale: Locale,
): string => `・${say(facility.name, locale)} ${say(court.name, locale)}　${formatPeriod(start, end, locale)}`

/** Bookings as a text names them: the first, and how many more. */
export function firstAndMore([first, ...more]: readonly Parameters<typeof itemLine>[0][], locale: Locale): string {
  if (!first) return ''
  return itemLine(first, locale).slice(1) + (more.length > 0 ? m.text_guest_more({ count: more.length }, { locale }) : '')
}

/** A text about these bookings is of no use once the first of them has begun. */
export const untilFirst = (items: readonly { start: Date }[]): { until: Date } => ({
  until: new Date(Math.min(...items.map(({ start }) => start.getTime()))),
})

/** A line without floor in words, with its count where that is not one. */
export function lineText({ words, count = 1 }: Pick<NewLine, 'words' | 'count'>, locale: Locale): string {
  const text = say(words, locale)
  return count === 1 ? text : m.order_line_count({ text, count }, { locale })
}

/** What an order without floor is about, from its lines; null where it has none. */
export const titleOf = (lines: readonly Pick<NewLine, 'words' | 'count'>[], locale: Locale): string | null =>
  lines.length === 0
    ? null
    : joinList(
        lines.map((line) => lineText(line, locale)),
        locale,
      )

/** What an order still costs, and until when. */
export const moneyToPay = ({ amount, payBefore }: { amount: number; payBefore: Date | null }, locale: Locale) => ({
  amount: formatMoney(amount),
  payBefore: payBefore ? formatMoment(payBefore, locale) : '',
})
