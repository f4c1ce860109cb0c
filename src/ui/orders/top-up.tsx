import { m } from '#i18n/generated/messages.js'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import style from './order.module.css'
import { Ticket } from './ticket.tsx'

/**
 * What an order is called. `plain`: it has no court. `top-up`: pays for a move that the member has asked for; a supplement is for one that
 * the centre has made. `offer`: what the waiting list holds.
 */
export type ShownKind = 'booking' | 'plain' | 'supplement' | 'top-up' | 'offer'
type Kinded = Pick<OrderAnswer, 'isBooking' | 'isTopUp' | 'topUpFor' | 'fromWaitingList'>
export function kindOf({ isBooking, isTopUp, topUpFor, fromWaitingList }: Kinded): ShownKind {
  if (topUpFor?.to) return 'top-up'
  if (fromWaitingList) return 'offer'
  return isTopUp ? 'supplement' : isBooking ? 'booking' : 'plain'
}

/** What a supplement or a top-up is for: the title, and the court and time that the booking moves to. */
export function TopUpSpot({ order: { isTopUp, title, topUpFor }, gone }: { order: OrderAnswer; gone: boolean }) {
  if (!isTopUp) return null
  return (
    <>
      <p className={style.number}>{title}</p>
      {topUpFor?.to && <Ticket item={topUpFor.to} gone={gone} />}
    </>
  )
}

/** To the order whose booking a supplement is for. */
export function BookingLink({ orderNo }: { orderNo: string }) {
  return (
    <ButtonLink to="/member/order/overview" search={{ orderNo }} look="secondary" className={style.small}>
      {m.move_see_booking()}
    </ButtonLink>
  )
}
