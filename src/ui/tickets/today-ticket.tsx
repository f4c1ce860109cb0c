import { formatTime } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { learnServerTime, useServerTime } from '#ui/kit/server-clock.ts'
import { comingPeriods } from '#ui/orders/coming-periods.ts'
import { upcomingQuery } from '#ui/orders/order-queries.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import style from './today-ticket.module.css'
import { todaysPeriod } from './todays-period.ts'

/** On the day of a booking: the way to its ticket. Read in the browser, because pages are shared by many members. */
export function TodayTicket() {
  const { data } = useQuery({ ...upcomingQuery(useApi()), staleTime: 60_000 })
  const serverTime = data?.next[0]?.serverTime
  return data && serverTime !== undefined ? <Shown orders={data.next} serverTime={serverTime} /> : null
}

function Shown({ orders, serverTime }: { orders: OrderAnswer[]; serverTime: string }) {
  useEffect(() => learnServerTime(serverTime, Date.now()), [serverTime])
  const id = useServerTime(serverTime, (now) => todaysPeriod(orders, now)?.item.id ?? '')
  const period = comingPeriods(orders).find(({ item }) => item.id === id)
  if (!period) return null
  const { orderNo, day, item } = period
  return (
    <Link to="/member/order/ticket" search={{ orderNo, day }} className={style.chip} data-today>
      <Icon name="ticket" size={18} />
      <span className="sr-only">{m.ticket_title()}</span>
      <span className={style.what}>
        <span>
          <span className={style.word}>{m.ticket_today()} </span>
          <b>{formatTime(new Date(item.start))}</b>
        </span>
        <span className={style.word}> · </span>
        <span>{item.venue2ndName}</span>
      </span>
    </Link>
  )
}
