import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readItemsToMove, type ItemToMove } from '#modules/orders/item-move-store.ts'
import { whyNotMovable, worthOf, type NotMovable } from '#modules/orders/item-move-rules.ts'
import { readOrder } from '#modules/orders/read-order.ts'
import { decideRefund } from '#modules/refunds/check-refund.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { findBooking, type ReadBooking } from './booking-store.ts'

export type ShownBooking = {
  booking: ReadBooking
  item: ItemToMove
  refundByRule: number | null
  refundInFull: number
  locked: NotMovable | null
  catalogue: Catalogue
}

/** A booking for its panel on the board: person, money, history, and what cancelling would pay back. */
export async function readBooking(
  reading: { db: Db; catalogues: Catalogues },
  id: string,
  now: Date,
): Promise<Result<ShownBooking, { code: 'not_found' }>> {
  const booking = await findBooking(reading.db, id)
  const [item] = await readItemsToMove(reading.db, [id])
  if (!booking || !item) return refuse({ code: 'not_found' })
  const isPaid = booking.state !== 'awaiting-payment'
  return ok({
    booking,
    item,
    refundByRule: isPaid ? await refundByRule(reading, booking, now) : null,
    refundInFull: isPaid ? worthOf(item) - unpaid(booking) : 0,
    locked: whyNotMovable(item, now) ?? null,
    catalogue: await reading.catalogues.current(),
  })
}

const unpaid = ({ supplements }: ReadBooking) => supplements.reduce((sum, { amount, paid }) => sum + (paid ? 0 : amount), 0)

/** What the terms give back today, with paid supplements, which go back whole. */
async function refundByRule(reading: { db: Db; catalogues: Catalogues }, booking: ReadBooking, now: Date): Promise<number | null> {
  const order = await readOrder(reading, booking.memberId, booking.orderNo, now)
  if (!order.ok) return null
  const { lateCancelHours } = (await readLimits(reading.db)).violations
  const decided = decideRefund(order.value, [booking.id], lateCancelHours, now)
  if (!decided.ok) return null
  const paidSupplements = booking.supplements.reduce((sum, { amount, paid }) => sum + (paid ? amount : 0), 0)
  return decided.value[0]!.amount + paidSupplements
}
