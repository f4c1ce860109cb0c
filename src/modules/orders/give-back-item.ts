import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { cancelItems, findPaidAttempt, lockOrder, moveOrder } from './order-store.ts'
import { insertRefundDue } from './refund-due-store.ts'
import { orderMoves } from './rules.ts'

/**
 * One period of a confirmed order is given back: it is free at once, and so much of its price is owed back if it was
 * paid. False when it is not theirs to give. Nothing left: the order is cancelled.
 */
export async function giveBackItem(
  trx: Trx,
  { orderId, itemId, refund }: { orderId: string; itemId: string; refund: number },
  now: Date,
): Promise<boolean> {
  const order = await lockOrder(trx, orderId)
  if (!order || !orderMoves.giveBackAll.from.some((state) => state === order.state) || !order.items.some(({ id }) => id === itemId))
    return false
  await cancelItems(trx, [itemId])
  await freeSpaces(trx, [itemId])
  const attemptId = await findPaidAttempt(trx, orderId)
  if (attemptId !== undefined && refund > 0)
    await insertRefundDue(
      trx,
      { id: randomUUID(), orderId, attemptId, amount: refund, reason: 'given-back', cause: `given-back:${itemId}` },
      now,
    )
  if (order.items.length === 1) await moveOrder(trx, orderId, orderMoves.giveBackAll, now)
  return true
}
