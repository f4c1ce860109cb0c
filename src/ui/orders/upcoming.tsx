import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/accounts/member-queries.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { OrderCard } from './order-card.tsx'
import { upcomingQuery } from './order-queries.ts'
import order from './order.module.css'
import { Ticket } from './ticket.tsx'
import style from './upcoming.module.css'

const shownAtMost = 4

/** A22: what is to pay, with its clock, and what comes next. */
export function Upcoming() {
  const { data } = useQuery(upcomingQuery(useApi()))
  if (!data) return <div className={style.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  return (
    <>
      {data.toPay.length > 0 && (
        <section className={style.section} aria-labelledby="to-pay">
          <h2 id="to-pay">{m.orders_to_pay()}</h2>
          {data.toPay.map((one) => (
            <OrderCard key={one.orderNo} order={one} />
          ))}
        </section>
      )}
      <section className={style.section} aria-labelledby="next-bookings">
        <div className={style.top}>
          <h2 id="next-bookings">{m.orders_next()}</h2>
          <Link to="/member/order/overview">{m.orders_see_all()}</Link>
        </div>
        {data.next.length > 0 ? <Next orders={data.next} /> : <Nothing />}
      </section>
    </>
  )
}

/** Period by period, whichever order it belongs to. */
function Next({ orders }: { orders: OrderAnswer[] }) {
  const coming = orders
    .flatMap(({ orderNo, items, serverTime }) =>
      items.filter(({ status, end }) => status === 'active' && end > serverTime).map((item) => ({ orderNo, item })),
    )
    .toSorted((a, b) => Date.parse(a.item.start) - Date.parse(b.item.start))
    .slice(0, shownAtMost)
  return (
    <ul className={style.next}>
      {coming.map(({ orderNo, item }) => (
        <li key={item.id}>
          <Link to="/member/order/overview" search={{ orderNo }} className={order.card}>
            <Ticket item={item} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Nothing() {
  return (
    <div className={style.nothing}>
      <CourtDrawing sport="badminton" className={style.court} />
      <div>
        <p>{m.orders_nothing_next()}</p>
        <ButtonLink to="/order" className={order.small}>
          {m.orders_book()}
        </ButtonLink>
      </div>
    </div>
  )
}
