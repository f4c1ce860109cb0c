import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { freeSpaces, keepSpaces } from '#modules/availability/store.ts'
import { addOrderEvents, countChanges, noteEvent } from './event-store.ts'
import { closeSupplements, type PaidSupplement } from './give-back-supplements.ts'
import { moveOrder } from './move-store.ts'
import { cancelItems, findPaidAttempt, lockOrder, sumItems } from './order-store.ts'
import { insertRefundDue } from './refund-due-store.ts'
import { orderMoves, stateNow } from './rules.ts'

/** Whose game is so near is told by text as well: a mail may be read too late. */
const soonHours = 24

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
  // A guest's text goes by the sum of this moment, as a member's mail by what is owed: what is paid or sent back later changes neither.
  const event = { orderId, kind: 'venue-cancelled' as const, ...(closureId ? { closureId } : {}) }
  const events = goneIds.map((itemId) => ({ ...event, itemId, back: backOf.get(itemId) ?? 0 }))
  const soon = gone.filter(({ period }) => period.start.getTime() - now.getTime() < soonHours * 3_600_000)
  const texts = soon.map(({ id: itemId }) => ({ ...event, kind: 'venue-cancelled-text' as const, itemId }))
  await addOrderEvents(trx, [...events, ...texts], now)
  await countChanges(trx, [orderId])

  const left = order.items.filter(({ id }) => !itemIds.has(id))
  if (left.length === 0) await moveOrder(trx, orderId, 'closeVenue', now)
  else if (order.state === 'awaiting-payment') await repriceUnpaid(trx, orderId, now)
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

/** An unpaid order costs what its items cost now; where that is nothing, it is confirmed. */
export async function repriceUnpaid(trx: Trx, orderId: string, now: Date): Promise<void> {
  if ((await sumItems(trx, orderId)) > 0) return
  const order = await lockOrder(trx, orderId)
  await keepSpaces(
    trx,
    order!.items.map(({ id }) => id),
  )
  await moveOrder(trx, orderId, 'pay', now)
  await noteEvent(trx, orderId, 'confirmed', now)
}
