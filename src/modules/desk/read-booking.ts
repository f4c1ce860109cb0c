import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readItemsToMove, type ItemToMove } from '#modules/orders/item-move-store.ts'
import { readOrder, type ShownOrder } from '#modules/orders/read-order.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { findBooking, type ReadBooking } from './history-store.ts'
import { totalOf, whyNotMovable, type NotMovable } from '#modules/orders/item-move-rules.ts'
import { paidFor } from '#modules/orders/rules.ts'
import { decideRefund } from '#modules/refunds/check-refund.ts'

export type ShownBooking = CancelTerms & {
  booking: ReadBooking
  item: ItemToMove
  /** The order has missed something else on that day: a point is given for both. */
  isMissedElsewhere: boolean
  opensMinutes: number
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
  const order = await readOrder(reading, booking.memberId, booking.orderNo, now)
  const items = order.ok ? order.value.items : []
  const own = items.find((one) => one.id === id)
  const { violations, checkIn } = await readLimits(reading.db)
  return ok({
    booking,
    item,
    isMissedElsewhere: items.some((one) => one.id !== id && one.day === own?.day && one.missedAt !== null),
    ...cancelTermsOf(order.ok ? order.value : undefined, item, violations.lateCancelHours, now),
    opensMinutes: checkIn.opensMinutes,
    catalogue: await reading.catalogues.current(),
  })
}

export type CancelTerms = {
  /** Why it can be neither moved nor cancelled. */
  locked: NotMovable | null
  /** What goes back as the terms say; null where they give no answer, and while nothing is paid. */
  refundByRule: number | null
  refundInFull: number
}

/** What cancelling a booking would pay back now. */
export function cancelTermsOf(order: ShownOrder | undefined, item: ItemToMove, lateCancelHours: number, now: Date): CancelTerms {
  const locked = whyNotMovable(item, now) ?? null
  if (item.orderState === 'awaiting-payment') return { locked, refundByRule: null, refundInFull: 0 }
  const decided = order && decideRefund(order, [item.id], lateCancelHours, now)
  const shown = order?.items.find(({ id }) => id === item.id)
  return { locked, refundByRule: decided?.ok ? decided.value.items[0]!.amount : null, refundInFull: shown ? paidFor(shown) : totalOf(item) }
}
