import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { freeSpaces, keepSpaces } from '#modules/availability/store.ts'
import { noteEvent } from './event-store.ts'
import { giveBackSupplements } from './give-back-supplements.ts'
import { moveOrder } from './move-store.ts'
import { cancelItems, findPaidAttempt, lockOrder, sumItems } from './order-store.ts'
import { insertRefundDue } from './refund-due-store.ts'
import { orderMoves, stateNow } from './rules.ts'

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
  await giveBackSupplements(trx, goneIds, Infinity, now)
  await noteEvent(trx, orderId, 'venue-cancelled', now, goneIds, closureId)
  const owed = order.state !== 'awaiting-payment' ? await oweBack(trx, orderId, cancelled, now) : 0

  const left = order.items.filter(({ id }) => !itemIds.has(id))
  if (left.length === 0) await moveOrder(trx, orderId, 'closeVenue', now)
  else if (order.state === 'awaiting-payment') await repriceUnpaid(trx, orderId, now)
  return { orders: 1, items: gone.length, owed }
}

/** An expired order holds nothing; without the items, a late payment of them is owed back and does not take their floor again. */
async function takeOutOfExpired(trx: Trx, orderId: string, itemIds: string[], now: Date): Promise<Removed> {
  await cancelItems(trx, itemIds, 'venue')
  await freeSpaces(trx, itemIds, now)
  await sumItems(trx, orderId)
  return { orders: 0, items: 0, owed: 0 }
}

async function oweBack(trx: Trx, orderId: string, items: { id: string; total: number }[], now: Date): Promise<number> {
  const attemptId = await findPaidAttempt(trx, orderId)
  // No payment confirmed this order, so nothing is owed.
  if (attemptId === undefined) return 0
  for (const { id, total } of items)
    if (total > 0)
      await insertRefundDue(
        trx,
        { id: randomUUID(), orderId, attemptId, amount: total, reason: 'venue-cancelled', cause: `venue-cancelled:${id}`, itemId: id },
        now,
      )
  return items.reduce((sum, { total }) => sum + total, 0)
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
