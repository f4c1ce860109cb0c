import { amountText, formatMoney } from '#i18n/money.ts'
import type { Locale } from '#i18n/locale.ts'
import { text } from '#i18n/text.ts'
import { weekdayText } from '#i18n/weekdays.ts'
import { timeFrom } from '#lib/zone.ts'
import {
  moneyStatements,
  noShowStatements,
  ratingStatements,
  refusedStatements,
  reportParts,
  useStatements,
  type MonthMoney,
  type MonthNumbers,
  type ReportPart,
  type Statement,
} from './report-rules.ts'

type Both<T> = { now: T; before: T }
/** Whether a whole month is compared with a whole month, or its first days with the same days. */
export type ReportWords = { locale: Locale; isOver: boolean }

/** A statement as a sentence. A code without a sentence is a bug. */
export function sentence({ code, money, weekday, hour, with: more }: Statement, { locale, isOver }: ReportWords): string {
  const said = text(`report_${code}`, locale, {
    ...Object.fromEntries(Object.entries(more ?? {}).map(([name, value]) => [name, typeof value === 'number' ? amountText(value) : value])),
    ...Object.fromEntries(Object.entries(money ?? {}).map(([name, amount]) => [name, formatMoney(amount)])),
    ...(weekday === undefined ? {} : { weekday: weekdayText(weekday, locale) }),
    ...(hour === undefined ? {} : { hour: timeFrom(hour * 60) }),
    than: text(isOver ? 'report_than_month' : 'report_than_days', locale),
  })
  if (said === undefined) throw new Error(`there is no sentence for ${code}`)
  return said
}

/** The words of a report, part by part; without visits those about money. */
export function reportWords(visits: Both<MonthNumbers> | null, money: Both<MonthMoney>, words: ReportWords) {
  const statements: Record<ReportPart, Statement[]> = {
    use: visits ? useStatements(visits.now, visits.before) : [],
    refused: visits ? refusedStatements(visits.now, visits.before) : [],
    money: moneyStatements(money.now, money.before),
    'no-shows': visits ? noShowStatements(visits.now, visits.before) : [],
    ratings: visits ? ratingStatements(visits.now, visits.before) : [],
  }
  return reportParts.flatMap((part) =>
    statements[part].length === 0
      ? []
      : [
          {
            part,
            title: text(`report_part_${part.replaceAll('-', '_')}`, words.locale)!,
            sentences: statements[part].map((one) => sentence(one, words)),
          },
        ],
  )
}
