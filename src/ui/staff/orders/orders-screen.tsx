import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { StaffOrder, StaffOrderListAnswer } from '#modules/desk/orders-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { StateChip } from '#ui/orders/state-chip.tsx'
import { CellNote, DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { ListAndPanel } from '#ui/staff/kit/list-and-panel.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { ordersKey } from '#ui/staff/kit/use-order-call.ts'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OrderPanel } from './order-panel.tsx'
import { OrdersFilters } from './orders-filters.tsx'
import { ordersQuery } from './orders-queries.ts'
import { ordersSearch, type OrdersSearch } from './orders-search.ts'
import { wayWord } from './orders-words.ts'
import style from './orders.module.css'

/** All orders, newest first, and beside them the one that is open. The address holds the filters, the place in the list and the order. */
export function OrdersScreen({ search: asked }: { search: OrdersSearch }) {
  const search = ordersSearch(asked)
  const read = useQuery(ordersQuery(useApi(), search))
  const { data, isPlaceholderData } = read
  useScreenLive('/staff/orders', [ordersKey])
  return (
    <StaffPage title={m.staff_screen_orders()} lead={m.staff_orders_lead()}>
      <ListAndPanel
        filters={<OrdersFilters search={search} facilities={data?.facilities ?? []} />}
        list={
          <div className="stack" aria-busy={isPlaceholderData || undefined}>
            <p className={style.count} role="status">
              {data && countText(data)}
            </p>
            <DataTable
              caption={m.staff_screen_orders()}
              columns={columnsFor(search)}
              rows={data?.items ?? []}
              rowKey={({ orderNo }) => orderNo}
              open={search.order}
              empty={data ? m.staff_orders_none() : <ReadFailure read={read} missing={m.staff_orders_none()} />}
            />
            <Pages search={search} next={data?.next ?? null} />
          </div>
        }
        panel={search.order !== undefined && <OrderPanel key={search.order} orderNo={search.order} search={search} />}
      />
    </StaffPage>
  )
}

function countText({ count, isMore }: StaffOrderListAnswer): string {
  if (isMore) return m.staff_orders_count_more({ count })
  return count === 1 ? m.staff_orders_count_one() : m.staff_orders_count({ count })
}

function Pages({ search, next }: { search: OrdersSearch; next: string | null }) {
  const { after, order: _, ...filters } = search
  if (after === undefined && next === null) return null
  return (
    <nav className="cluster" aria-label={m.pagination_label()}>
      {after && (
        <StaffButtonLink to="/staff/orders" search={filters} icon="left">
          {m.staff_orders_newest()}
        </StaffButtonLink>
      )}
      {next && (
        <StaffButtonLink to="/staff/orders" search={{ ...filters, after: next }}>
          {m.staff_orders_older()}
        </StaffButtonLink>
      )}
    </nav>
  )
}

const columnsFor = (search: OrdersSearch): Column<StaffOrder>[] => [
  {
    key: 'order',
    head: m.staff_orders_column_order(),
    isRowHead: true,
    cell: ({ orderNo, createdAt, person, status, payAtDesk, ...order }) => (
      <>
        <Link to="/staff/orders" search={{ ...search, order: orderNo }} className={style.number} resetScroll={false}>
          {orderNo}
        </Link>
        <span className={style.onWide}>
          <CellNote>{formatMoment(new Date(createdAt), getLocale())}</CellNote>
        </span>
        <small className={style.onPhone}>{person.name}</small>
        <span className={style.onPhone}>
          <StateChip state={status} of={order} atDesk={payAtDesk && m.board_pays_on_arrival()} />
        </span>
      </>
    ),
  },
  {
    key: 'person',
    head: m.staff_orders_column_person(),
    isWide: true,
    cell: ({ person: { name, isGuest } }) => (
      <>
        {name || '—'}
        {isGuest && <CellNote>{m.staff_orders_guest()}</CellNote>}
      </>
    ),
  },
  { key: 'what', head: m.staff_orders_column_what(), isWide: true, isLong: true, cell: (order) => <What order={order} /> },
  {
    key: 'amount',
    head: m.staff_orders_column_amount(),
    align: 'end',
    cell: ({ amount, ways, owed }) => (
      <>
        {formatMoney(amount)}
        <CellNote>{owed > 0 ? m.staff_orders_owed({ amount: formatMoney(owed) }) : ways.map(wayWord).join('、')}</CellNote>
      </>
    ),
  },
  {
    key: 'state',
    head: m.staff_orders_column_state(),
    isWide: true,
    cell: ({ status, payAtDesk, ...order }) => <StateChip state={status} of={order} atDesk={payAtDesk && m.board_pays_on_arrival()} />,
  },
]

function What({ order: { first, title, items, kindTitle } }: { order: StaffOrder }) {
  if (!first) return <>{title ?? kindTitle}</>
  return (
    <>
      {formatPeriod(new Date(first.start), new Date(first.end), getLocale())}
      <CellNote>
        {first.facility} {first.court}
        {items > 1 && ` ${m.staff_orders_more_items({ count: items - 1 })}`}
      </CellNote>
    </>
  )
}
