import type { Db, Trx } from '#db/connect.ts'
import { closeOrders, markMissed, type MissedItem } from '#modules/orders/attendance-store.ts'
import { recordRun } from '#modules/settings/watch-store.ts'
import { readLimits } from '#modules/settings/store.ts'

/** Called with missed items, in the transaction that marks them; violations give points here. */
export type OnMissed = (trx: Trx, missed: MissedItem[], now: Date) => Promise<void>

/**
 * Runs every minute: marks missed items, then closes orders that are over. Safe to run late: items that were checked in
 * stay so, and missed ones cannot be checked in. Items that began while the service was down are never missed, since
 * nobody could be checked in.
 */
export async function closePastBookings(db: Db, now: Date, onMissed?: OnMissed): Promise<{ missed: number; closed: number }> {
  const { noShowMinutes } = (await readLimits(db)).checkIn
  return db.transaction().execute(async (trx) => {
    const watchedSince = await recordRun(trx, 'close-past-bookings', now)
    const missed = await markMissed(trx, { noShowMinutes, watchedSince }, now)
    if (missed.length > 0) await onMissed?.(trx, missed, now)
    return { missed: missed.length, closed: await closeOrders(trx, now) }
  })
}
