import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { holdersOf, lockOrder, type LockedOrder } from './order-store.ts'
import { findOrder, writeContact } from './read-store.ts'
import { isGone, stateNow } from './rules.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { noteEvent } from './event-store.ts'
import { moveOrder } from './move-store.ts'

type OrderChange = {
  remark?: string | undefined
  contactName?: string | undefined
  contactPhone?: string | undefined
  cancel: boolean
}
export type ChangeRefusal = CancelRefusal | { code: 'order_is_over' } | { code: 'too_many_requests'; retryAfterSeconds: number }

/** Rate limit: placing and cancelling in a loop would send a mail each time. */
const cancelsAnHour = 20

/** Changes contact and remark of an order, or cancels it while it is unpaid. */
export async function changeOrder(
  db: Db,
  memberId: string,
  orderNo: string,
  change: OrderChange,
  now: Date,
): Promise<Result<void, ChangeRefusal>> {
  return inTransaction<void, ChangeRefusal>(db, async (trx) => {
    const found = await findOrder(trx, memberId, orderNo)
    const order = found && (await lockOrder(trx, found.id))
    if (!order) return refuse({ code: 'not_found' })
    const limited = change.cancel && (await takeTurn(trx, { key: `cancel:${memberId}`, limit: cancelsAnHour, seconds: 3600 }, now))
    if (limited) return refuse({ code: 'too_many_requests', ...limited })
    if (!change.cancel && isGone(stateNow(order.state, order.payBefore, now))) return refuse({ code: 'order_is_over' })
    await writeContact(trx, order.id, {
      ...(change.remark === undefined ? {} : { remark: change.remark }),
      ...(change.contactName === undefined ? {} : { contact_name: change.contactName }),
      ...(change.contactPhone === undefined ? {} : { contact_phone: change.contactPhone }),
    })
    return change.cancel ? cancelUnpaid(trx, order, now) : ok(undefined)
  })
}

type CancelRefusal = { code: 'not_found' } | { code: 'order_not_unpaid' }

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
