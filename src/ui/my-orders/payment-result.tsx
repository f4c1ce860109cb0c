import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { dayOf } from '#lib/zone.ts'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import type { ResultAnswer } from '#modules/payments/wire.ts'
import { NextTicket } from '#ui/tickets/next-ticket.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode, useState } from 'react'
import { CalendarButton } from '#ui/orders/calendar-button.tsx'
import { CancelOrder } from '#ui/orders/cancel-order.tsx'
import { HoldClock } from '#ui/orders/hold-clock.tsx'
import { LapsePoint } from './lapse-point.tsx'
import { orderQuery, useOrdersChanged, type Asked, resultQuery } from '#ui/orders/order-queries.ts'
import { isGone } from '#modules/orders/rules.ts'
import order from '#ui/orders/order.module.css'
import { BookingLink, kindOf, TopUpSpot, type ShownKind } from '#ui/orders/top-up.tsx'
import { PayOrAccept } from '#ui/orders/pay-or-accept.tsx'
import { RefundTerms } from '#ui/orders/refund-terms.tsx'
import { refundSteps } from '#ui/orders/refund-steps.ts'
import { PlainLines } from '#ui/orders/plain-lines.tsx'
import { PaymentNumber } from '#ui/orders/payment-number.tsx'
import style from './payment-result.module.css'
import { standingOf, type Standing, isLong, isToPay, resultPollInterval } from './payment-standing.ts'
import { looks, shownAs, titleOf, wordsFor } from './result-words.ts'
import { showsTicket, TicketLink } from '#ui/orders/ticket-link.tsx'
import { isPayWay } from '#modules/payments/way-rules.ts'
import { Ticket } from '#ui/orders/ticket.tsx'

