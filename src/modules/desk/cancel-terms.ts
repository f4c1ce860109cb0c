import { totalOf, whyNotMovable, type NotMovable } from '#modules/orders/item-move-rules.ts'
import type { ItemToMove } from '#modules/orders/item-move-store.ts'
import type { ShownOrder } from '#modules/orders/read-order.ts'
import { paidFor } from '#modules/orders/rules.ts'
import { decideRefund } from '#modules/refunds/check-refund.ts'

export type CancelTerms = {
  /** Why it can be neither moved nor cancelled. */
  locked: NotMovable | null
  /** What goes back as the terms say; null where they give no answer, and while nothing is paid. */
  refundByRule: number | null
  refundInFull: number
}

/** What cancelling a booking would pay back now. */
export function cancelTermsOf(order: ShownOrder | undefined, item: ItemToMove, lateCancelHours: number, now: Date): CancelTerms {
  const locked = whyNotMovable(item, now) ?? null
  if (item.orderState === 'awaiting-payment') return { locked, refundByRule: null, refundInFull: 0 }
  const decided = order && decideRefund(order, [item.id], lateCancelHours, now)
  const shown = order?.items.find(({ id }) => id === item.id)
  return { locked, refundByRule: decided?.ok ? decided.value.items[0]!.amount : null, refundInFull: shown ? paidFor(shown) : totalOf(item) }
}
