import type { DbOrTrx } from '#db/connect.ts'
import { readOwnIds } from '#modules/accounts/store.ts'
import { listOrdersOfAny } from '#modules/orders/order-store.ts'

/** Bookings that would be cancelled. `back`: what is paid back for each. */
type Lost = { orderId: string | null; back: number }

/**
 * Whether whoever closes would pay themselves back. A payment does not wait for whoever closes: asked before the orders are locked, it is
 * asked again behind that. They need a colleague, or cancel as a member, by the terms of members.
 */
export async function paysOneself(db: DbOrTrx, by: string, lost: readonly Lost[]): Promise<boolean> {
  const own = await listOwnOrders(
    db,
    by,
    lost.filter(({ back }) => back > 0),
  )
  return own.length > 0
}

/** Their own orders among these, paid or not. */
export async function listOwnOrders(db: DbOrTrx, by: string, lost: readonly Pick<Lost, 'orderId'>[]): Promise<string[]> {
  const orderIds = lost.flatMap(({ orderId }) => orderId ?? [])
  return orderIds.length === 0 ? [] : listOrdersOfAny(db, orderIds, [...(await readOwnIds(db, by))])
}
