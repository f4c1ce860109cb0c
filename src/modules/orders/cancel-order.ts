import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { noteEvent } from './event-store.ts'
import { moveOrder } from './move-store.ts'
import { holdersOf, lockOrder, type LockedOrder } from './order-store.ts'
import { stateNow } from './rules.ts'

export type CancelRefusal = { code: 'not_found' } | { code: 'order_not_unpaid' }

/** Cancels an unpaid order at once. A paid one is cancelled by asking for a refund. */
export async function cancelOrder(db: Db, orderId: string, now: Date): Promise<Result<void, CancelRefusal>> {
  return inTransaction<void, CancelRefusal>(db, async (trx) => {
    const order = await lockOrder(trx, orderId)
    return order ? cancelUnpaid(trx, order, now) : refuse({ code: 'not_found' })
  })
}

/** Frees the spaces of an unpaid order that the caller has locked, and marks it as cancelled. */
export async function cancelUnpaid(trx: Trx, order: LockedOrder, now: Date): Promise<Result<void, { code: 'order_not_unpaid' }>> {
  if (stateNow(order.state, order.payBefore, now) !== 'awaiting-payment') return refuse({ code: 'order_not_unpaid' })
  await freeSpaces(trx, holdersOf(order), now)
  await moveOrder(trx, order.id, 'cancelUnpaid', now)
  await noteEvent(trx, order.id, 'cancelled', now)
  return ok(undefined)
}
