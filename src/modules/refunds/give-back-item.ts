import type { Trx } from '#db/connect.ts'
import { findPaidAttempt, lockOrder } from '#modules/orders/order-store.ts'
import { noteRefund } from './event-store.ts'
import { goesBackToCard, refundableOrders } from './rules.ts'
import { readPaidBy } from './store.ts'
import { giveUpItems, routeOfNothing, sumOf, writeRefund, type GivenItem, type Route } from './write-refund.ts'

/**
 * Refunds one date of a season that is given back; the pre-order's page has shown the amount. Frees it at once. False
 * when the date is not the member's.
 */
export const giveBackItem = (trx: Trx, { orderId, item }: { orderId: string; item: GivenItem }, now: Date): Promise<boolean> =>
  giveBackItems(trx, { orderId, items: [item] }, now)

/** The same for several items of an order: one refund, one mail. */
export async function giveBackItems(trx: Trx, { orderId, items }: { orderId: string; items: GivenItem[] }, now: Date): Promise<boolean> {
  const order = await lockOrder(trx, orderId)
  const ids = items.map(({ id }) => id)
  const left = order?.items.filter(({ id }) => !ids.includes(id)) ?? []
  if (!order || !refundableOrders.includes(order.state) || left.length !== order.items.length - ids.length) return false
  const attemptId = await findPaidAttempt(trx, orderId)
  const given = attemptId === undefined ? items.map((item) => ({ ...item, paid: 0, amount: 0 })) : items
  const route = attemptId === undefined || sumOf(given) === 0 ? routeOfNothing : await routeBack(trx, attemptId)
  const refund = await writeRefund(trx, { orderId, items: given, cause: 'given-back', reason: '' }, route, now)
  await giveUpItems(trx, orderId, ids, left.length > 0, now)
  await noteRefund(trx, refund, route.way === 'bank' ? 'account-needed' : 'requested', now)
  return true
}

/** No account was asked for: a refund that cannot go to a card waits until the member names one. */
async function routeBack(trx: Trx, attemptId: string): Promise<Route> {
  const { method } = await readPaidBy(trx, attemptId)
  return { way: goesBackToCard(method) ? 'card' : 'bank', state: 'approved', attemptId, account: null }
}
