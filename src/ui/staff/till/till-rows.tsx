import { m } from '#i18n/generated/messages.js'
import { formatTime } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import type { TillRowAnswer } from '#modules/tills/wire.ts'
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
