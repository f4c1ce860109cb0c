import type { Trx } from '#db/connect.ts'
import type { ExpiredOrder, LockedOrder } from './order-store.ts'
import { settleSupplement } from './settle-supplement.ts'
import { takeForGood } from './take-for-good.ts'

/** What an order is for, by its `kind`: a record of the module that sells it. */
export type OrderKind = {
  /** Takes what was paid for, however late; false when it is gone, and the payment is owed back. In the payment's transaction, with the order locked. */
  settle(trx: Trx, order: LockedOrder, now: Date): Promise<boolean>
  /** Called with orders of the kind that were not paid in time, in the transaction that expires them. */
  expire(trx: Trx, expired: readonly ExpiredOrder[], now: Date): Promise<void>
  /** Whether an order that is not paid in time gives its member a point. */
  pointWhenUnpaid: boolean
}
export type OrderKinds = Readonly<Record<string, OrderKind>>

/** The floor of bookings comes free by itself. */
const nothingElse = async (): Promise<void> => {}

/** Bookings of members, dates of seasons that are paid in one order, and the difference after a move. */
export const bookingKinds = {
  venue: { settle: takeForGood, expire: nothingElse, pointWhenUnpaid: true },
  preorder: { settle: takeForGood, expire: nothingElse, pointWhenUnpaid: true },
  supplement: { settle: settleSupplement, expire: nothingElse, pointWhenUnpaid: false },
} as const satisfies OrderKinds

/** The record of a kind. None is an error, so that no payment is taken for what nobody can settle. */
export function kindIn(kinds: OrderKinds, kind: string): OrderKind {
  const found = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (!found) throw new Error(`No module sells orders of the kind ${kind}.`)
  return found
}
