import type { Trx } from '#db/connect.ts'
import { lockOrder } from '#modules/orders/order-store.ts'
import { lockSupplementsOf } from '#modules/orders/supplement-store.ts'
import { noteRefund } from './event-store.ts'
import { hasCardShare, refundableOrders } from './rules.ts'
import { readShares, writeRefund, type GivenItem, type Route } from './write-refund.ts'

/**
 * Refunds one date of a season that is given back; the pre-order's page has shown the amount. Frees it at once. False
 * when the date is not the member's.
 */
export const giveBackItem = (trx: Trx, { orderId, item }: { orderId: string; item: GivenItem }, now: Date): Promise<boolean> =>
  giveBackItems(trx, { orderId, items: [item], cause: 'given-back' }, now)

/** The same for several items of an order: one refund, one mail. */
export async function giveBackItems(
  trx: Trx,
  { orderId, items, cause }: { orderId: string; items: GivenItem[]; cause: 'given-back' | 'cancelled' },
  now: Date,
): Promise<boolean> {
  const order = await lockOrder(trx, orderId)
  const ids = items.map(({ id }) => id)
  const left = order?.items.filter(({ id }) => !ids.includes(id)) ?? []
  if (!order || !refundableOrders.includes(order.state) || left.length !== order.items.length - ids.length) return false
  await lockSupplementsOf(trx, orderId)
  // No account was asked for: a refund that cannot go to a card waits until the member names one.
  const shares = await readShares(trx, orderId, items)
  const route: Route = { way: hasCardShare(shares) ? 'card' : 'bank', state: 'approved', account: null }
  const refund = await writeRefund(trx, { orderId, items, shares, cause, reason: '' }, { route, isAnythingLeft: left.length > 0 }, now)
  await noteRefund(trx, refund, refund.way === 'bank' ? 'account-needed' : 'requested', now)
  return true
}
