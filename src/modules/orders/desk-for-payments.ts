import type { AnnounceChange } from '#modules/availability/announce.ts'
import type { OrderDesk } from '#modules/payments/order-desk.ts'
import { holdForNumber } from './hold-for-number.ts'
import { findPayable, readFacilityIds } from './payable-store.ts'
import { settleOrder } from './settle-order.ts'

/** What payments may ask of orders. */
export function deskForPayments({ announceChange }: { announceChange: AnnounceChange }): OrderDesk {
  return {
    findByNumber: (db, orderNo, now) => findPayable(db, { orderNo }, now),
    find: (db, id, now) => findPayable(db, { id }, now),
    settle: settleOrder,
    holdUntil: holdForNumber,
    changed: async (db, orderId) => announceChange(await readFacilityIds(db, orderId)),
  }
}
