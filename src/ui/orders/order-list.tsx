import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Pagination, pageCount, paginationProps } from '#ui/kit/pagination.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { NoOrders } from './no-orders.tsx'
import { OrderCard } from './order-card.tsx'
import { OrderFilters } from './order-filters.tsx'
import style from './order-list.module.css'
import { listsOf, ordersQuery, type OrderFilter } from './order-queries.ts'
import type { OrderListPath, OrderSearch } from './order-search.ts'

type Props = { path: OrderListPath; filter: OrderFilter; calendar?: boolean }

/** The member's orders: what is to come, then what is past; when searched, one list. Filter and page are in the address. */
export function OrderList({ path, filter, calendar = false }: Props) {
  const api = useApi()
  const { coming, paged } = listsOf(filter)
  const next = useQuery({ ...ordersQuery(api, coming ?? paged), enabled: coming !== undefined }).data
  const { data, isPlaceholderData } = useQuery(ordersQuery(api, paged))
  const go = useGo(path, filter.page, data)
  const narrowed = paged.when === undefined
  const nothing = data?.items.length === 0 && (coming === undefined || next?.items.length === 0)
  return (
    <>
      <OrderFilters path={path} filter={filter} />
      {nothing && <NoOrders narrowed={narrowed} path={path} />}
      {!nothing && coming && next && <Coming orders={next.items} calendar={calendar} />}
      {data && data.items.length > 0 && (
        <section className={style.section} aria-labelledby="orders-past">
          <h2 id="orders-past">{narrowed ? m.orders_found() : m.orders_past()}</h2>
          <div className={style.list} aria-busy={isPlaceholderData || undefined}>
            {data.items.map((order) => (
              <OrderCard key={order.orderNo} order={order} calendar={calendar} />
            ))}
          </div>
          <Pagination {...paginationProps(filter, go)} total={data.total} />
        </section>
      )}
      {!data && <div className={style.skeleton} role="progressbar" aria-label={m.nav_loading()} />}
    </>
  )
}

function Coming({ orders, calendar }: { orders: OrderAnswer[]; calendar: boolean }) {
  return (
    <section className={style.section} aria-labelledby="orders-coming">
      <h2 id="orders-coming">{m.orders_coming()}</h2>
      <div className={style.list}>
        {orders.map((order) => (
          <OrderCard key={order.orderNo} order={order} calendar={calendar} />
        ))}
      </div>
      {orders.length === 0 && (
        <p className={style.none}>
          {m.orders_nothing_next()} <ButtonLink to="/order">{m.orders_book()}</ButtonLink>
        </p>
      )}
    </section>
  )
}

/** Changes the address; goes to the last page when the current one has become empty. */
function useGo(path: OrderListPath, page: number, data: { total: number; pageSize: number } | undefined) {
  const navigate = useNavigate()
  const last = data && pageCount(data.total, data.pageSize)
  useEffect(() => {
    if (last !== undefined && page > last)
      void navigate({ to: path, search: (before: OrderSearch) => ({ ...before, page: String(last) }), replace: true })
  }, [last, page, navigate, path])
  return (change: OrderSearch) => void navigate({ to: path, search: (before: OrderSearch) => ({ ...before, ...change }) })
}
