import { formatDay, formatTime } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { Link } from '@tanstack/react-router'
import style from './other-days.module.css'
import type { TicketDay, TicketItemAnswer } from './ticket-days.ts'

/** Links to the days of the booking. */
export function OtherDays({ orderNo, days, chosen }: { orderNo: string; days: TicketDay[]; chosen: TicketDay }) {
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
