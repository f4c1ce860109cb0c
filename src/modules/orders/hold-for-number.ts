import type { Trx } from '#db/connect.ts'
import { prolongHold } from '#modules/availability/store.ts'
import { lockOrder } from './order-store.ts'
import { prolongPayBefore } from './payable-store.ts'
import { stateNow } from './rules.ts'

/**
 * A bank or store number was issued: extends the hold to its deadline, but never past the start of a period. False when
 * the order no longer awaits payment; money that still arrives is then a late payment.
 */
export async function holdForNumber(trx: Trx, orderId: string, until: Date, now: Date): Promise<boolean> {
  const order = await lockOrder(trx, orderId)
  if (!order || stateNow(order.state, order.payBefore, now) !== 'awaiting-payment') return false
  const first = Math.min(...order.items.map(({ period }) => period.start.getTime()))
  const deadline = new Date(Math.min(until.getTime(), first))
  if (order.payBefore !== null && deadline > order.payBefore) {
    await prolongHold(
      trx,
      order.items.map(({ id }) => id),
      deadline,
    )
    await prolongPayBefore(trx, orderId, deadline)
  }
  return true
}
