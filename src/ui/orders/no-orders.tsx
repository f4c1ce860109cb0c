import { m } from '#i18n/generated/messages.js'
import { ButtonLink } from '#ui/kit/button.tsx'
import { EmptyCourt } from '#ui/kit/empty-court.tsx'
import type { OrderListPath } from './order-search.ts'

/** Empty state of the order list, with a link to book. */
export function NoOrders({ narrowed, path }: { narrowed: boolean; path: OrderListPath }) {
  return (
    <EmptyCourt>
      <p>{narrowed ? m.orders_none_like_this() : path === '/member/order/zero' ? m.orders_none_free() : m.orders_none()}</p>
      {narrowed ? (
        <ButtonLink to={path} search={{}} look="secondary">
          {m.orders_show_all()}
        </ButtonLink>
      ) : (
        <ButtonLink to="/order">{m.orders_book()}</ButtonLink>
      )}
    </EmptyCourt>
  )
}
