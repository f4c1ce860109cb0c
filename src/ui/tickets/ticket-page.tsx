import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/accounts/member-queries.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { CalendarButton } from '#ui/orders/calendar-button.tsx'
import detail from '#ui/orders/order-detail.module.css'
import { StateChip } from '#ui/orders/state-chip.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TicketItem } from './ticket-item.tsx'
import style from './ticket-page.module.css'
import { ticketQuery } from './ticket-queries.ts'

/** What is shown at the desk: one code for each period, as large as the screen allows. */
export function TicketPage({ orderNo }: { orderNo: string }) {
  const { data: ticket } = useQuery(ticketQuery(useApi(), orderNo))
  if (!ticket) return <div className={detail.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  return (
    <div className={detail.page}>
      <Link to="/member/order/venue" className={detail.back}>
        <Icon name="back" size={18} />
        {m.orders_back()}
      </Link>
      <header className={detail.head}>
        <h1>{m.ticket_title()}</h1>
        <StateChip state={ticket.status} />
      </header>
      <p className={style.who}>{m.ticket_for({ name: ticket.name, orderNo })}</p>
      <ul className={style.items}>
        {ticket.items.map((item) => (
          <li key={item.id}>
            <TicketItem item={item} serverTime={ticket.serverTime} />
          </li>
        ))}
      </ul>
      <div className={style.actions}>
        <CalendarButton orderNo={orderNo} />
      </div>
    </div>
  )
}
