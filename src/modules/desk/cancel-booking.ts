import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { lockItemsToMove, readLastMove, type ItemToMove, type LastMove } from '#modules/orders/item-move-store.ts'
import { whyNotMovable, type NotMovable } from '#modules/orders/item-move-rules.ts'
import { readOrder } from '#modules/orders/read-order.ts'
import { removeItems } from '#modules/orders/remove-items.ts'
import { decideRefund, type DecisionRefusal } from '#modules/refunds/check-refund.ts'
import { giveBackItems } from '#modules/refunds/write-refund.ts'
import { readLimits } from '#modules/settings/store.ts'
import { pinCatalogue, type Catalogues } from '#modules/venues/catalogue.ts'
import { courtLabel } from '#modules/venues/court-label.ts'
import type { CancelRefund } from './wire.ts'

export type Cancelling = {
  /** Given: the bookings have to be of this order. */
  orderNo?: string
  /** Bookings of one order, and how often each was moved as far as the caller knows. */
  items: { id: string; moves: number }[]
  refund: CancelRefund
  reason: string
  /** Who cancels. */
  by: string
}
export type CancelBookingRefusal =
  | NotMovable
  | DecisionRefusal
  | { code: 'own_card' }
  | { code: 'moved_meanwhile'; by: LastMove | undefined }
export type CancelledBooking = { back: number; facilityIds: number[] }

/**
 * Staff cancel bookings of an order, all or none: for the customer, refunded as the terms say or in full out of goodwill; or for the centre,
 * in full. The member gets no points for it.
 */
export async function cancelBookings(
  deps: { db: Db; catalogues: Catalogues },
  asked: Cancelling,
  audit: Audit,
  now: Date,
): Promise<Result<CancelledBooking, CancelBookingRefusal>> {
  const { db, catalogues } = await pinCatalogue(deps)
  const { courtOf } = await catalogues.current()
  return inTransaction<CancelledBooking, CancelBookingRefusal>(db, async (trx) => {
    const found = await lockCancellable(trx, asked, now)
    if (!found.ok) return found
    const items = found.value
    const back = await giveBack(trx, { catalogues, items, refund: asked.refund }, now)
    if (!back.ok) return back
    const places = items.map((item) => ({ item, ...courtOf.get(item.courtId)! }))
    for (const [n, { item, facility, court }] of places.entries())
      await audit(trx, {
        action: 'booking.cancelled',
        subject: { kind: 'order', id: item.orderNo },
        before: { court: courtLabel(facility, court), ...item.period },
        // The sum of all of them stands once, at the first.
        ...(n === 0 ? { after: { refund: back.value } } : {}),
        note: asked.reason,
      })
    return ok({ back: back.value, facilityIds: [...new Set(places.map(({ facility }) => facility.id))] })
  })
}

/** The bookings, with their order locked; or why one of them cannot be cancelled. */
async function lockCancellable(
  trx: Trx,
  { orderNo, items: asked, by }: Cancelling,
  now: Date,
): Promise<Result<ItemToMove[], CancelBookingRefusal>> {
  const items = await lockItemsToMove(
    trx,
    asked.map(({ id }) => id),
  )
  const first = items[0]
  for (const [n, item] of items.entries()) {
    const isTwice = asked.findIndex(({ id }) => id === asked[n]!.id) !== n
    if (!item || isTwice || item.orderId !== first?.orderId || item.orderNo !== (orderNo ?? item.orderNo))
      return refuse({ code: 'not_found' })
    if (await isOneself(trx, item.memberId, by)) return refuse({ code: 'own_card' })
    if (item.moves !== asked[n]!.moves) return refuse({ code: 'moved_meanwhile', by: await readLastMove(trx, item.id) })
    const why = whyNotMovable(item, now)
    if (why) return refuse(why)
  }
  return ok(items.flatMap((item) => item ?? []))
}

async function giveBack(
  trx: Trx,
  { catalogues, items, refund }: { catalogues: Catalogues; items: ItemToMove[]; refund: CancelRefund },
  now: Date,
): Promise<Result<number, CancelBookingRefusal>> {
  const { orderId, orderNo, orderState, memberId } = items[0]!
  const ids = items.map(({ id }) => id)
  if (refund === 'full') return ok((await removeItems(trx, orderId, new Set(ids), now)).owed)
  // Nothing was paid, so there is no share to decide about.
  if (orderState === 'awaiting-payment') return ok((await removeItems(trx, orderId, new Set(ids), now, { by: 'member' })).owed)
  const order = await readOrder({ db: trx, catalogues }, memberId, orderNo, now)
  if (!order.ok) return order
  const { lateCancelHours } = (await readLimits(trx)).violations
  const decided = decideRefund(order.value, ids, lateCancelHours, now)
  if (!decided.ok) return decided
  const given = decided.value.items.map(({ id, paid, percent, amount }) =>
    refund === 'goodwill' ? { id, paid, percent: 100, amount: paid } : { id, paid, percent, amount },
  )
  await giveBackItems(trx, { orderId, items: given, cause: 'cancelled' }, now)
  return ok(given.reduce((sum, { amount }) => sum + amount, 0))
}
