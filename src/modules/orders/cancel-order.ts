import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { lockOrder, moveOrder, noteEvent } from './order-store.ts'
import { orderMoves, stateNow } from './rules.ts'

export type CancelRefusal = { code: 'not_found' } | { code: 'order_not_unpaid' }

/** B37: an unpaid order may be given up at once; a paid one goes through a refund. */
export async function cancelOrder(db: Db, orderId: string, now: Date): Promise<Result<void, CancelRefusal>> {
  return inTransaction<void, CancelRefusal>(db, async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) return refuse({ code: 'not_found' })
    if (stateNow(order.state, order.payBefore, now) !== 'awaiting-payment') return refuse({ code: 'order_not_unpaid' })
    await freeSpaces(trx, order.items.map(({ id }) => id))
    await moveOrder(trx, orderId, orderMoves.cancelUnpaid, now)
    await noteEvent(trx, orderId, 'cancelled', now)
    return ok(undefined)
  })
}
