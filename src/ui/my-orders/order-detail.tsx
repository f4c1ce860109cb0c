import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import { whyNotRatable } from '#modules/feedback/rules.ts'
import type { OneOrderAnswer, OrderAnswer } from '#modules/orders/wire.ts'
import type { RefundAnswer } from '#modules/refunds/wire.ts'
import { useMay } from '#ui/session/may.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useViewer } from '#ui/session/viewer.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { Facts } from '#ui/kit/facts.tsx'
import { ratableQuery } from '#ui/orders/survey-queries.ts'
import { refundsOfQuery } from '#ui/refunds/refund-queries.ts'
import { refundTone, refundWord } from '#ui/refunds/refund-words.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookAgain } from './book-again.tsx'
import { ComingBack } from './coming-back.tsx'
import { CalendarButton } from '#ui/orders/calendar-button.tsx'
import { CancelOrder } from '#ui/orders/cancel-order.tsx'
import { ContactForm } from '#ui/orders/contact-form.tsx'
import { HoldClock } from '#ui/orders/hold-clock.tsx'
import { PlainLines } from '#ui/orders/plain-lines.tsx'
import { MoveLink } from '#ui/orders/move-link.tsx'
import { MovedLine } from '#ui/orders/moved-line.tsx'
import detail from '#ui/orders/order-detail.module.css'
import { orderQuery, resultQuery } from '#ui/orders/order-queries.ts'
import { Offers } from './offers.tsx'
import { OrderHeading } from './order-heading.tsx'
import { OrderBalance } from './order-balance.tsx'
import { OrderPapers } from './order-papers.tsx'
import { refundOfItem, hasRefunds } from './order-refunds.ts'
import { isGone } from '#modules/orders/rules.ts'
import style from '#ui/orders/order.module.css'
import { PayOrAccept } from '#ui/orders/pay-or-accept.tsx'
import { PaymentNumber } from '#ui/orders/payment-number.tsx'
import { RefundTerms } from '#ui/orders/refund-terms.tsx'
import { refundSteps } from '#ui/orders/refund-steps.ts'
import { attendanceWord, closedWord } from '#ui/orders/order-words.ts'
import { BookingLink, kindOf, TopUpSpot } from '#ui/orders/top-up.tsx'
import { showsTicket, TicketLink } from '#ui/orders/ticket-link.tsx'
import { Ticket } from '#ui/orders/ticket.tsx'

