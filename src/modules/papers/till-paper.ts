import * as m from '#i18n/generated/messages.js'
import { formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { amountText, formatMoney } from '#i18n/money.ts'
import type { Block, Fact, Row, Said } from '#lib/pdf/paper.ts'
import { denominations, sumOfWays, sumsByWay, sumsOf, type Slip, type WaySums } from '#modules/tills/rules.ts'
import type { Till, TillRow } from '#modules/tills/store.ts'
import type { DeskMethod } from '#modules/tills/way-rules.ts'
import { deskMethodText } from '#modules/tills/way-texts.ts'
import { tillRowText } from '#modules/tills/till-file.ts'
import { alike, type Speak } from './language-rules.ts'

export type TillPaper = { till: Till; rows: readonly TillRow[]; slips: readonly Slip[] }

/** A till from its opening to its closing: what each way of payment brought and gave back, what was in the drawer, and every row. */
export function tillBlocks(paper: TillPaper, speak: Speak): Block[] {
  return [
    { kind: 'facts', facts: headFacts(paper, speak) },
    { kind: 'heading', text: said(m.till_by_way, speak) },
    wayTable(paper, speak),
    { kind: 'heading', text: speak((locale) => m.paper_drawer({}, { locale })) },
    { kind: 'facts', facts: drawerFacts(paper, speak) },
    ...pieceTable(paper, speak),
    ...rowTable(paper, speak),
    ...slipTable(paper, speak),
  ]
}

type Word = (said: object, spoken: { locale: Locale }) => string
const said = (word: Word, speak: Speak): Said => speak((locale) => word({}, { locale }))

const methodSaid = (method: DeskMethod, speak: Speak): Said => speak((locale) => deskMethodText(method, locale))

function headFacts({ till }: TillPaper, speak: Speak): Fact[] {
  const by = (at: Date, name: string | null) => speak((locale) => `${formatMoment(at, locale)} ${name ?? ''}`)
  return [
    { name: said(m.till_name, speak), value: alike(till.name) },
    { name: said(m.till_open_title, speak), value: by(till.openedAt, till.openedBy) },
    { name: said(m.till_close, speak), value: till.closedAt ? by(till.closedAt, till.closedBy) : said(m.till_recent_open, speak) },
  ]
}

function wayTable({ rows, slips }: TillPaper, speak: Speak): Block {
  const ways = sumsByWay(rows, slips)
  const line = (name: Said, { sale, refund }: Omit<WaySums, 'method'>, look?: 'sum'): Row => {
    const cells = [name, alike(formatMoney(sale)), alike(formatMoney(refund)), alike(formatMoney(sale + refund))]
    return look ? { cells, look } : { cells }
  }
  return {
    kind: 'table',
    columns: [
      { head: said(m.paper_column_way, speak), share: 6 },
      { head: said(m.till_row_sale, speak), share: 3, right: true },
      { head: said(m.till_row_refund, speak), share: 3, right: true },
      { head: said(m.paper_sum, speak), share: 3, right: true },
    ],
    rows: [...ways.map((way) => line(methodSaid(way.method, speak), way)), line(said(m.paper_sum, speak), sumOfWays(ways), 'sum')],
  }
}

function drawerFacts({ till, rows }: TillPaper, speak: Speak): Fact[] {
  const sums = sumsOf(rows)
  const { expected, counted, explanation } = till
  const amount = (word: Word, value: number): Fact => ({ name: said(word, speak), value: alike(formatMoney(value)) })
  return [
    amount(m.till_row_opened, sums.opened),
    amount(m.till_sum_sale, sums.sale),
    amount(m.till_sum_refund, sums.refund),
    amount(m.till_sum_in, sums.in),
    amount(m.till_sum_out, sums.out),
    amount(m.till_expected, expected),
    ...(counted === null ? [] : [amount(m.till_counted, counted), amount(m.till_difference, counted - expected)]),
    ...(explanation === '' ? [] : [{ name: said(m.till_explanation, speak), value: alike(explanation) }]),
  ]
}

function pieceTable({ till: { pieces } }: TillPaper, speak: Speak): Block[] {
  const counted = denominations.filter((value) => (pieces?.[value] ?? 0) > 0)
  if (!pieces || counted.length === 0) return []
  return [
    { kind: 'heading', text: said(m.till_count, speak) },
    {
      kind: 'table',
      columns: [
        { head: said(m.till_piece, speak), share: 4, right: true },
        { head: said(m.till_pieces, speak), share: 4, right: true },
        { head: said(m.paper_column_amount, speak), share: 4, right: true },
      ],
      rows: counted.map((value) => ({
        cells: [amountText(value), amountText(pieces[value]!), formatMoney(value * pieces[value]!)].map(alike),
      })),
    },
  ]
}

function rowTable({ rows }: TillPaper, speak: Speak): Block[] {
  let sum = 0
  const lines = rows.map(({ kind, amount, reason, reference, by, at }): Row => {
    sum += amount
    return {
      cells: [
        speak((locale) => formatMoment(at, locale)),
        speak((locale) => [tillRowText(kind, locale), reference, reason].filter(Boolean).join(' ')),
        alike(by),
        alike(formatMoney(amount)),
        alike(formatMoney(sum)),
      ],
    }
  })
  return [
    { kind: 'heading', text: said(m.till_rows, speak) },
    {
      kind: 'table',
      columns: [
        { head: said(m.till_column_at, speak), share: 6 },
        { head: said(m.till_column_kind, speak), share: 6 },
        { head: said(m.till_column_by, speak), share: 3 },
        { head: said(m.paper_column_amount, speak), share: 3, right: true },
        { head: said(m.till_column_sum, speak), share: 3, right: true },
      ],
      rows: lines,
    },
  ]
}

function slipTable({ slips }: TillPaper, speak: Speak): Block[] {
  if (slips.length === 0) return []
  return [
    { kind: 'heading', text: said(m.till_slips_vouchers, speak) },
    {
      kind: 'table',
      columns: [
        { head: said(m.till_column_at, speak), share: 6 },
        { head: said(m.paper_column_way, speak), share: 4 },
        { head: said(m.till_column_slip, speak), share: 4 },
        { head: said(m.paper_order_no, speak), share: 5 },
        { head: said(m.paper_column_amount, speak), share: 3, right: true },
      ],
      rows: slips.map(({ method, at, reference, orderNo, amount }) => ({
        cells: [
          speak((locale) => formatMoment(at, locale)),
          methodSaid(method, speak),
          alike(reference ?? ''),
          alike(orderNo),
          alike(formatMoney(amount)),
        ],
      })),
    },
  ]
}
