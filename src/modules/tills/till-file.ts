import * as m from '#i18n/generated/messages.js'
import { formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { writeCsv } from '#lib/csv.ts'
import { dayOf } from '#lib/zone.ts'
import { denominations, sumsOf, type TerminalSlip, type TillRowKind } from './rules.ts'
import type { Till, TillRow } from './store.ts'

type Line = (string | number)[]

/** The rows of a till as a table for spreadsheets, with the sum after each. */
function rowLines(rows: TillRow[], locale: Locale): Line[] {
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
  return [head, ...lines]
}

export const tillCsv = (rows: TillRow[], locale: Locale): string => writeCsv(rowLines(rows, locale))

type ClosedTill = { till: Till; rows: TillRow[]; slips: TerminalSlip[] }

/** The close of a till as a workbook: its sums, its count by notes and coins, and its rows, a sheet each. */
export async function tillWorkbook(closed: ClosedTill, locale: Locale): Promise<Uint8Array<ArrayBuffer>> {
  const spoken = { locale }
  const pieces = closed.till.pieces
  const count: Line[] = pieces
    ? [
        [m.till_piece({}, spoken), m.till_pieces({}, spoken), m.till_column_amount({}, spoken)],
        ...denominations.map((value): Line => [value, pieces[value] ?? 0, value * (pieces[value] ?? 0)]),
      ]
    : []
  const sheets = [
    { name: m.till_close_sheet({}, spoken), rows: sumLines(closed, locale), columns: [{ width: 22 }, { width: 40 }] },
    ...(pieces ? [{ name: m.till_count({}, spoken), rows: count, columns: [{ width: 12 }, { width: 12 }, { width: 12 }] }] : []),
    {
      name: m.till_rows({}, spoken),
      rows: rowLines(closed.rows, locale),
      columns: [22, 16, 12, 12, 20, 40, 16].map((width) => ({ width })),
      freezePane: { rows: 1 },
    },
    {
      name: m.till_slips({}, spoken),
      rows: slipLines(closed.slips, locale),
      columns: [22, 20, 12, 20].map((width) => ({ width })),
      freezePane: { rows: 1 },
    },
  ]
  const { writeXlsx } = await import('hucre/xlsx')
  return new Uint8Array(await writeXlsx({ sheets }))
}

function slipLines(slips: TerminalSlip[], locale: Locale): Line[] {
  const spoken = { locale }
  const head = [
    m.till_column_at({}, spoken),
    m.counter_reference({}, spoken),
    m.till_column_amount({}, spoken),
    m.till_column_reference({}, spoken),
  ]
  return [head, ...slips.map(({ at, reference, amount, orderNo }) => [formatMoment(at, locale), reference ?? '', amount, orderNo])]
}

/** The same lines as on the printed close. */
function sumLines({ till, rows, slips }: ClosedTill, locale: Locale): Line[] {
  const spoken = { locale }
  const sums = sumsOf(rows)
  const { name, openedAt, openedBy, closedAt, closedBy, expected, counted, explanation } = till
  return [
    [m.till_name({}, spoken), name],
    [m.till_open_title({}, spoken), `${formatMoment(openedAt, locale)} ${openedBy}`],
    ...(closedAt ? [[m.till_close({}, spoken), `${formatMoment(closedAt, locale)} ${closedBy ?? ''}`]] : []),
    [m.till_row_opened({}, spoken), sums.opened],
    [m.till_sum_sale({}, spoken), sums.sale],
    [m.till_sum_refund({}, spoken), sums.refund],
    [m.till_sum_in({}, spoken), sums.in],
    [m.till_sum_out({}, spoken), sums.out],
    [m.till_expected({}, spoken), expected],
    ...(counted === null
      ? []
      : [
          [m.till_counted({}, spoken), counted],
          [m.till_difference({}, spoken), counted - expected],
          [m.till_explanation({}, spoken), explanation],
        ]),
    [m.till_terminal_count({}, spoken), slips.length],
    [m.till_terminal_amount({}, spoken), slips.reduce((sum, { amount }) => sum + amount, 0)],
  ]
}

export const tillFileName = ({ openedAt, id }: Till, kind: 'csv' | 'xlsx'): string => `till-${dayOf(openedAt)}-${id.slice(0, 8)}.${kind}`

const words: Record<TillRowKind, (said: object, options: { locale: Locale }) => string> = {
  opened: m.till_row_opened,
  sale: m.till_row_sale,
  refund: m.till_row_refund,
  in: m.till_row_in,
  out: m.till_row_out,
  difference: m.till_row_difference,
  closed: m.till_row_closed,
}

export const tillRowText = (kind: TillRowKind, locale: Locale): string => words[kind]({}, { locale })
