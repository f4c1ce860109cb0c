import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import detail from '#ui/orders/order-detail.module.css'
import { chosenDay, ticketDays } from './ticket-days.ts'
import { TicketItem } from './ticket-item.tsx'
import style from './ticket-page.module.css'
import { ticketQuery } from './ticket-queries.ts'

type Props = {
  orderNo: string
  day?: string | undefined
  /** With the court on the plan of its hall, where it is, and what can be done with the ticket. */
  whole?: boolean
}

/** Tickets of an order's next day. */
export function NextTicket({ orderNo, day, whole = false }: Props) {
  const { data: ticket } = useQuery(ticketQuery(useApi(), orderNo))
  if (!ticket) return <div className={detail.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  return (
    <ul className={style.items}>
      {chosenDay(ticketDays(ticket.items), day)!.items.map((item) => (
        <li key={item.id}>
          <TicketItem
            orderNo={orderNo}
            item={item}
            hall={whole ? ticket.halls.find(({ venue1stId }) => venue1stId === item.venue1stId) : undefined}
            players={whole ? ticket.players : []}
            serverTime={ticket.serverTime}
          />
        </li>
      ))}
    </ul>
  )
}
