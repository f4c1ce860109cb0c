import * as m from '#i18n/generated/messages.js'
import { formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { writeCsv } from '#lib/csv.ts'
import { dayOf } from '#lib/zone.ts'
import { deskMethodText } from './way-texts.ts'
import { denominations, sumOfWays, sumsByWay, sumsOf, type Slip, type TillRowKind } from './rules.ts'
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

type ClosedTill = { till: Till; rows: TillRow[]; slips: Slip[] }

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
    { name: m.till_by_way({}, spoken), rows: wayLines(closed, locale), columns: [22, 12, 12, 12].map((width) => ({ width })) },
    ...(pieces ? [{ name: m.till_count({}, spoken), rows: count, columns: [{ width: 12 }, { width: 12 }, { width: 12 }] }] : []),
    {
      name: m.till_rows({}, spoken),
      rows: rowLines(closed.rows, locale),
      columns: [22, 16, 12, 12, 20, 40, 16].map((width) => ({ width })),
      freezePane: { rows: 1 },
    },
    {
      name: m.till_slips_vouchers({}, spoken),
      rows: slipLines(closed.slips, locale),
      columns: [22, 18, 20, 12, 20].map((width) => ({ width })),
      freezePane: { rows: 1 },
    },
  ]
  const { writeXlsx } = await import('hucre/xlsx')
  return new Uint8Array(await writeXlsx({ sheets }))
}

function slipLines(slips: Slip[], locale: Locale): Line[] {
  const spoken = { locale }
  const head = [
    m.till_column_at({}, spoken),
    m.paper_column_way({}, spoken),
    m.till_column_slip({}, spoken),
    m.till_column_amount({}, spoken),
    m.till_column_reference({}, spoken),
  ]
  const line = ({ method, at, reference, amount, orderNo }: Slip): Line => [
    formatMoment(at, locale),
    deskMethodText(method, locale),
    reference ?? '',
    amount,
    orderNo,
  ]
  return [head, ...slips.map(line)]
}

/** The shift by way of paying: what came, what was given back, and both. */
function wayLines({ rows, slips }: ClosedTill, locale: Locale): Line[] {
  const spoken = { locale }
  const ways = sumsByWay(rows, slips)
  const line = (name: string, { sale, refund }: { sale: number; refund: number }): Line => [name, sale, refund, sale + refund]
  return [
    [m.paper_column_way({}, spoken), m.till_row_sale({}, spoken), m.till_row_refund({}, spoken), m.paper_sum({}, spoken)],
    ...ways.map((way) => line(deskMethodText(way.method, locale), way)),
    line(m.paper_sum({}, spoken), sumOfWays(ways)),
  ]
}

/** The same lines as on the printed close. */
function sumLines({ till, rows }: ClosedTill, locale: Locale): Line[] {
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
