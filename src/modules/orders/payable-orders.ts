import type { Trx } from '#db/connect.ts'
import type { After } from '#modules/after.ts'
import type { PayableOrders } from '#modules/payments/payable-orders.ts'
import { findLastWay, findPayable, prolongPayBefore, readFacilityIds } from './supplement-store.ts'
import { addOrderEvents } from './event-store.ts'
import { lockOrder } from './order-store.ts'
import { lockOrderOfTopUp } from './pending-move-store.ts'
import { bookingKinds, kindIn, type OrderKinds } from './order-kinds.ts'
import { settleOrder } from './settle-order.ts'
import { prolongHold } from '#modules/availability/store.ts'
import { stateNow } from './rules.ts'

type PayableOrdersDeps = Pick<After, 'moneyOwed'> & {
  /** Called when a payment has confirmed an order, inside its transaction. */
  onConfirmed?: (trx: Trx, orderId: string, now: Date) => Promise<void>
  kinds?: OrderKinds
}

/** Implements the interface by which payments reach orders. */
export function payableOrders({ moneyOwed, onConfirmed, kinds = bookingKinds }: PayableOrdersDeps): PayableOrders {
  const byNumber = Object.keys(kinds).filter((kind) => kindIn(kinds, kind).byNumber)
  return {
    findByNumber: (db, orderNo, now) => findPayable(db, { orderNo }, byNumber, now),
    find: (db, id, now) => findPayable(db, { id }, byNumber, now),
    lastWay: findLastWay,
    lock: async (trx, id) => {
      await lockOrderOfTopUp(trx, id)
      await lockOrder(trx, id)
    },
    settle: async (trx, paid, now) => {
      const settlement = await settleOrder(trx, paid, now, kinds)
      if (settlement === 'confirmed') await onConfirmed?.(trx, paid.orderId, now)
      return settlement
    },
    holdUntil: holdForNumber,
    changed: async (db, orderId) => moneyOwed(await readFacilityIds(db, orderId)),
  }
}

/**
 * A bank or store number was issued: extends the hold to its deadline, but never past the start of a period, and tells the member. False when
 * the order no longer awaits payment; money that still arrives is then a late payment.
 */
async function holdForNumber(trx: Trx, orderId: string, until: Date, now: Date): Promise<boolean> {
  const order = await lockOrder(trx, orderId)
  if (!order || stateNow(order.state, order.payBefore, now) !== 'awaiting-payment') return false
  const first = Math.min(...order.items.map(({ period }) => period.start.getTime()))
  const deadline = new Date(Math.min(until.getTime(), first))
  if (order.payBefore !== null && deadline > order.payBefore) {
    await prolongHold(
      trx,
      order.items.map(({ id }) => id),
      deadline,
    )
    await prolongPayBefore(trx, orderId, deadline)
  }
  await addOrderEvents(trx, [{ orderId, kind: 'number-issued' }], now)
  return true
}
