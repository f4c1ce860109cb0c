import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { freeSpaces, keepSpaces, takeSpaces } from '#modules/availability/store.ts'
import { lockOrder, moveOrder, noteEvent, type LockedOrder } from './order-store.ts'
import { orderMoves } from './rules.ts'
import { insertRefundDue } from './refund-due-store.ts'

/** Money that has arrived, once: whoever calls has made sure that it is not told twice. */
export type Settled = { orderId: string; attemptId: string; amount: number }
export type Settlement = 'confirmed' | 'refund-due'

/**
 * What is bought by an order that has no items takes it for good by itself, and says whether it could. By the order's
 * kind; behind the lock on the order.
 */
export type Takers = Partial<Record<string, (trx: Trx, order: LockedOrder, now: Date) => Promise<boolean>>>

/**
 * A payment meets its order, however late: it confirms it if the periods are still there or still free, and
 * otherwise it is owed back in full. Runs inside the transaction that writes the payment down.
 */
export async function settleOrder(trx: Trx, paid: Settled, now: Date, takers: Takers = {}): Promise<Settlement> {
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
  if (!(await (takers[order.kind] ?? takeForGood)(trx, order, now))) {
    if (order.state === 'awaiting-payment') await expire(trx, order, now)
    await oweBack(trx, paid, paid.amount, 'late-payment', now)
    return 'refund-due'
  }
  await moveOrder(trx, order.id, order.state === 'expired' ? orderMoves.confirmLate : orderMoves.pay, now)
  await noteEvent(trx, order.id, 'confirmed', now)
  // The order became smaller while the payment was under way.
  if (paid.amount > order.amount) await oweBack(trx, paid, paid.amount - order.amount, 'double-payment', now)
  return 'confirmed'
}

async function takeForGood(trx: Trx, order: LockedOrder, now: Date): Promise<boolean> {
  const { items } = order
  if (items.length === 0 || items.some(({ period }) => period.start <= now)) return false
  const ids = items.map(({ id }) => id)
  const expected = items.reduce((sum, { spaces }) => sum + spaces, 0)
  // Held rows that are still there become ours; whoever would clear them away as lapsed now finds them taken.
  if ((await keepSpaces(trx, ids)) === expected) return true
  await freeSpaces(trx, ids)
  const refused = await takeSpaces(
    trx,
    items.map(({ id, courtId, period }) => ({ holder: id, court: courtId, period })),
    { kind: 'order', memberId: order.memberId, holdUntil: null },
    now,
  )
  return refused.length === 0
}

async function expire(trx: Trx, order: LockedOrder, now: Date): Promise<void> {
  await freeSpaces(
    trx,
    order.items.map(({ id }) => id),
  )
  await moveOrder(trx, order.id, orderMoves.expire, now)
  await noteEvent(trx, order.id, 'expired', now)
}

async function oweBack(trx: Trx, paid: Settled, amount: number, reason: 'late-payment' | 'double-payment', now: Date): Promise<void> {
  await insertRefundDue(
    trx,
    { id: randomUUID(), orderId: paid.orderId, attemptId: paid.attemptId, amount, reason, cause: `${reason}:${paid.attemptId}` },
    now,
  )
}
