import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { FeedLink } from '#ui/orders/calendar-button.tsx'
import detail from '#ui/orders/order-detail.module.css'
import { StateChip } from '#ui/orders/state-chip.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CentreContact } from '#ui/centre/centre-contact.tsx'
import { useCentre } from '#ui/session/viewer.ts'
import { PaperButtons } from '#ui/papers/paper-buttons.tsx'
import { NextTicket } from './next-ticket.tsx'
import { chosenDay, ticketDays, type TicketItemAnswer, type TicketDay } from './ticket-days.ts'
import style from './ticket-page.module.css'
import { ticketQuery } from './ticket-queries.ts'
import { WhoPlays } from './who-plays.tsx'
import { formatDay, formatTime } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'

/** Codes of one day to show at the check-in desk, as large as the screen allows; links to the other days. */
export function TicketPage({ orderNo, day }: { orderNo: string; day: string | undefined }) {
  const { data: ticket } = useQuery(ticketQuery(useApi(), orderNo))
  if (!ticket) return <div className={detail.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  const days = ticketDays(ticket.items)
  const chosen = chosenDay(days, day)!
  return (
    <div className="stack gap-5">
      <div>
        <header className={detail.head}>
          <h1>{m.ticket_title()}</h1>
          <StateChip state={ticket.status} />
        </header>
        <p className={style.who}>
          {ticket.name} · {m.orders_order({ orderNo })}
        </p>
      </div>
      <div className={style.sheet}>
        <NextTicket orderNo={orderNo} day={chosen.day} whole />
        <div className="stack gap-5">
          <WhoPlays ticket={ticket} />
          {days.length > 1 && <OtherDays orderNo={orderNo} days={days} chosen={chosen} />}
          <TicketCentre />
          <TicketRules items={chosen.items} />
          <section className={style.place} aria-label={m.ticket_paper()}>
            <h2>{m.ticket_paper()}</h2>
            <PaperButtons path={`/api/Paper/Ticket/${orderNo}`} />
          </section>
          <FeedLink className={style.feed} />
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

/** Rules, once for each building. */
function TicketRules({ items }: { items: TicketItemAnswer[] }) {
  const facilities = [...new Map(items.map((item) => [item.venue1stName, item])).values()]
  return facilities.map(
    ({ venue1stName, rules }) =>
      rules.length > 0 && (
        <section key={venue1stName} className={style.place} aria-label={venue1stName}>
          <h2>{m.ticket_rules()}</h2>
          {facilities.length > 1 && <p>{venue1stName}</p>}
          <ul>
            {rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </section>
      ),
  )
}

/** Links to the days of the booking. */
function OtherDays({ orderNo, days, chosen }: { orderNo: string; days: TicketDay[]; chosen: TicketDay }) {
  return (
    <nav className={style.days} aria-label={m.ticket_days()}>
      <h2>{m.ticket_days()}</h2>
      <ul>
        {days.map(({ day, items }) => (
          <li key={day}>
            <Link
              to="/member/order/ticket"
              search={{ orderNo, day }}
              replace
              className={style.day}
              aria-current={day === chosen.day ? 'true' : undefined}
              data-gone={items.every(({ code }) => code === null) || undefined}
            >
              <b>{formatDay(new Date(items[0]!.start), getLocale())}</b>
              <span>{formatTime(new Date(items[0]!.start))}</span>
              <small>{wordOf(items)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What became of a day, if anything. */
function wordOf(items: TicketItemAnswer[]): string {
  if (items.every(({ status }) => status === 'cancelled')) return m.orders_state_cancelled()
  if (items.some(({ attendance }) => attendance === 'no-show')) return m.orders_state_no_show()
  if (items.some(({ attendance }) => attendance === 'checked-in')) return m.orders_state_checked_in()
  return items.every(({ code }) => code === null) ? m.ticket_over() : ''
}
