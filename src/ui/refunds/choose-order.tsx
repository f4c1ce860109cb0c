import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { RefundCheckAnswer } from '#modules/refunds/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { EmptyCourt } from '#ui/kit/empty-court.tsx'
import list from '#ui/orders/order-list.module.css'
import order from '#ui/orders/order.module.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ItemWords } from './apply-items.tsx'
import { refundableQuery } from './refund-queries.ts'

/** Orders that can be refunded, with the amount, when the address names none. */
export function ChooseOrder() {
  const { data } = useQuery(refundableQuery(useApi()))
  return (
    <div className={list.page}>
      <header>
        <h1>{m.refund_apply_title()}</h1>
        <p className={list.lead}>
          {m.refund_choose_lead()} <Link to="/refund">{m.refund_terms_link()}</Link>
        </p>
      </header>
      {data?.length === 0 && (
        <EmptyCourt>
          <p>{m.refund_choose_none()}</p>
          <ButtonLink to="/member/order/overview" look="secondary">
            {m.nav_bookings()}
          </ButtonLink>
        </EmptyCourt>
      )}
      <div className={list.list}>
        {data?.map((check) => (
          <Refundable key={check.orderNo} check={check} />
        ))}
      </div>
      {!data && <div className={list.skeleton} role="progressbar" aria-label={m.nav_loading()} />}
    </div>
  )
}

function Refundable({ check: { orderNo, items, lines, amount } }: { check: RefundCheckAnswer }) {
  const open = [...items, ...lines].filter(({ refund }) => refund !== null)
  return (
    <article className={order.card} aria-label={m.orders_order({ orderNo })}>
      <p className={order.number}>{m.orders_order({ orderNo })}</p>
      <ul className={order.tickets}>
        {open.map((item) => (
          <li key={item.id}>
            <ItemWords item={item} aside={<b>{formatMoney(item.refund!.amount)}</b>} />
          </li>
        ))}
      </ul>
      <div className={order.actions}>
        <ButtonLink to="/member/order/refund/apply" search={{ orderNo }} look="secondary">
          {m.refund_choose_this({ amount: formatMoney(amount) })}
        </ButtonLink>
      </div>
    </article>
  )
}
