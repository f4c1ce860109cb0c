import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { CalendarButton, FeedLink } from '#ui/orders/calendar-button.tsx'
import detail from '#ui/orders/order-detail.module.css'
import { StateChip } from '#ui/orders/state-chip.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CentreContact } from '#ui/centre/centre-contact.tsx'
import { useCentre } from '#ui/session/viewer.ts'
import { NextTicket } from './next-ticket.tsx'
import { OtherDays } from './other-days.tsx'
import { chosenDay, ticketDays } from './ticket-days.ts'
import { TicketPlaces } from './ticket-places.tsx'
import style from './ticket-page.module.css'
import { ticketQuery } from './ticket-queries.ts'

/** Codes of one day to show at the check-in desk, as large as the screen allows; links to the other days. */
export function TicketPage({ orderNo, day }: { orderNo: string; day: string | undefined }) {
  const { data: ticket } = useQuery(ticketQuery(useApi(), orderNo))
  if (!ticket) return <div className={detail.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  const days = ticketDays(ticket.items)
  const chosen = chosenDay(days, day)!
  return (
    <div className="stack gap-5">
      <Link to="/member/order/overview" search={{ orderNo }} className={detail.back}>
        <Icon name="back" size={18} />
        {m.orders_order({ orderNo })}
      </Link>
      <div>
        <header className={detail.head}>
          <h1>{m.ticket_title()}</h1>
          <StateChip state={ticket.status} />
        </header>
        <p className={style.who}>{ticket.name}</p>
      </div>
      <div className={style.sheet}>
        <NextTicket orderNo={orderNo} day={chosen.day} />
        <div className="stack gap-5">
          {days.length > 1 && <OtherDays orderNo={orderNo} days={days} chosen={chosen} />}
          <TicketPlaces items={chosen.items} />
          <TicketCentre />
          <div className="cluster">
            <CalendarButton orderNo={orderNo} />
            <FeedLink className={style.feed} />
          </div>
        </div>
      </div>
    </div>
  )
}

/** Contact of the centre: people open the ticket on their way. */
function TicketCentre() {
  const centre = useCentre()
  if (!centre) return null
  return (
    <section className={style.place} aria-labelledby="ticket-centre">
      <h2 id="ticket-centre">{m.ticket_way_here()}</h2>
      <p>
        <b>{centre.name}</b>
      </p>
      <CentreContact centre={centre} />
    </section>
  )
}