/** Result of a payment as the server knows it; the address is not trusted. */
export function PaymentResult({ asked, way }: { asked: Asked; way?: string | undefined }) {
  const api = useApi()
  const { result, waitedLong } = useResult(asked)
  const { data: placed } = useQuery({ ...orderQuery(api, result?.orderNo ?? ''), enabled: result !== undefined })
  const changed = useOrdersChanged()
  const standing = result && standingOf(result)
  const kind = placed ? kindOf(placed) : 'booking'
  const payAtDesk = placed?.payAtDesk ?? false
  const shown = shownAs(kind, standing, payAtDesk)
  const hasPoints = kind !== 'offer' && (placed?.pointWhenUnpaid ?? true)

  // When the result changes, the other order queries are outdated.
  const before = useRef(standing)
  useEffect(() => {
    if (before.current !== undefined && before.current !== standing) void changed()
    before.current = standing
  })

  if (!result || !standing) return <div className={style.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  return (
    <div className="stack gap-5">
      <Outcome standing={standing} shown={shown} result={result} waitedLong={waitedLong} />
      {result.refundDue > 0 && (
        <Callout
          tone="info"
          title={m.orders_owed({ amount: formatMoney(result.refundDue) })}
          action={
            <Link to="/member/order/refund" search={{ orderNo: result.orderNo }}>
              {m.refund_see()}
            </Link>
          }
        />
      )}
      {standing === 'expired' && hasPoints && result.payBefore && (
        <LapsePoint orderNo={result.orderNo} lapsedAt={new Date(result.payBefore)} serverTime={new Date(result.serverTime)} />
      )}
      <div className="beside">
        <Due way={way} standing={standing} result={result} isOffer={kind === 'offer'} payAtDesk={payAtDesk} />
        <div className="does stack gap-5">
          {placed && showsTicket(placed) && <NextTicket orderNo={placed.orderNo} />}
          {placed && !isOneDay(placed) && <Periods placed={placed} gone={isGone(result.status)} />}
        </div>
        <div className="stack gap-5">
          {placed && standing === 'confirmed' && <Paid placed={placed} />}
          <WayOn
            standing={standing}
            orderNo={result.orderNo}
            kind={kind}
            page={placed?.page ?? null}
            bookingNo={placed?.topUpFor?.orderNo}
          />
        </div>
      </div>
    </div>
  )
}

type OutcomeProps = { standing: Standing; shown: ReturnType<typeof shownAs>; result: ResultAnswer; waitedLong: boolean }

function Outcome({ standing, shown, result, waitedLong }: OutcomeProps) {
  return (
    <div className={style.outcome} data-tone={looks[standing].tone}>
      <span className={style.mark} data-waiting={standing === 'waiting' || undefined}>
        <Icon name={looks[standing].icon} size={30} />
      </span>
      {/* Announced when it changes while the page is open. */}
      <div role="status">
        <h1>{titleOf(standing, shown, result.payment?.number?.kind)}</h1>
        <p>{wordsFor(standing, shown, result, waitedLong)}</p>
        <p className={order.number}>{m.orders_order({ orderNo: result.orderNo })}</p>
      </div>
    </div>
  )
}

/** Whether the ticket above shows every period. */
const isOneDay = (placed: OrderAnswer): boolean =>
  showsTicket(placed) && placed.items.every(({ status, start }) => status === 'active' && isSameDay(start, placed.items[0]!.start))
const isSameDay = (one: string, other: string): boolean => dayOf(new Date(one)) === dayOf(new Date(other))

type DueProps = { way: string | undefined; standing: Standing; result: ResultAnswer; isOffer: boolean; payAtDesk: boolean }

/** Amount, payment methods and countdown of an unpaid order. */
function Due({ way, standing, result, isOffer, payAtDesk }: DueProps) {
  const { orderNo, amount, payBefore, serverTime, payment } = result
  if (standing !== 'number' && !isToPay(standing)) return null
  return (
    <section className={order.card} data-tone="due" aria-label={m.orders_amount_due()}>
      <div className="bar">
        <p className={order.amount}>
          <span>{m.orders_amount_due()}</span>
          <b>{formatMoney(amount)}</b>
        </p>
        {payBefore && <HoldClock payBefore={payBefore} serverTime={serverTime} payAtDesk={payAtDesk} />}
      </div>
      {standing === 'number' && payment?.number && <PaymentNumber number={payment.number} amount={payment.amount} />}
      <PayOrAccept
        orderNo={orderNo}
        way={isToPay(standing) ? triedWay(payment, way) : undefined}
        amount={amount}
        payAtDesk={payAtDesk}
        wide
        look={standing === 'number' ? 'secondary' : 'primary'}
      >
        {standing === 'number' ? m.pay_other_way() : standing === 'failed' || standing === 'left' ? m.pay_again() : undefined}
      </PayOrAccept>
      {isOffer && <CancelOrder orderNo={orderNo} kind="offer" />}
    </section>
  )
}

/** The way by which it was tried last, or that was chosen with the order. */
function triedWay(payment: ResultAnswer['payment'], way: string | undefined) {
  return payment?.way ?? (way !== undefined && isPayWay(way) ? way : undefined)
}

/** What was paid and what a cancellation gives back, where there is room for it beside the ticket. */
function Paid({ placed: { amount, items } }: { placed: OrderAnswer }) {
  if (amount === 0) return null
  const live = items.filter(({ status }) => status === 'active')
  return (
    <section className={`${order.card} ${style.paid}`} aria-label={m.orders_paid()}>
      <p className={order.amount}>
        <span>{m.orders_paid()}</span>
        <b>{formatMoney(amount)}</b>
      </p>
      <RefundTerms steps={refundSteps(live.map(({ refund }) => refund))} />
    </section>
  )
}

function Periods({ placed, gone }: { placed: OrderAnswer; gone: boolean }) {
  const { items, isBooking, kindTitle } = placed
  return (
    <section className={order.card} aria-label={isBooking ? m.orders_periods() : kindTitle}>
      <PlainLines order={placed} gone={gone} />
      <TopUpSpot order={placed} gone={gone} />
      <ul className={order.tickets}>
        {items.map((item) => (
          <li key={item.id}>
            <Ticket item={item} gone={gone || item.status === 'cancelled'} alone={items.length === 1} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type WayOnProps = {
  standing: Standing
  orderNo: string
  kind: ShownKind
  page: OrderAnswer['page']
  /** Of a supplement: the order of its booking. */
  bookingNo: string | undefined
}

function WayOn({ standing, orderNo, kind, page, bookingNo }: WayOnProps): ReactNode {
  const over = standing === 'expired' || standing === 'cancelled' || standing === 'venue-cancelled'
  return (
    <div className="stack gap-2">
      {standing === 'confirmed' && kind !== 'plain' && <TicketLink orderNo={bookingNo ?? orderNo} />}
      {standing === 'confirmed' && kind !== 'plain' && <CalendarButton orderNo={bookingNo ?? orderNo} />}
      {bookingNo !== undefined && <BookingLink orderNo={bookingNo} />}
      <ButtonLink to="/member/order/overview" search={{ orderNo }} look="secondary" className={order.small}>
        {bookingNo === undefined ? m.result_see_order() : m.result_see_supplement()}
      </ButtonLink>
      {kind === 'plain' && page && (
        <ButtonLink to={page.path as '/member'} look={over || standing === 'confirmed' ? 'primary' : 'secondary'} className={order.small}>
          {page.label}
        </ButtonLink>
      )}
      {kind !== 'plain' && over && bookingNo === undefined && (
        <ButtonLink to="/order" className={order.small}>
          {m.result_book_again()}
        </ButtonLink>
      )}
      {over && kind === 'offer' && (
        <ButtonLink to="/member/order/overview" search={{ wishes: '1' }} look="secondary" className={order.small}>
          {m.wish_see_all()}
        </ButtonLink>
      )}
    </div>
  )
}

/** Result of a payment, polled until it is final: the provider's notice may be late. */
function useResult(asked: Asked) {
  const [since] = useState(() => Date.now())
  const { data, dataUpdatedAt } = useQuery({
    ...resultQuery(useApi(), asked),
    refetchInterval: ({ state }) => (state.data ? resultPollInterval(standingOf(state.data), Date.now() - since) : false),
  })
  return { result: data, waitedLong: isLong(dataUpdatedAt - since) }
}
