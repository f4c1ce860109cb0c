import type { DbOrTrx } from '#db/connect.ts'
import { readOwnIds } from '#modules/accounts/store.ts'
import { isOrderOfAny } from '#modules/orders/order-store.ts'

/** Bookings that would be cancelled. `back`: what is paid back for each. */
type Lost = { orderId: string | null; back: number }

/** Whether whoever closes would pay themselves back. They need a colleague, or cancel as a member, by the terms of members. */
export async function paysOneself(db: DbOrTrx, by: string, lost: readonly Lost[]): Promise<boolean> {
  const orderIds = lost.flatMap(({ orderId, back }) => (orderId !== null && back > 0 ? [orderId] : []))
  return orderIds.length > 0 && isOrderOfAny(db, orderIds, [...(await readOwnIds(db, by))])
}
