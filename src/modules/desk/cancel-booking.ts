import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockItemsToMove, readLastMove, type ItemToMove, type LastMove } from '#modules/orders/item-move-store.ts'
import { whyNotMovable, type NotMovable } from '#modules/orders/item-move-rules.ts'
import { readOrder } from '#modules/orders/read-order.ts'
import { removeItems } from '#modules/orders/remove-items.ts'
import { decideRefund, type DecisionRefusal } from '#modules/refunds/check-refund.ts'
import { giveBackItem } from '#modules/refunds/give-back-item.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { courtLabel } from '#modules/venues/court-label.ts'
import { pinCatalogue } from '#modules/venues/pin-catalogue.ts'

export type Cancelling = { itemId: string; moves: number; refund: 'rule' | 'full'; reason: string }
export type CancelBookingRefusal = NotMovable | DecisionRefusal | { code: 'moved_meanwhile'; by: LastMove | undefined }
export type CancelledBooking = { back: number; facilityIds: number[] }

/** Staff cancel a booking: refunded as the terms say, or in full. The member gets no points for it. */
export async function cancelBooking(
  deps: { db: Db; catalogues: Catalogues },
  { itemId, moves, refund, reason }: Cancelling,
  audit: Audit,
  now: Date,
): Promise<Result<CancelledBooking, CancelBookingRefusal>> {
  const { db, catalogues } = await pinCatalogue(deps)
  const { courtOf } = await catalogues.current()
  return inTransaction<CancelledBooking, CancelBookingRefusal>(db, async (trx) => {
    const [item] = await lockItemsToMove(trx, [itemId])
    if (!item) return refuse({ code: 'not_found' })
    if (item.moves !== moves) return refuse({ code: 'moved_meanwhile', by: await readLastMove(trx, itemId) })
    const why = whyNotMovable(item, now)
    if (why) return refuse(why)
    const back = await giveBack(trx, { catalogues, item, refund }, now)
    if (!back.ok) return back
    const { facility, court } = courtOf.get(item.courtId)!
    await audit(trx, {
      action: 'booking.cancelled',
      subject: { kind: 'order', id: item.orderNo },
      before: { court: courtLabel(facility, court), ...item.period },
      after: { refund: back.value },
      note: reason,
    })
    return ok({ back: back.value, facilityIds: [facility.id] })
  })
}

async function giveBack(
  trx: Trx,
  { catalogues, item, refund }: { catalogues: Catalogues; item: ItemToMove; refund: 'rule' | 'full' },
  now: Date,
): Promise<Result<number, CancelBookingRefusal>> {
  // Nothing was paid, so there is no share to decide about.
  if (refund === 'full' || item.orderState === 'awaiting-payment')
    return ok((await removeItems(trx, item.orderId, new Set([item.id]), now)).owed)
  const order = await readOrder({ db: trx, catalogues }, item.memberId, item.orderNo, now)
  if (!order.ok) return order
  const { lateCancelHours } = (await readLimits(trx)).violations
  const decided = decideRefund(order.value, [item.id], lateCancelHours, now)
  if (!decided.ok) return decided
  const [{ id, paid, percent, amount }] = decided.value as [(typeof decided.value)[number]]
  await giveBackItem(trx, { orderId: item.orderId, item: { id, paid, percent, amount } }, now)
  return ok(amount)
}
