import type { Db, Trx } from '#db/connect.ts'
import { lookAgain } from '#modules/settings/watch-store.ts'
import { addDays, dayOf } from '#lib/zone.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import { expireOrders, noteExpiring, noteReminders, type ExpiredOrder } from './order-store.ts'

/** What else follows from it, such as a point; inside the transaction that lets them expire. */
export type OnExpired = (trx: Trx, expired: ExpiredOrder[], now: Date) => Promise<void>

/** The job of every minute. Availability does not wait for it: a hold that has run out is free by itself. */
export async function expireUnpaidOrders(db: Db, now: Date, onExpired?: OnExpired): Promise<number[]> {
  const { booking } = await readLimits(db)
  await noteExpiring(db, new Date(now.getTime() + booking.warnMinutes * 60_000), now)
  return db.transaction().execute(async (trx) => {
    const watchedSince = await lookAgain(trx, 'expire-unpaid-orders', now)
    const expired = await expireOrders(trx, watchedSince, now)
    await freeSpaces(
      trx,
      expired.flatMap(({ itemIds }) => itemIds),
    )
    if (expired.length > 0) await onExpired?.(trx, expired, now)
    return [...new Set(expired.flatMap(({ facilityIds }) => facilityIds))]
  })
}

/** Tomorrow's bookings, told once. */
export async function remindOfTomorrow(db: Db, now: Date): Promise<void> {
  await noteReminders(db, addDays(dayOf(now), 1), now)
}
