import { m } from '#i18n/generated/messages.js'
import { hasTicket } from '#modules/attendance/rules.ts'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import style from './order.module.css'

/** Whether the order has a ticket for a period that is not over. */
export const showsTicket = ({ status, items, serverTime }: OrderAnswer): boolean =>
  hasTicket(status) &&
  items.some((item) => item.status === 'active' && item.attendance !== 'no-show' && new Date(item.end) > new Date(serverTime))

export function TicketLink({ orderNo }: { orderNo: string }) {
  return (
    <ButtonLink to="/member/order/ticket" search={{ orderNo }} className={style.small}>
      <span className={style.withIcon}>
        <Icon name="ticket" size={18} />
        {m.ticket_show()}
      </span>
    </ButtonLink>
  )
}
