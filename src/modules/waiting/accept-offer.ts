import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { keepSpaces } from '#modules/availability/store.ts'
import { noteEvent } from '#modules/orders/event-store.ts'
import { moveOrder } from '#modules/orders/move-store.ts'
import { lockOrder } from '#modules/orders/order-store.ts'
import { stateNow } from '#modules/orders/rules.ts'
import { findOffer } from './read-store.ts'

export type AcceptRefusal = { code: 'not_found' } | { code: 'order_not_unpaid' } | { code: 'to_be_paid' }

/** Accepts an offer that costs nothing. Any other is accepted by paying for it. */
export async function acceptOffer(
  db: Db,
  { wishId, memberId }: { wishId: string; memberId: string },
  now: Date,
): Promise<Result<void, AcceptRefusal>> {
  return inTransaction<void, AcceptRefusal>(db, async (trx) => {
    const orderId = await findOffer(trx, wishId, memberId)
    const order = orderId === undefined ? undefined : await lockOrder(trx, orderId)
    if (!order) return refuse({ code: 'not_found' })
    if (order.amount > 0) return refuse({ code: 'to_be_paid' })
    if (stateNow(order.state, order.payBefore, now) !== 'awaiting-payment') return refuse({ code: 'order_not_unpaid' })
    await keepSpaces(
      trx,
      order.items.map(({ id }) => id),
    )
    await moveOrder(trx, order.id, 'pay', now)
    await noteEvent(trx, order.id, 'confirmed', now)
    return ok(undefined)
  })
}
