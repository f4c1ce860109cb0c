import { formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { OneOrderAnswer } from '#modules/orders/wire.ts'
import detail from '#ui/orders/order-detail.module.css'
import { StateChip } from '#ui/orders/state-chip.tsx'

/** What an order is: place and time of its first booking, or what was bought; beside it its number and state. */
export function OrderHeading({ order }: { order: OneOrderAnswer }) {
  const { orderNo, items, status } = order
  const kept = items.filter((item) => item.status === 'active')
  const shown = (kept.length > 0 ? kept : items).toSorted((a, b) => a.start.localeCompare(b.start))
  const [first] = shown
  return (
    <header className={detail.heading}>
      <p className={detail.top}>
        <StateChip state={status} of={order} atDesk={order.payAtDesk && m.orders_state_at_desk()} />
        <span>{m.orders_order({ orderNo })}</span>
      </p>
      <h1>
        {first && order.isBooking ? (
          <>
            {formatPeriod(new Date(first.start), new Date(first.end), getLocale())}{' '}
            <span>
              {first.venue1stName}
              {shown.length > 1 ? ` · ${m.orders_periods_count({ count: shown.length })}` : ` · ${first.venue2ndName}`}
            </span>
          </>
        ) : (
          (order.title ?? order.kindTitle)
        )}
      </h1>
    </header>
  )
}
