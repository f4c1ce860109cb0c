import type { Db, DbOrTrx, Trx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Day } from '#lib/zone.ts'

/** What payments must know of an order. Its state is what holds at this moment. */
export type PayableOrder = {
  id: string
  orderNo: string
  /** What it is for, when it has no periods. */
  title: Record<Locale, string> | null
  memberId: string
  state: 'awaiting-payment' | 'confirmed' | 'checked-in' | 'completed' | 'no-show' | 'expired' | 'cancelled' | 'venue-cancelled'
  amount: number
  payBefore: Date | null
  placedAt: Date
  /** The first day of its periods, or the day until which it can be paid where it has none; null when nothing is left. */
  firstDay: Day | null
  /** What is owed back to the member, and has not been sent yet. */
  refundDue: number
}

/** What payments ask of orders, which stand above them: wired where everything is put together. */
export type OrderDesk = {
  findByNumber(db: DbOrTrx, orderNo: string, now: Date): Promise<PayableOrder | undefined>
  find(db: DbOrTrx, id: string, now: Date): Promise<PayableOrder | undefined>
  /** Money has arrived, once. Inside the transaction that writes it down; it locks the order. */
  settle(trx: Trx, paid: { orderId: string; attemptId: string; amount: number }, now: Date): Promise<'confirmed' | 'refund-due'>
  /** A number was issued: keeps what is held until its deadline. False when there is nothing to keep any more. */
  holdUntil(trx: Trx, orderId: string, until: Date, now: Date): Promise<boolean>
  /** After the commit: tells whoever watches what the order holds. */
  changed(db: Db, orderId: string): Promise<void>
}
