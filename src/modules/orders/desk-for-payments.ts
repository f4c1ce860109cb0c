import type { Trx } from '#db/connect.ts'
import type { AnnounceChange } from '#modules/availability/announce.ts'
import type { OrderDesk } from '#modules/payments/order-desk.ts'
import { holdForNumber } from './hold-for-number.ts'
import { findPayable, readFacilityIds } from './payable-store.ts'
import { settleOrder, type Takers } from './settle-order.ts'

type DeskNeeds = {
  announceChange: AnnounceChange
  /** What else follows when a payment has made a booking of an order; inside its transaction. */
  onConfirmed?: (trx: Trx, orderId: string, now: Date) => Promise<void>
  takers?: Takers
}

/** What payments may ask of orders. */
export function deskForPayments({ announceChange, onConfirmed, takers }: DeskNeeds): OrderDesk {
  return {
    findByNumber: (db, orderNo, now) => findPayable(db, { orderNo }, now),
    find: (db, id, now) => findPayable(db, { id }, now),
    settle: async (trx, paid, now) => {
      const settlement = await settleOrder(trx, paid, now, takers)
      if (settlement === 'confirmed') await onConfirmed?.(trx, paid.orderId, now)
      return settlement
    },
    holdUntil: holdForNumber,
    changed: async (db, orderId) => announceChange(await readFacilityIds(db, orderId)),
  }
}
