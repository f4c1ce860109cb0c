import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { OneOrderAnswer } from '#modules/orders/wire.ts'
import type { RefundAnswer } from '#modules/refunds/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Link } from '@tanstack/react-router'
import { sumOf, waitingForAccount } from './order-refunds.ts'

type Props = { order: Pick<OneOrderAnswer, 'orderNo' | 'owed'>; refunds: readonly RefundAnswer[] }

/** What of an order's money is on its way back, and what of it waits for an account of the member. */
export function ComingBack({ order: { orderNo, owed }, refunds }: Props) {
  const waiting = waitingForAccount(refunds)
  const coming = owed - sumOf(waiting)
  return (
    <>
      {waiting.map((refund) => (
        <Callout
          key={refund.refundNo}
          tone="due"
          title={m.orders_waits_for_account({ amount: formatMoney(sumOf([refund])) })}
          action={
            <Link to="/member/order/refund" search={{ refundNo: refund.refundNo }}>
              {m.refund_give_account()}
            </Link>
          }
        />
      ))}
      {coming > 0 && (
        <Callout
          tone="info"
          title={m.orders_coming_back({ amount: formatMoney(coming) })}
          action={
            <Link to="/member/order/refund" search={{ orderNo }}>
              {m.refund_see()}
            </Link>
          }
        />
      )}
    </>
  )
}
