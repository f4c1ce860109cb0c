import { m } from '#i18n/generated/messages.js'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import style from './order.module.css'
import { Ticket } from './ticket.tsx'

/** `top-up`: pays for a move that the member has asked for. A supplement is for one that the centre has made. */
export type ShownKind = OrderAnswer['kind'] | 'top-up'
export const kindOf = ({ kind, topUpFor }: Pick<OrderAnswer, 'kind' | 'topUpFor'>): ShownKind => (topUpFor?.to ? 'top-up' : kind)

/** What a supplement or a top-up is for: the title, and the court and time that the booking moves to. */
export function TopUpSpot({ order: { kind, title, topUpFor }, gone }: { order: OrderAnswer; gone: boolean }) {
  if (kind !== 'supplement') return null
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
