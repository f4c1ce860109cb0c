import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { isGone } from '#modules/orders/rules.ts'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import type { RefundAnswer } from '#modules/refunds/wire.ts'
import { OrderInvoices } from '#ui/invoices/order-invoices.tsx'
import { PaperButtons } from '#ui/papers/paper-buttons.tsx'
import style from './order-papers.module.css'

/** Everything of an order that is read or kept as a paper: itself, its invoices, and its refunds. */
export function OrderPapers({ order, refunds }: { order: OrderAnswer; refunds: readonly RefundAnswer[] }) {
  const { orderNo, isBooking, status } = order
  const isConfirmation = isBooking && status !== 'awaiting-payment' && !isGone(status)
  return (
    <section className={style.papers} aria-labelledby="order-papers">
      <h2 id="order-papers">{m.paper_all()}</h2>
      <Paper name={isConfirmation ? m.paper_confirmation() : m.paper_order()} path={`/api/Paper/Order/${orderNo}`} />
      <OrderInvoices orderNo={orderNo} />
      {refunds.map(({ refundNo, amount }) => (
        <Paper key={refundNo} name={`${m.paper_refund()} ${refundNo} ${formatMoney(amount)}`} path={`/api/Paper/Refund/${refundNo}`} />
      ))}
    </section>
  )
}

function Paper({ name, path }: { name: string; path: string }) {
  return (
    <div className={style.paper} role="group" aria-label={name}>
      <p>{name}</p>
      <PaperButtons path={path} />
    </div>
  )
}
