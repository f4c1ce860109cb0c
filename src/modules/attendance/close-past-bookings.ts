import type { Db, Trx } from '#db/connect.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import { closeOrders, listPast, lockOrders, markMissed, type MissedItem } from '#modules/orders/attendance-store.ts'
import { readLimits, recordRun } from '#modules/settings/store.ts'

/** Called with missed items, in the transaction that marks them; violations give points here. */
export type OnMissed = (trx: Trx, missed: MissedItem[], now: Date) => Promise<void>

/** Orders in a transaction. */
const atOnce = 100

/**
 * Runs every minute: marks missed items, then closes orders that are over. Safe to run late: items that were checked in
 * stay so, and missed ones cannot be checked in. Items that began while the service was down are never missed, since
 * nobody could be checked in. An order that fails keeps none of the others.
 */
export async function closePastBookings(
  db: Db,
  now: Date,
  onMissed?: OnMissed,
  onFailure?: OnFailure,
): Promise<{ missed: number; closed: number }> {
  const { noShowMinutes } = (await readLimits(db)).checkIn
  const missedAfter = { noShowMinutes, watchedSince: await recordRun(db, 'close-past-bookings', now) }
  const close = (ids: string[]) =>
    db.transaction().execute(async (trx) => {
      // In a statement of their own: what follows reads items as they are behind the locks, and points are locked after orders.
      await lockOrders(trx, ids)
      const missed = await markMissed(trx, ids, missedAfter, now)
      if (missed.length > 0) await onMissed?.(trx, missed, now)
      return { missed: missed.length, closed: await closeOrders(trx, ids, now) }
    })
  const done = await inBatchesOrAlone(await listPast(db, missedAfter, now), atOnce, close, onFailure)
  return { missed: sum(done.map(({ missed }) => missed)), closed: sum(done.map(({ closed }) => closed)) }
}

const sum = (counts: number[]): number => counts.reduce((all, one) => all + one, 0)
