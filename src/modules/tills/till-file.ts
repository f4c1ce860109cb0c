import { formatMoment } from '#i18n/dates.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { writeCsv } from '#lib/csv.ts'
import { dayOf } from '#lib/zone.ts'
import type { Till, TillRow } from './store.ts'
import { tillRowText } from './texts.ts'

/** A till as a table for spreadsheets: its rows, with the sum after each. */
export function tillFile(rows: TillRow[], locale: Locale): string {
  const spoken = { locale }
  const head = [
    m.till_column_at({}, spoken),
    m.till_column_kind({}, spoken),
    m.till_column_amount({}, spoken),
    m.till_column_sum({}, spoken),
    m.till_column_reference({}, spoken),
    m.till_column_reason({}, spoken),
    m.till_column_by({}, spoken),
  ]
  let sum = 0
  const lines = rows.map(({ kind, amount, reason, reference, by, at }) => {
    sum += amount
    return [formatMoment(at, locale), tillRowText(kind, locale), amount, sum, reference ?? '', reason, by]
  })
  return writeCsv([head, ...lines])
}

export const tillFileName = ({ openedAt, id }: Till): string => `till-${dayOf(openedAt)}-${id.slice(0, 8)}.csv`
