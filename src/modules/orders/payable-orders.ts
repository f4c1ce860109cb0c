import type { Trx } from '#db/connect.ts'
import type { AnnounceChange } from '#modules/availability/announce.ts'
import type { PayableOrders } from '#modules/payments/payable-orders.ts'
import { holdForNumber } from './hold-for-number.ts'
import { findPayable, readFacilityIds } from './payable-store.ts'
import { lockOrder } from './order-store.ts'
import { lockOrderOfTopUp } from './pending-move-store.ts'
import { bookingKinds, kindIn, type OrderKinds } from './order-kinds.ts'
import { settleOrder } from './settle-order.ts'

type PayableOrdersDeps = {
  announceChange: AnnounceChange
  /** Called when a payment has confirmed an order, inside its transaction. */
  onConfirmed?: (trx: Trx, orderId: string, now: Date) => Promise<void>
  kinds?: OrderKinds
}

/** Implements the interface by which payments reach orders. */
export function payableOrders({ announceChange, onConfirmed, kinds = bookingKinds }: PayableOrdersDeps): PayableOrders {
  const byNumber = Object.keys(kinds).filter((kind) => kindIn(kinds, kind).byNumber)
  return {
    findByNumber: (db, orderNo, now) => findPayable(db, { orderNo }, byNumber, now),
    find: (db, id, now) => findPayable(db, { id }, byNumber, now),
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
    changed: async (db, orderId) => announceChange(await readFacilityIds(db, orderId)),
  }
}
