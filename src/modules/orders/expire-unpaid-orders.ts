import type { Db, Trx } from '#db/connect.ts'
import { readLimits, recordRun } from '#modules/settings/store.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import {
  expireOrders,
  listLapsing,
  listToRemind,
  listToWarn,
  listUnpaid,
  noteExpiring,
  noteReminders,
  prolongLapsing,
  type ExpiredOrder,
} from './order-store.ts'

/** Called with expired orders, in the transaction that expires them; violations give points here. */
export type OnExpired = (trx: Trx, expired: ExpiredOrder[], now: Date) => Promise<void>

/** Called with what the expired orders hold, right before it is freed: what was drawn in a ballot goes to its substitutes. */
export type BeforeFreeing = (trx: Trx, holderIds: string[], now: Date) => Promise<void>

/** Orders, or bookings to be reminded of, in a transaction. */
const atOnce = 100

/**
 * Runs every minute. Availability does not depend on it: a hold past its time counts as free. An order that cannot be expired
 * keeps none of the others.
 */
export async function expireUnpaidOrders(
  db: Db,
  now: Date,
  onExpired?: OnExpired,
  beforeFreeing?: BeforeFreeing,
  onFailure?: OnFailure,
): Promise<number[]> {
  const { booking } = await readLimits(db)
  const soon = new Date(now.getTime() + booking.warnMinutes * 60_000)
  const prolong = (ids: string[]) => db.transaction().execute((trx) => prolongLapsing(trx, ids, now))
  await inBatchesOrAlone(await listLapsing(db, now), atOnce, prolong, onFailure)
  const warn = (ids: string[]) => db.transaction().execute((trx) => noteExpiring(trx, ids, soon, now))
  await inBatchesOrAlone(await listToWarn(db, soon, now), atOnce, warn, onFailure)
  const watchedSince = await recordRun(db, 'expire-unpaid-orders', now)
  const expire = (ids: string[]) =>
    db.transaction().execute(async (trx) => {
      const expired = await expireOrders(trx, ids, watchedSince, now)
      const holders = expired.flatMap(({ holderIds }) => holderIds)
      await beforeFreeing?.(trx, holders, now)
      await freeSpaces(trx, holders, now)
      if (expired.length > 0) await onExpired?.(trx, expired, now)
      return expired.flatMap(({ facilityIds }) => facilityIds)
    })
  return [...new Set((await inBatchesOrAlone(await listUnpaid(db, now), atOnce, expire, onFailure)).flat())]
}

/**
 * Runs every hour: queues a reminder for each of tomorrow's bookings, once, from the hour that the centre has set. What
 * was booked after that hour needs none.
 */
export async function remindOfTomorrow(db: Db, now: Date, onFailure?: OnFailure): Promise<void> {
  const { reminders } = await readLimits(db)
  const from = momentAt(dayOf(now), reminders.tomorrowHour * 60)
  if (!reminders.tomorrow || now < from) return
  const reminded = { day: addDays(dayOf(now), 1), placedBefore: from }
  const remind = (itemIds: string[]) => db.transaction().execute((trx) => noteReminders(trx, itemIds, reminded, now))
  await inBatchesOrAlone(await listToRemind(db, reminded, now), atOnce, remind, onFailure)
}
