import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { noteEvent } from './event-store.ts'
import { moveOrder } from './move-store.ts'
import { holdersOf, lockOrder, type LockedOrder } from './order-store.ts'
import { bookingKinds, kindIn, type OrderKinds } from './order-kinds.ts'
import { lockOrderOfTopUp } from './pending-move-store.ts'
import { insertRefundDue } from './refund-due-store.ts'

/** A payment that has arrived; the caller applies each once. */
export type Settled = { orderId: string; attemptId: string; amount: number }
export type Settlement = 'confirmed' | 'refund-due'

/**
 * Settles an order, however late the payment: confirms it when its periods are still held or free, otherwise owes the
 * whole amount back. Runs in the transaction that writes the payment.
 */
export async function settleOrder(trx: Trx, paid: Settled, now: Date, kinds: OrderKinds = bookingKinds): Promise<Settlement> {
  await lockOrderOfTopUp(trx, paid.orderId)
  const order = await lockOrder(trx, paid.orderId)
  if (!order) throw new Error(`a payment for an order that does not exist: ${paid.orderId}`)
  if (order.state !== 'awaiting-payment' && order.state !== 'expired') {
    await oweBack(
      trx,
      paid,
      paid.amount,
      order.state === 'cancelled' || order.state === 'venue-cancelled' ? 'late-payment' : 'double-payment',
      now,
    )
    return 'refund-due'
  }
  if (!(await kindIn(kinds, order.kind).settle(trx, order, now))) {
    if (order.state === 'awaiting-payment') await expire(trx, order, now)
    await oweBack(trx, paid, paid.amount, 'late-payment', now)
    return 'refund-due'
  }
  await moveOrder(trx, order.id, order.state === 'expired' ? 'confirmLate' : 'pay', now)
  await noteEvent(trx, order.id, 'confirmed', now)
  // Items were cancelled while the payment was in progress.
  if (paid.amount > order.amount) await oweBack(trx, paid, paid.amount - order.amount, 'double-payment', now)
  return 'confirmed'
}

async function expire(trx: Trx, order: LockedOrder, now: Date): Promise<void> {
  await freeSpaces(trx, holdersOf(order), now)
  await moveOrder(trx, order.id, 'expire', now)
  await noteEvent(trx, order.id, 'expired', now)
}

async function oweBack(trx: Trx, paid: Settled, amount: number, reason: 'late-payment' | 'double-payment', now: Date): Promise<void> {
  await insertRefundDue(
    trx,
    { id: randomUUID(), orderId: paid.orderId, attemptId: paid.attemptId, amount, reason, cause: `${reason}:${paid.attemptId}` },
    now,
  )
}
