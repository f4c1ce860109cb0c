import type { Db, Trx } from '#db/connect.ts'
import { lookAgain } from '#modules/settings/watch-store.ts'
import { readLimits } from '#modules/settings/store.ts'
import { closeOrders, markMissed, type MissedItem } from './attendance-store.ts'

/** What else follows from not coming, such as a point; inside the transaction that says so. */
export type OnMissed = (trx: Trx, missed: MissedItem[], now: Date) => Promise<void>

/**
 * The job of every minute: who has not come is a no-show, and what is over is closed. However late it runs, whoever was
 * let in before stays let in, and whoever is missed is let in no more. Nobody is a no-show of a period that began while
 * the house was down: the desk could let nobody in.
 */
export async function closePastBookings(db: Db, now: Date, onMissed?: OnMissed): Promise<{ missed: number; closed: number }> {
  const { noShowMinutes } = (await readLimits(db)).checkIn
  return db.transaction().execute(async (trx) => {
    const watchedSince = await lookAgain(trx, 'close-past-bookings', now)
    const missed = await markMissed(trx, { noShowMinutes, watchedSince }, now)
    if (missed.length > 0) await onMissed?.(trx, missed, now)
    return { missed: missed.length, closed: (await closeOrders(trx, now)).length }
  })
}
