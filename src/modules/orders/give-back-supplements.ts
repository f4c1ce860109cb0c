import type { Trx } from '#db/connect.ts'
import { countChanges } from './event-store.ts'
import { moveOrder, moveOrders } from './move-store.ts'
import { oweBack } from './refund-due-store.ts'
import { lockSupplements, writeAmount } from './supplement-store.ts'
import type { Period } from '#lib/period.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { lockTopUps } from './pending-move-store.ts'

/**
 * Takes an amount off the supplements of an item that costs less now, unpaid ones and then the newest first: an unpaid one is asked for
 * less or not at all, a paid one is owed back. Answers what is owed, what is left of the amount, what is asked for no longer, and
 * what still is. The caller holds the lock on the item's order.
 */
export async function giveBackSupplements(
  trx: Trx,
  itemId: string,
  amount: number,
  now: Date,
): Promise<Record<'owed' | 'left' | 'withdrawn' | 'unpaid', number>> {
  // A move that waits for its top-up is not worth anything yet.
  await withdrawMoves(trx, [itemId], now)
  let [owed, left, withdrawn, unpaid] = [0, amount, 0, 0]
  for (const { id, state, amount: worth } of await lockSupplements(trx, [itemId])) {
    const taken = Math.min(worth, left)
    if (state !== 'confirmed') {
      withdrawn += taken
      unpaid += worth - taken
    }
    if (taken === 0) continue
    left -= taken
    if (state === 'confirmed') {
      owed += taken
      await oweBack(trx, { orderId: id, amount: taken, reason: 'moved', cause: `moved:${id}:${worth}`, itemId }, now)
    }
    // A supplement that is given back whole keeps its amount, like any order that was cancelled.
    if (taken < worth) await writeAmount(trx, id, worth - taken)
    else await moveOrder(trx, id, state === 'confirmed' ? 'giveBackAll' : 'cancelUnpaid', now)
    await countChanges(trx, [id])
  }
  return { owed, left, withdrawn, unpaid }
}

/**
 * Closes the supplements of items that are cancelled: nobody pays for them any more. What goes back of those that were paid, the caller
 * owes together with the items. The caller holds the lock on the items' order.
 */
export async function closeSupplements(trx: Trx, itemIds: string[], now: Date): Promise<void> {
  await withdrawMoves(trx, itemIds, now)
  for (const { id, state } of (await lockSupplements(trx, itemIds)).toReversed()) {
    await moveOrder(trx, id, state === 'confirmed' ? 'giveBackAll' : 'cancelUnpaid', now)
    await countChanges(trx, [id])
  }
}

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
