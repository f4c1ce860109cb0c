import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { ListedRefundAnswer } from '#modules/refunds/office-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { refundTone, refundWord } from '#ui/refunds/refund-words.ts'
import { CellNote, DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { ListAndPanel } from '#ui/staff/kit/list-and-panel.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AllFilters } from './all-filters.tsx'
import { RefundPanel } from './refund-panel.tsx'
import { refundSearchQuery } from './refunds-queries.ts'
import { refundFilters, refundsAddress, type RefundsSearch } from './refunds-search.ts'
import { refundWayWord } from './refunds-words.ts'

/** All refunds, the latest change first, with who made it. */
export function AllTab({ search }: { search: RefundsSearch }) {
  const read = useQuery(refundSearchQuery(useApi(), search))
  const { data } = read
  const { refund, ...rest } = search
  const filters = { ...refundFilters(search), tab: 'all' } as const
  const list = (
    <>
      <DataTable
        caption={m.refunds_tab_all()}
        columns={columnsFor(search)}
        rows={data?.items ?? []}
        rowKey={({ refundNo }) => refundNo}
        open={refund}
        empty={data ? m.refunds_none_found() : <ReadFailure read={read} missing={m.refunds_none_found()} />}
      />
      {(search.after || data?.next) && (
        <nav className="cluster" aria-label={m.pagination_label()}>
          {search.after && (
            <StaffButtonLink to="/staff/refunds" search={filters} icon="left">
              {m.refunds_newest()}
            </StaffButtonLink>
          )}
          {data?.next && (
            <StaffButtonLink to="/staff/refunds" search={{ ...filters, after: data.next }}>
              {m.refunds_older()}
            </StaffButtonLink>
          )}
        </nav>
      )}
    </>
  )
  return (
    <ListAndPanel
      filters={<AllFilters search={search} />}
      list={list}
      panel={
        refund !== undefined && (
          <RefundPanel key={refund} refundNo={refund} closed={refundsAddress(rest)} onDecided={() => Promise.resolve()} />
        )
      }
    />
  )
}

const columnsFor = (search: RefundsSearch): Column<ListedRefundAnswer>[] => [
  {
    key: 'refund',
    head: m.refunds_column_refund(),
    isRowHead: true,
    cell: ({ refundNo, person }) => (
      <>
        <Link to="/staff/refunds" search={{ ...search, refund: refundNo }} resetScroll={false}>
          {refundNo}
        </Link>
        <CellNote>{person.name || '—'}</CellNote>
      </>
    ),
  },
  {
    key: 'changed',
    head: m.refunds_column_changed(),
    isWide: true,
    isLong: true,
    cell: ({ changedAt, changedBy }) => (
      <>
        {formatMoment(new Date(changedAt), getLocale())}
        <CellNote>{changedBy ?? m.refunds_by_service()}</CellNote>
      </>
    ),
  },
  {
    key: 'amount',
    head: m.refunds_amount(),
    align: 'end',
    cell: ({ amount, way }) => (
      <>
        {formatMoney(amount)}
        <CellNote>{refundWayWord(way)}</CellNote>
      </>
    ),
  },
  {
    key: 'state',
    head: m.staff_orders_column_state(),
    cell: ({ status, awaitsAccount, batchNo }) => (
      <>
        <Chip tone={refundTone(status)}>{refundWord(status)}</Chip>
        {awaitsAccount && <CellNote>{m.refunds_awaits_account()}</CellNote>}
        {batchNo !== null && <CellNote>{m.refunds_in_batch({ batch: batchNo })}</CellNote>}
      </>
    ),
  },
]
