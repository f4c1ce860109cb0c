import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { cancelUnpaid, type CancelRefusal } from './cancel-order.ts'
import { lockOrder } from './order-store.ts'
import { findOrder, writeContact } from './read-store.ts'
import { isGone, stateNow } from './rules.ts'

export type OrderChange = {
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
