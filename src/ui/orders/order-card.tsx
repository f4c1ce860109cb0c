import { formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Link } from '@tanstack/react-router'
import { Chip } from '#ui/kit/chip.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { HoldClock } from './hold-clock.tsx'
import { isGone } from '#modules/orders/rules.ts'
import style from './order.module.css'
import { PayOrAccept } from './pay-or-accept.tsx'
import { PlainLines } from './plain-lines.tsx'
import { StateChip } from './state-chip.tsx'
import { showsTicket, TicketLink } from './ticket-link.tsx'
import { Ticket } from './ticket.tsx'
import { BookingLink, TopUpSpot } from './top-up.tsx'

type Props = {
  order: OrderAnswer
  calendar?: boolean
  /** It is over: on a wide screen a row. */
  past?: boolean
}

/** One order in a list: periods, state and the next action. */
export function OrderCard({ order, calendar = false, past = false }: Props) {
  const { orderNo, status, amount, payBefore, serverTime, items, payAtDesk } = order
  const toPay = status === 'awaiting-payment'
  return (
    <article
      className={style.card}
      data-tone={toPay ? 'due' : undefined}
      data-past={past || undefined}
      aria-label={m.orders_order({ orderNo })}
    >
      <div className="bar">
        {toPay && order.fromWaitingList ? (
          <Chip tone="due">{m.wish_offer()}</Chip>
        ) : (
          <StateChip state={status} of={order} atDesk={payAtDesk && m.orders_state_at_desk()} />
        )}
        <p className={style.number}>
          <Link to="/member/order/overview" search={{ orderNo }}>
            {orderNo}
          </Link>
        </p>
      </div>
      <PlainLines order={order} gone={isGone(status)} />
      {order.preOrderNo !== null && <Season preOrderNo={order.preOrderNo} items={items} />}
      <TopUpSpot order={order} gone={isGone(status)} />
      <ul className={style.tickets}>
        {items.map((item) => (
          <li key={item.id}>
            <Ticket item={item} gone={item.status === 'cancelled' || isGone(status)} />
          </li>
        ))}
      </ul>
      <div className={style.foot}>
        <div>
          <p className={style.amount}>
            <span>{toPay ? m.orders_amount_due() : m.orders_amount()}</span>
            <b>{amount === 0 ? m.orders_free() : formatMoney(amount)}</b>
          </p>
          {toPay && payBefore && <HoldClock payBefore={payBefore} serverTime={serverTime} payAtDesk={payAtDesk} />}
        </div>
        <div className={style.actions}>
          {showsTicket(order) && <TicketLink orderNo={orderNo} />}
          {calendar && items.length > 0 && !toPay && !isGone(status) && <CalendarButton orderNo={orderNo} short />}
          {order.topUpFor && <BookingLink orderNo={order.topUpFor.orderNo} />}
          <ButtonLink to="/member/order/overview" search={{ orderNo }} look="secondary" className={style.small}>
            {order.topUpFor ? m.result_see_supplement() : m.orders_details()}
          </ButtonLink>
          {toPay && order.fromWaitingList && <CancelOrder orderNo={orderNo} kind="offer" />}
          {toPay &&
            (order.numberIssued ? (
              <SeeNumber orderNo={orderNo} />
            ) : (
              <PayOrAccept orderNo={orderNo} amount={amount} payAtDesk={payAtDesk} />
            ))}
        </div>
      </div>
    </article>
  )
}

function SeeNumber({ orderNo }: { orderNo: string }) {
  return (
    <ButtonLink to="/member/order/payment-complete" search={{ orderNo }}>
      {m.pay_see_number()}
    </ButtonLink>
  )
}

/** The season that a club's order is of: its pre-order, and its first and last date. */
function Season({ preOrderNo, items }: { preOrderNo: string; items: OrderAnswer['items'] }) {
  const dates = items.map(({ start }) => start).toSorted()
  const said = (start: string) => formatDate(new Date(start), getLocale())
  const [first, last] = [dates[0], dates.at(-1)]
  return (
    <p>
      <Link to="/member/order/schedule/$id" params={{ id: preOrderNo }}>
        {first && last
          ? m.orders_season({ no: preOrderNo, from: said(first), to: said(last) })
          : m.setting_close_season({ no: preOrderNo })}
      </Link>
    </p>
  )
}
