import { m } from '#i18n/generated/messages.js'
import { formatTime } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import type { TillDetailAnswer, TillRowAnswer } from '#modules/tills/wire.ts'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { sumOfWays } from '#modules/tills/rules.ts'
import { methodWord } from '#ui/staff/kit/desk-words.ts'
import { rowText } from './till-words.ts'
import style from './till.module.css'

const columns = (): Column<TillRowAnswer>[] => [
  { key: 'at', head: m.till_column_at(), cell: ({ at }) => formatTime(new Date(at)) },
  { key: 'kind', head: m.till_column_kind(), isRowHead: true, cell: ({ kind }) => rowText(kind) },
  { key: 'amount', head: m.till_column_amount(), align: 'end', cell: ({ amount }) => formatMoney(amount) },
  { key: 'reference', head: m.till_column_reference(), cell: ({ reference }) => reference ?? '' },
  { key: 'reason', head: m.till_column_reason(), isWide: true, cell: ({ reason }) => reason },
  { key: 'by', head: m.till_column_by(), isWide: true, cell: ({ by }) => <span className={style.by}>{by}</span> },
]

/** Everything that went in and out, the newest first. */
export function TillRows({ rows }: { rows: TillRowAnswer[] }) {
  return (
    <DataTable
      caption={m.till_rows()}
      columns={columns()}
      rows={rows.toReversed()}
      rowKey={({ id }) => String(id)}
      empty={m.till_rows_empty()}
    />
  )
}

type Slip = TillDetailAnswer['terminal']['slips'][number]

const slipColumns = (): Column<Slip>[] => [
  { key: 'at', head: m.till_column_at(), cell: ({ at }) => formatTime(new Date(at)) },
  { key: 'way', head: m.paper_column_way(), isWide: true, cell: ({ method }) => methodWord(method) },
  { key: 'slip', head: m.till_column_slip(), isRowHead: true, cell: ({ reference }) => reference ?? '—' },
  { key: 'amount', head: m.till_column_amount(), align: 'end', cell: ({ amount }) => formatMoney(amount) },
  { key: 'reference', head: m.till_column_reference(), cell: ({ orderNo }) => orderNo },
]

/** Slips of the card terminal that belong to a till, to compare with the terminal's own; or its vouchers. */
export function TillSlips({ slips, caption = m.till_slips() }: { slips: Slip[]; caption?: string }) {
  return <DataTable caption={caption} columns={slipColumns()} rows={slips} rowKey={({ id }) => String(id)} empty={m.till_slips_none()} />
}

type WayLine = { key: string; name: string; sale: number; refund: number }

const wayColumns = (): Column<WayLine>[] => [
  { key: 'way', head: m.paper_column_way(), isRowHead: true, cell: ({ name }) => name },
  { key: 'sale', head: m.till_row_sale(), align: 'end', cell: ({ sale }) => formatMoney(sale) },
  { key: 'refund', head: m.till_row_refund(), align: 'end', cell: ({ refund }) => formatMoney(refund) },
  { key: 'sum', head: m.paper_sum(), align: 'end', cell: ({ sale, refund }) => formatMoney(sale + refund) },
]

/** The shift by way of paying, with the sum of all. */
export function TillWays({ ways }: { ways: TillDetailAnswer['ways'] }) {
  const lines = ways.map(({ method, ...sums }): WayLine => ({ key: method, name: methodWord(method), ...sums }))
  const rows = [...lines, { key: 'sum', name: m.paper_sum(), ...sumOfWays(ways) }]
  return <DataTable caption={m.till_by_way()} columns={wayColumns()} rows={rows} rowKey={({ key }) => key} empty="" />
}
