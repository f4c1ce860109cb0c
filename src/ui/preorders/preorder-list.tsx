import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { EmptyCourt } from '#ui/kit/empty-court.tsx'
import { FilterLink, FilterLinks } from '#ui/kit/filter-links.tsx'
import { Pagination } from '#ui/kit/pagination.tsx'
import style from '#ui/orders/order-list.module.css'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PreOrderCard } from './preorder-card.tsx'
import { preOrdersQuery } from './preorder-queries.ts'
import { preOrderFilter, preOrderStates, type PreOrderSearch } from './preorder-search.ts'
import { preOrderStateWord } from './preorder-words.ts'

const path = '/member/order/schedule'

/** The community's pre-orders. Filter and page are in the address. */
export function PreOrderList({ search }: { search: PreOrderSearch }) {
  const filter = preOrderFilter(search)
  const navigate = useNavigate()
  const { data, isPlaceholderData } = useQuery(preOrdersQuery(useApi(), filter))
  return (
    <section className={style.page} aria-labelledby="own-preorders">
      <h2 id="own-preorders">{m.preorder_own()}</h2>
      <FilterLinks label={m.orders_filter()}>
        {[undefined, ...preOrderStates].map((state) => (
          <FilterLink
            key={state ?? 'all'}
            to={path}
            search={{ status: state }}
            resetScroll={false}
            activeOptions={{ exact: true }}
            here={filter.status === state}
          >
            {state ? preOrderStateWord(state) : m.orders_all()}
          </FilterLink>
        ))}
      </FilterLinks>
      {data?.items.length === 0 && <NoPreOrders narrowed={filter.status !== undefined} />}
      {data && data.items.length > 0 && (
        <>
          <div className={style.list} aria-busy={isPlaceholderData || undefined}>
            {data.items.map((one) => (
              <PreOrderCard key={one.orderNo} preOrder={one} serverTime={data.serverTime} />
            ))}
          </div>
          {data.total > data.pageSize && (
            <Pagination
              page={filter.page}
              pageSize={filter.pageSize}
              total={data.total}
              onPage={(page) => void navigate({ to: path, search: { status: filter.status, page: String(page) } })}
            />
          )}
        </>
      )}
      {!data && <div className={style.skeleton} role="progressbar" aria-label={m.nav_loading()} />}
    </section>
  )
}

/** Empty state of the list. */
function NoPreOrders({ narrowed }: { narrowed: boolean }) {
  return (
    <EmptyCourt>
      <p>{narrowed ? m.preorder_none_like_this() : m.preorder_none()}</p>
      {narrowed && (
        <ButtonLink to={path} search={{}} look="secondary">
          {m.orders_show_all()}
        </ButtonLink>
      )}
    </EmptyCourt>
  )
}
