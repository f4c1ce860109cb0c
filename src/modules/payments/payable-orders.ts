import type { Db, DbOrTrx, Trx } from '#db/connect.ts'
import type { Words } from '#i18n/words.ts'
import type { Day } from '#lib/zone.ts'
import type { PayWay } from './way-rules.ts'

/** The part of an order that payments read. `state` takes the clock into account: a lapsed hold reads as expired. */
export type PayableOrder = {
  id: string
  orderNo: string
  /** Set for orders without periods, such as a locker's term. */
  title: Words | null
  memberId: string
  state: 'awaiting-payment' | 'confirmed' | 'checked-in' | 'completed' | 'no-show' | 'expired' | 'cancelled' | 'venue-cancelled'
  amount: number
  payBefore: Date | null
  placedAt: Date
  /** The first day of its periods, or the day until which it can be paid where it has none; null when nothing is left. */
  firstDay: Day | null
  /** Owed back to the member and not sent yet. */
  refundDue: number
}

/** What payments need of orders. Orders is a module to the right, so this is an interface: orders implements it, wired in house.ts. */
export type PayableOrders = {
  findByNumber(db: DbOrTrx, orderNo: string, now: Date): Promise<PayableOrder | undefined>
  find(db: DbOrTrx, id: string, now: Date): Promise<PayableOrder | undefined>
  /** The way by which the member has paid last. */
  lastWay(db: DbOrTrx, memberId: string): Promise<PayWay | undefined>
  /** Locks the order as `settle` does. Before anything is written that refers to it: a foreign key locks it too, and shared. */
  lock(trx: Trx, id: string): Promise<void>
  /** Called once for a payment that has arrived, in the transaction that writes the ledger; locks the order. */
  settle(trx: Trx, paid: { orderId: string; attemptId: string; amount: number }, now: Date): Promise<'confirmed' | 'refund-due'>
  /** A payment number was issued: extends the hold to its deadline. False when the order holds nothing any more. */
  holdUntil(trx: Trx, orderId: string, until: Date, now: Date): Promise<boolean>
  /** After the commit: announces the change to open availability grids. */
  changed(db: Db, orderId: string): Promise<void>
}
