import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/accounts/member-queries.ts'
import { Pagination, pageCount, paginationProps } from '#ui/kit/pagination.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { NoOrders } from './no-orders.tsx'
import { OrderCard } from './order-card.tsx'
import { OrderFilters } from './order-filters.tsx'
import style from './order-list.module.css'
import { ordersQuery, type OrderFilter } from './order-queries.ts'
import type { OrderListPath, OrderSearch } from './order-search.ts'

type Props = { path: OrderListPath; filter: OrderFilter; calendar?: boolean }

/** The member's orders. Filter and page are in the address. */
export function OrderList({ path, filter, calendar = false }: Props) {
  const api = useApi()
  const navigate = useNavigate()
  const { data, isPlaceholderData } = useQuery(ordersQuery(api, filter))
  const go = (change: OrderSearch) => void navigate({ to: path, search: (before: OrderSearch) => ({ ...before, ...change }) })

  // Goes to the last page when the current one has become empty.
  const last = data && pageCount(data.total, data.pageSize)
  useEffect(() => {
    if (last !== undefined && filter.page > last)
      void navigate({ to: path, search: (before: OrderSearch) => ({ ...before, page: String(last) }), replace: true })
  }, [last, filter.page, navigate, path])

  const narrowed = filter.status !== undefined || filter.keyword !== undefined
  return (
    <>
      <OrderFilters path={path} filter={filter} />
      {data?.items.length === 0 && <NoOrders narrowed={narrowed} path={path} />}
      {data && data.items.length > 0 && (
        <>
          <div className={style.list} aria-busy={isPlaceholderData || undefined}>
            {data.items.map((order) => (
              <OrderCard key={order.orderNo} order={order} calendar={calendar} />
            ))}
          </div>
          <Pagination {...paginationProps(filter, go)} total={data.total} />
        </>
      )}
      {!data && <div className={style.skeleton} role="progressbar" aria-label={m.nav_loading()} />}
    </>
  )
}
