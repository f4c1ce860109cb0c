import { randomBytes, randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { dayOf } from '#lib/zone.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { countChanges } from '#modules/orders/event-store.ts'
import { giveBackSupplements } from '#modules/orders/give-back-supplements.ts'
import { moveOrder } from '#modules/orders/move-store.ts'
import { cancelItems } from '#modules/orders/order-store.ts'
import { insertRefundDue } from '#modules/orders/refund-due-store.ts'
import { refundNumber, type BankAccount, type RefundState, type RefundWay } from './rules.ts'
import { insertRefund, insertStep } from './store.ts'

export type Route = { way: RefundWay; state: RefundState; attemptId: string | null; account: BankAccount | null }
export type GivenItem = { id: string; paid: number; percent: number; amount: number }
type Given = { orderId: string; items: GivenItem[]; cause: 'asked' | 'given-back'; reason: string }

/** A refund of 0: completed at once, and kept as a record. */
export const routeOfNothing: Route = { way: 'none', state: 'refunded', attemptId: null, account: null }

/** Writes a refund and its dues; answers its number. */
export async function writeRefund(
  trx: Trx,
  { orderId, items, cause, reason }: Given,
  route: Route,
  now: Date,
): Promise<{ id: string; refundNo: string }> {
  const { way, state, attemptId, account } = route
  const owed = items.map(({ id, paid, percent, amount }) => ({
    itemId: id,
    dueId: amount > 0 ? randomUUID() : null,
    paid,
    percent,
    amount,
  }))
  for (const { itemId, dueId, amount } of owed)
    if (dueId !== null)
      await insertRefundDue(trx, { id: dueId, orderId, attemptId, amount, reason: cause, cause: `${cause}:${itemId}`, itemId }, now)
  const refund = { id: randomUUID(), refundNo: refundNumber(dayOf(now), randomBytes(7)) }
  await insertRefund(trx, { ...refund, orderId, attemptId, cause, state, way, amount: sumOf(items), reason, account, items: owed }, now)
  await insertStep(trx, refund.id, 'requested', now)
  if (state !== 'requested') await insertStep(trx, refund.id, state, now)
  return refund
}

/** Cancels items and frees their spaces. The caller holds the lock on the order and says whether items are left. */
export async function giveUpItems(trx: Trx, orderId: string, ids: string[], isAnythingLeft: boolean, now: Date): Promise<void> {
  const cancelled = await cancelItems(trx, ids, 'member')
  if (cancelled.length !== ids.length) throw new Error(`items of the order ${orderId} changed although it was locked`)
  await freeSpaces(trx, ids, now)
  // A supplement goes back whole: the centre moved the booking.
  await giveBackSupplements(trx, ids, Infinity, now)
  await countChanges(trx, [orderId])
  if (!isAnythingLeft) await moveOrder(trx, orderId, 'giveBackAll', now)
}

export const sumOf = (items: { amount: number }[]): number => items.reduce((sum, { amount }) => sum + amount, 0)
