import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { freeSpaces, keepSpaces } from '#modules/availability/store.ts'
import { addOrderEvents, countChanges, noteEvent } from './event-store.ts'
import { followDeadline } from './follow-deadline.ts'
import { closeSupplements, type PaidSupplement } from './give-back-supplements.ts'
import { moveOrder } from './move-store.ts'
import { cancelItems, findPaidAttempt, lockOrder, sumItems } from './order-store.ts'
import { insertRefundDue } from './refund-due-store.ts'
import { isSoon, orderMoves, stateNow } from './rules.ts'

export type Removed = { orders: number; items: number; owed: number }

/**
 * Cancels items on behalf of the venue: frees their spaces, owes back what was paid for them in full, and writes the
 * event for the mail. An order without items left becomes venue-cancelled; an unpaid one with items left costs less.
 */
export async function removeItems(
  trx: Trx,
  orderId: string,
  itemIds: ReadonlySet<string>,
  now: Date,
  closureId?: string,
): Promise<Removed> {
  const order = await lockOrder(trx, orderId)
  const gone = order?.items.filter(({ id }) => itemIds.has(id)) ?? []
  // Cancelled meanwhile.
  if (!order || gone.length === 0 || ![...orderMoves.closeVenue.from, 'expired'].includes(order.state))
    return { orders: 0, items: 0, owed: 0 }

  const goneIds = gone.map(({ id }) => id)
  if (stateNow(order.state, order.payBefore, now) === 'expired') return takeOutOfExpired(trx, orderId, goneIds, now)
  const cancelled = await cancelItems(trx, goneIds, 'venue')
  await freeSpaces(trx, goneIds, now)
  const supplements = await closeSupplements(trx, goneIds, now)
  const backOf = order.state !== 'awaiting-payment' ? await oweBack(trx, orderId, cancelled, supplements, now) : new Map<string, number>()
  // Texts say whether money goes back by the sum of this moment; the mail reads what has become of it.
  const event = { orderId, kind: 'venue-cancelled' as const, ...(closureId ? { closureId } : {}) }
  const events = goneIds.map((itemId) => ({ ...event, itemId, back: backOf.get(itemId) ?? 0 }))
  const soon = gone.filter(({ period }) => isSoon(period.start, now))
  const texts = soon.map(({ id: itemId }) => ({ ...event, kind: 'venue-cancelled-text' as const, itemId, back: backOf.get(itemId) ?? 0 }))
  await addOrderEvents(trx, [...events, ...texts], now)
  await countChanges(trx, [orderId])

  const left = order.items.filter(({ id }) => !itemIds.has(id))
  if (left.length === 0) await moveOrder(trx, orderId, 'closeVenue', now)
  else if (order.state === 'awaiting-payment' && !(await repriceUnpaid(trx, orderId, now))) await followDeadline(trx, order, now)
  return { orders: 1, items: gone.length, owed: [...backOf.values()].reduce((sum, back) => sum + back, 0) }
}

/** An expired order holds nothing; without the items, a late payment of them is owed back and does not take their floor again. */
async function takeOutOfExpired(trx: Trx, orderId: string, itemIds: string[], now: Date): Promise<Removed> {
  await cancelItems(trx, itemIds, 'venue')
  await freeSpaces(trx, itemIds, now)
  await sumItems(trx, orderId)
  return { orders: 0, items: 0, owed: 0 }
}

/** Owes back what was paid for items, each sum to the payment that brought it. Answers how much for each item. */
async function oweBack(
  trx: Trx,
  orderId: string,
  items: { id: string; total: number }[],
  supplements: PaidSupplement[],
  now: Date,
): Promise<Map<string, number>> {
  const attemptId = await findPaidAttempt(trx, orderId)
  const paid = [
    // No payment confirmed this order: nothing is owed for it.
    ...(attemptId === undefined ? [] : items.map(({ id, total }) => ({ orderId, attemptId, amount: total, itemId: id, of: id }))),
    ...supplements.map((one) => ({ ...one, attemptId: one.attemptId ?? null, of: one.orderId })),
  ].filter(({ amount }) => amount > 0)
  for (const { of, ...due } of paid)
    await insertRefundDue(trx, { ...due, id: randomUUID(), reason: 'venue-cancelled', cause: `venue-cancelled:${of}` }, now)
  return new Map([...Map.groupBy(paid, ({ itemId }) => itemId)].map(([id, own]) => [id, own.reduce((sum, { amount }) => sum + amount, 0)]))
}

/** An unpaid order costs what its items cost now; where that is nothing, it is confirmed. Answers whether it was. */
export async function repriceUnpaid(trx: Trx, orderId: string, now: Date): Promise<boolean> {
  if ((await sumItems(trx, orderId)) > 0) return false
  const order = await lockOrder(trx, orderId)
  await keepSpaces(
    trx,
    order!.items.map(({ id }) => id),
  )
  await moveOrder(trx, orderId, 'pay', now)
  await noteEvent(trx, orderId, 'confirmed', now)
  return true
}
