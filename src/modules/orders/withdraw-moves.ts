import type { Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { countChanges } from './event-store.ts'
import { moveOrders } from './move-store.ts'
import { lockTopUps } from './pending-move-store.ts'

/**
 * Withdraws moves that wait for their top-up: frees what they hold and cancels the top-ups. The bookings stay where they are; money
 * that still arrives goes back. The caller holds the locks on the bookings' orders.
 */
export const withdrawMoves = (trx: Trx, itemIds: string[], now: Date): Promise<void> => withdraw(trx, { items: itemIds }, now)

/** The same for moves onto floor that is being closed: see listOrdersMoving for the orders. */
export const withdrawMovesTo = (trx: Trx, floor: { spaces: number[]; periods: Period[] }, now: Date): Promise<void> =>
  withdraw(trx, floor, now)

/** The same for top-ups that are known, also expired ones: a late payment of them goes back and moves nothing. */
export const withdrawTopUps = (trx: Trx, topUps: string[], now: Date): Promise<void> => withdraw(trx, { topUps }, now)

async function withdraw(trx: Trx, of: Parameters<typeof lockTopUps>[1], now: Date): Promise<void> {
  const ids = await lockTopUps(trx, of)
  if (ids.length === 0) return
  await freeSpaces(trx, ids, now)
  await moveOrders(trx, ids, 'cancelUnpaid', now)
  await moveOrders(trx, ids, 'cancelExpired', now)
  await countChanges(trx, ids)
}
