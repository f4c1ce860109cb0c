import type { Db, Trx } from '#db/connect.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import { lockOrder } from '#modules/orders/order-store.ts'
import { removeItems } from '#modules/orders/remove-items.ts'
import { deleteToCancel, listOrdersToCancel, lockToCancel, readStanding, readUncoveredSpaces } from './to-cancel-store.ts'
import { takeSpaces } from '#modules/availability/store.ts'

/**
 * Cancels the bookings that changes of the catalogue have left without a place, with full refunds, an order in a transaction of its own.
 * Rows that are left are the only memory of the run, so that any process goes on where another one died. A booking that was cancelled or
 * moved meanwhile is not touched. Answers whose floor came free.
 */
export async function cancelWithoutPlace(db: Db, now: Date, onFailure?: OnFailure): Promise<number[]> {
  const cancel = ([orderId]: string[]) =>
    db.transaction().execute(async (trx) => {
      const itemIds = await lockToCancel(trx, orderId!)
      if (itemIds.length === 0) return []
      await lockOrder(trx, orderId!)
      const standing = await readStanding(trx, itemIds)
      // Of one order, two changes may have taken something.
      for (const some of Map.groupBy(standing, ({ why }) => JSON.stringify(why)).values())
        await removeItems(trx, orderId!, new Set(some.map(({ itemId }) => itemId)), now, { why: some[0]!.why ?? undefined })
      await deleteToCancel(trx, itemIds)
      return standing.map(({ facilityId }) => facilityId)
    })
  return [...new Set((await inBatchesOrAlone(await listOrdersToCancel(db), 1, cancel, onFailure)).flat())]
}

/**
 * Closures of whole facilities, such as a day off, also close courts that come later: takes their new spaces for the
 * closures that are ahead.
 */
export async function extendClosures(trx: Trx, facilityIds: number[], now: Date): Promise<void> {
  if (facilityIds.length === 0) return
  for (const [kind, spaces] of Map.groupBy(await readUncoveredSpaces(trx, facilityIds, now), (one) => one.kind)) {
    const wanted = spaces.map(({ holder, space, start, end }) => ({ holder, space, period: { start, end } }))
    await takeSpaces(trx, wanted, { kind, memberId: null, holdUntil: null }, now)
  }
}
