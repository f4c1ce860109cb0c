import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Pagination, pageCount, paginationProps } from '#ui/kit/pagination.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, type FormEvent } from 'react'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { BookLink } from './book-link.tsx'
import { OrderCard } from './order-card.tsx'
import style from './order-list.module.css'
import { listsOf, ordersQuery, type OrderFilter } from './order-queries.ts'
import { type OrderListPath, type OrderSearch, shownStates } from './order-search.ts'
import { EmptyCourt } from '#ui/kit/empty-court.tsx'
import { Select } from '#ui/kit/control.tsx'
import { SearchInput } from '#ui/kit/search-input.tsx'
import { stateWord } from './order-words.ts'

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
          <div className={style.list} data-rows={!narrowed || undefined} aria-busy={isPlaceholderData || undefined}>
            {data.items.map((order) => (
              <OrderCard key={order.orderNo} order={order} calendar={calendar} past={!narrowed} />
            ))}
          </div>
          <Pagination
            {...paginationProps(filter, go)}
            total={data.total}
            {...(narrowed ? {} : { totalLabel: m.orders_past_total({ total: data.total }) })}
          />
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
          {m.orders_nothing_next()} <BookLink />
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

/** Empty state of the order list, with a link to book. */
function NoOrders({ narrowed, path }: { narrowed: boolean; path: OrderListPath }) {
  return (
    <EmptyCourt>
      <p>{narrowed ? m.orders_none_like_this() : path === '/member/order/zero' ? m.orders_none_free() : m.orders_none()}</p>
      {narrowed ? (
        <ButtonLink to={path} search={{}} look="secondary">
          {m.orders_show_all()}
        </ButtonLink>
      ) : (
        <BookLink />
      )}
    </EmptyCourt>
  )
}

/** State and keyword of the order list in one plain form, which works without JavaScript. */
function OrderFilters({ path, filter }: { path: OrderListPath; filter: OrderFilter }) {
  const navigate = useNavigate()

  function search(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const asked = new FormData(event.currentTarget)
    const value = (name: string) => String(asked.get(name)).trim() || undefined
    const change = { status: value('status'), keyword: value('keyword'), page: undefined }
    void navigate({ to: path, search: (before: OrderSearch) => ({ ...before, ...change }), resetScroll: false })
  }

  return (
    <form method="get" role="search" className={style.filters} onSubmit={search}>
      <Select
        name="status"
        value={filter.status ?? ''}
        aria-label={m.orders_filter()}
        onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
      >
        <option value="">{m.orders_any_state()}</option>
        {shownStates.map((state) => (
          <option key={state} value={state}>
            {path === '/member/order/overview' && state === 'confirmed' ? m.orders_state_confirmed_or_paid() : stateWord(state)}
          </option>
        ))}
      </Select>
      <SearchInput
        // Another address has another keyword.
        key={filter.keyword}
        submitLabel={m.content_search()}
        label={m.orders_search()}
        placeholder={m.orders_search_hint()}
        name="keyword"
        defaultValue={filter.keyword}
        maxLength={60}
      />
    </form>
  )
}
