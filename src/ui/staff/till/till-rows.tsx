import { m } from '#i18n/generated/messages.js'
import { formatTime } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import type { TillDetailAnswer, TillRowAnswer } from '#modules/tills/wire.ts'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
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
  { key: 'slip', head: m.counter_reference(), isRowHead: true, cell: ({ reference }) => reference ?? '—' },
  { key: 'amount', head: m.till_column_amount(), align: 'end', cell: ({ amount }) => formatMoney(amount) },
  { key: 'reference', head: m.till_column_reference(), cell: ({ orderNo }) => orderNo },
]

/** Slips of the card terminal that belong to a till, to compare with the terminal's own. */
export function TillSlips({ slips }: { slips: Slip[] }) {
  return (
    <DataTable
      caption={m.till_slips()}
      columns={slipColumns()}
      rows={slips}
      rowKey={({ at, reference, orderNo }) => `${at} ${reference} ${orderNo}`}
      empty={m.till_slips_none()}
    />
  )
}
