import type { Db } from '#db/connect.ts'
import { addDays, dayOf } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import { expireOrders, noteExpiring, noteReminders } from './order-store.ts'

/** The job of every minute. Availability does not wait for it: a hold that has run out is free by itself. */
export async function expireUnpaidOrders(db: Db, now: Date): Promise<number[]> {
  const { booking } = await readLimits(db)
  await noteExpiring(db, new Date(now.getTime() + booking.warnMinutes * 60_000), now)
  return (await expireOrders(db, now)).map(({ facilityId }) => facilityId)
}

/** Tomorrow's bookings, told once. */
export async function remindOfTomorrow(db: Db, now: Date): Promise<void> {
  await noteReminders(db, addDays(dayOf(now), 1), now)
}
