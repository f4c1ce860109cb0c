import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { BookLink } from '#ui/orders/book-link.tsx'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { NextTicket } from '#ui/tickets/next-ticket.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { comingPeriods } from '#ui/orders/coming-periods.ts'
import { OrderCard } from '#ui/orders/order-card.tsx'
import { upcomingQuery } from '#ui/orders/order-queries.ts'
import order from '#ui/orders/order.module.css'
import { Ticket } from '#ui/orders/ticket.tsx'
import { Offers } from './offers.tsx'
import style from './upcoming.module.css'

const shownAtMost = 3

/** Unpaid orders with their countdown, and the next bookings. */
export function Upcoming() {
  const { data } = useQuery(upcomingQuery(useApi()))
  if (!data) return <div className={style.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  return (
    <>
      {data.next.some(({ items }) => items.some(({ parked }) => parked)) && <Offers />}
      {data.toPay.length > 0 && (
        <section className="stack" aria-labelledby="to-pay">
          <h2 id="to-pay">{m.orders_to_pay()}</h2>
          {data.toPay.map((one) => (
            <OrderCard key={one.orderNo} order={one} />
          ))}
        </section>
      )}
      <section className="stack" aria-labelledby="next-bookings">
        <div className={style.top}>
          <h2 id="next-bookings">{m.orders_next()}</h2>
          <Link to="/member/order/overview">{m.orders_see_all()}</Link>
        </div>
        {data.next.length > 0 ? <Next orders={data.next} /> : <Nothing />}
      </section>
    </>
  )
}

/** Ticket of the next booking, then the periods of all orders, each with a link to its ticket. */
function Next({ orders }: { orders: OrderAnswer[] }) {
  const [first, ...others] = comingPeriods(orders)
  if (!first) return null
  const later = others.filter(({ orderNo, day }) => orderNo !== first.orderNo || day !== first.day).slice(0, shownAtMost)
  return (
    <>
      <NextTicket orderNo={first.orderNo} day={first.day} />
      <ul className={style.next}>
        {later.map(({ orderNo, day, item }) => (
          <li key={item.id}>
            <Link to="/member/order/ticket" search={{ orderNo, day }} className={order.card}>
              <Ticket item={item}>
                <p className={style.toTicket}>{m.ticket_show()}</p>
              </Ticket>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function Nothing() {
  return (
    <div className={style.nothing}>
      <CourtDrawing sport="badminton" className={style.court} />
      <div>
        <p>{m.orders_nothing_next()}</p>
        <BookLink className={order.small!} />
      </div>
    </div>
  )
}