/** One order in full. */
export function OrderDetail({ orderNo }: { orderNo: string }) {
  const api = useApi()
  const { data: order } = useQuery(orderQuery(api, orderNo))
  const { data: found } = useQuery({ ...refundsOfQuery(api, orderNo), enabled: order !== undefined && hasRefunds(order) })
  const refunds = found?.items ?? []
  if (!order) return <div className={detail.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  const { status, items } = order
  const gone = isGone(status)
  const live = items.filter((item) => item.status === 'active')
  return (
    <div className="stack gap-5">
      <OrderHeading order={order} />
      {live.some(({ parked }) => parked) && <Offers orderNo={orderNo} />}
      <ComingBack order={order} refunds={refunds} />
      <div className="beside">
        {status === 'awaiting-payment' && <ToPay order={order} />}
        <section className={`does ${style.card}`} aria-label={order.isBooking ? m.orders_periods() : order.kindTitle}>
          <PlainLines order={order} gone={gone} priced />
          <TopUpSpot order={order} gone={gone} />
          <Items order={order} refunds={refunds} />
        </section>
        <div className="stack gap-5">
          <section className={style.card} aria-label={m.orders_amount()}>
            <p className={style.amount}>
              <span>{gone || order.balance ? m.orders_amount_first() : m.orders_amount()}</span>
              <b>{order.amount === 0 ? m.orders_free() : formatMoney(order.amount)}</b>
            </p>
            {order.balance && <OrderBalance balance={order.balance} />}
            <Actions order={order} />
          </section>
          {status === 'confirmed' && live.length > 0 && order.amount > 0 && (
            <section className={style.card}>
              <RefundTerms steps={refundSteps(live.map((item) => item.refund))} />
            </section>
          )}
        </div>
        <div className="does stack gap-5">
          <OrderFacts order={order} refunds={refunds} />
          {!gone && order.isBooking && <ContactForm key={orderNo} order={order} />}
        </div>
      </div>
    </div>
  )
}

function Items({ order, refunds }: { order: OrderAnswer; refunds: readonly RefundAnswer[] }) {
  const gone = isGone(order.status)
  return (
    <ul className={style.tickets}>
      {order.items.map((item) => (
        <li key={item.id}>
          <Ticket
            item={item}
            gone={gone || item.status === 'cancelled'}
            alone={order.items.length === 1}
            untimed={order.isBooking && order.items.length === 1}
            aside={<b>{formatMoney(item.total)}</b>}
            deeds={<MoveLink orderNo={order.orderNo} item={item} />}
          >
            <p className={detail.parts}>{partsOf(item)}</p>
            {item.status === 'active' && item.attendance !== 'expected' && (
              <p className={detail.parts}>{attendanceWord(item.attendance)}</p>
            )}
            <MovedLine item={item} className={item.parked ? detail.taken : detail.parts} />
            {item.status === 'cancelled' && !gone && (
              <p className={detail.taken}>{item.cancelledBy === 'venue' ? m.orders_item_cancelled() : m.orders_item_given_back()}</p>
            )}
            <ItemRefund back={refundOfItem(refunds, item.id)} />
            {item.pendingMove && <PendingMove move={item.pendingMove} />}
          </Ticket>
        </li>
      ))}
    </ul>
  )
}

/** A move to a dearer period that is not paid yet. */
function PendingMove({ move }: { move: NonNullable<OrderAnswer['items'][number]['pendingMove']> }) {
  const period = formatPeriod(new Date(move.start), new Date(move.end), getLocale())
  return (
    <Callout
      tone="due"
      title={m.move_pending({ amount: formatMoney(move.amount) })}
      action={
        <Link to="/member/order/payment-complete" search={{ orderNo: move.orderNo }}>
          {m.move_pending_pay()}
        </Link>
      }
    >
      {m.move_pending_text({ court: `${move.venue1stName} ${move.venue2ndName}`, period })}
    </Callout>
  )
}

function Actions({ order }: { order: OrderAnswer }) {
  const { orderNo, status, items } = order
  const mayGiveUp = useMay('POST /api/Order/Refund')
  return (
    <div className={style.actions}>
      {showsTicket(order) && <TicketLink orderNo={orderNo} />}
      {order.topUpFor && <BookingLink orderNo={order.topUpFor.orderNo} />}
      {!isGone(status) && items.length > 0 && <CalendarButton orderNo={orderNo} />}
      {status === 'awaiting-payment' && <CancelOrder orderNo={orderNo} kind={kindOf(order)} />}
      {order.preOrderNo !== null && (
        <ButtonLink to="/member/order/schedule/$id" params={{ id: order.preOrderNo }} look="secondary" className={style.small}>
          {m.refund_season_link()}
        </ButtonLink>
      )}
      {mayGiveUp &&
        order.preOrderNo === null &&
        // A parked booking waits for other floor; who declines that gets everything back, and not what the terms say.
        (items.some((item) => item.status === 'active' && !item.parked && item.refund.length > 0) || order.linesGoBack) &&
        (status === 'confirmed' || status === 'checked-in') && (
          <ButtonLink to="/member/order/refund/apply" search={{ orderNo }} look="quiet" className={style.small}>
            {m.refund_ask()}
          </ButtonLink>
        )}
      {isRatable(order) && <Rating orderNo={orderNo} />}
    </div>
  )
}

/** The stars that the member gave; else the way to give them. */
function Rating({ orderNo }: { orderNo: string }) {
  const { data } = useQuery(ratableQuery(useApi()))
  const rated = data?.rated.find((one) => one.orderNo === orderNo)
  if (rated) return <Chip tone="plain">{m.star_rated({ stars: rated.stars })}</Chip>
  if (!data) return null
  return (
    <ButtonLink to="/satisfaction" search={{ order: orderNo }} look="secondary" className={style.small}>
      {m.star_rate()}
    </ButtonLink>
  )
}

/** Refund of one item: amount and state. */
function ItemRefund({ back }: { back: ReturnType<typeof refundOfItem> }) {
  if (!back) return null
  return (
    <p className={detail.parts}>
      <Link to="/member/order/refund" search={{ refundNo: back.refundNo }}>
        {m.orders_item_back({ amount: formatMoney(back.amount) })}
      </Link>{' '}
      <Chip tone={refundTone(back.status)}>{refundWord(back.status)}</Chip>
    </p>
  )
}

function ToPay({ order: { orderNo, amount, payBefore, serverTime, fromWaitingList, payAtDesk } }: { order: OrderAnswer }) {
  const { data: result } = useQuery(resultQuery(useApi(), { orderNo }))
  const number = result?.payment?.state === 'number-issued' ? result.payment.number : null
  return (
    <section className={style.card} data-tone="due" aria-label={fromWaitingList ? m.wish_offer() : m.orders_state_awaiting()}>
      {fromWaitingList && <h2>{m.wish_offer()}</h2>}
      <div className="bar">
        <p className={style.amount}>
          <span>{m.orders_amount_due()}</span>
          <b>{formatMoney(amount)}</b>
        </p>
        {payBefore && <HoldClock payBefore={payBefore} serverTime={serverTime} payAtDesk={payAtDesk} />}
      </div>
      {number && <PaymentNumber number={number} amount={amount} />}
      {fromWaitingList && <p className={detail.parts}>{offerText(amount, payAtDesk)}</p>}
      {payAtDesk && !fromWaitingList && <p className={detail.parts}>{m.pay_at_desk_text()}</p>}
      <PayOrAccept
        orderNo={orderNo}
        way={number ? undefined : (result?.payment?.way ?? undefined)}
        amount={amount}
        payAtDesk={payAtDesk}
        wide
        look={number ? 'secondary' : 'primary'}
      >
        {number ? m.pay_other_way() : undefined}
      </PayOrAccept>
    </section>
  )
}

const offerText = (amount: number, payAtDesk: boolean): string =>
  amount === 0 ? m.wish_offer_free_text() : payAtDesk ? m.wish_offer_desk_text() : m.wish_offer_text()

function isRatable({ status, items, serverTime }: OrderAnswer): boolean {
  const ends = items.flatMap((item) => (item.status === 'active' ? new Date(item.end).getTime() : []))
  return whyNotRatable(status, ends.length > 0 ? new Date(Math.max(...ends)) : null, new Date(serverTime)) === undefined
}

const partsOf = ({ price, lightFee, deposit, toppedUp, identity }: OrderAnswer['items'][number]) =>
  [
    identity,
    m.orders_fee({ amount: formatMoney(price) }),
    lightFee > 0 && m.orders_light_fee({ amount: formatMoney(lightFee) }),
    deposit > 0 && m.orders_deposit({ amount: formatMoney(deposit) }),
    toppedUp > 0 && m.orders_topped_up({ amount: formatMoney(toppedUp) }),
  ]
    .filter(Boolean)
    .join(' · ')

function OrderFacts({ order, refunds }: { order: OneOrderAnswer; refunds: readonly RefundAnswer[] }) {
  const begun = order.items.some(({ status, start }) => status === 'active' && start <= order.serverTime)
  const moment = (at: string) => formatMoment(new Date(at), getLocale())
  const { isBooking } = order
  const viewer = useViewer()
  const isForClub = viewer !== null && viewer.id !== viewer.personId
  return (
    <>
      {order.isBooking && !order.isTopUp && order.preOrderNo === null && !isGone(order.status) && begun && (
        <BookAgain orderNo={order.orderNo} />
      )}
      <OrderPapers order={order} refunds={refunds} />
      <Facts
        facts={[
          [isBooking ? m.orders_placed_at() : m.orders_ordered_at(), moment(order.createdAt)],
          order.confirmedAt && [isBooking ? m.orders_confirmed_at() : m.orders_paid_at(), moment(order.confirmedAt)],
          order.closedAt && [closedWord(order.status), moment(order.closedAt)],
          order.paid > 0 && !order.balance && [m.orders_paid(), formatMoney(order.paid)],
          order.placedByStaff && [m.orders_placed_by(), m.orders_placed_by_staff()],
          isForClub && [m.orders_for_club(), viewer.communityName],
          ...deedFacts(order.deeds),
        ]}
      />
    </>
  )
}

const deedWords: Record<OneOrderAnswer['deeds'][number]['deed'], () => string> = {
  booked: m.club_deed_booked,
  changed: m.club_deed_changed,
  moved: m.club_deed_moved,
  given_up: m.club_deed_given_up,
  account_named: m.club_deed_account_named,
  went_to_pay: m.club_deed_went_to_pay,
  acted: m.club_deed_acted,
}

/** Who of the club did what. */
const deedFacts = (deeds: OneOrderAnswer['deeds']) =>
  deeds.map(
    ({ deed, name, at }) => [deedWords[deed](), m.club_deed_by({ name, at: formatMoment(new Date(at), getLocale()) })] as [string, string],
  )
