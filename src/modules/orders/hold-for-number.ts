import type { Trx } from '#db/connect.ts'
import { prolongHold } from '#modules/availability/store.ts'
import { lockOrder } from './order-store.ts'
import { prolongPayBefore } from './payable-store.ts'
import { stateNow } from './rules.ts'

/**
 * The member has a number to pay to at a bank or in a shop: what is held stays held until the number runs out, and
 * never into its own time. False when the order did not wait for money any more; if it comes all the same, it is late.
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
