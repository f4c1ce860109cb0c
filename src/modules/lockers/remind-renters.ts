import type { Db, Trx } from '#db/connect.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import { minuteOf } from '#lib/zone.ts'
import type { Limits } from '#modules/settings/rules.ts'
import { readLimits } from '#modules/settings/store.ts'
import { noteLocker } from './event-store.ts'
import { listEnding, listOverdue, lockOverdue, noteOverdueReminders, takeEndingRentals } from './read-store.ts'
import { clearableFrom, remindersDue } from './rules.ts'

const dayLength = 86_400_000
/** Rentals in a transaction. */
const atOnce = 100

/**
 * Runs every hour: reminds members whose term ends soon or is over, once for each reminder, from the hour that the centre has set. A
 * rental that fails keeps none of the others.
 */
export async function remindRenters(db: Db, now: Date, onFailure?: OnFailure): Promise<void> {
  const { reminders, lockers } = await readLimits(db)
  if (!reminders.lockers || minuteOf(now) < reminders.lockersHour * 60) return
  const before = new Date(now.getTime() + lockers.renewDays * dayLength)
  const remind = (ids: string[]) => db.transaction().execute((trx) => remindOfEnd(trx, ids, before, now))
  await inBatchesOrAlone(await listEnding(db, before, now), atOnce, remind, onFailure)
  const remindLate = (ids: string[]) => db.transaction().execute((trx) => remindOverdue(trx, ids, lockers, now))
  await inBatchesOrAlone(await listOverdue(db, now), atOnce, remindLate, onFailure)
}

async function remindOfEnd(trx: Trx, ids: string[], before: Date, now: Date): Promise<void> {
  for (const { memberId, number, endsAt } of await takeEndingRentals(trx, ids, before, now))
    await noteLocker(trx, memberId, { kind: 'ending', number, endsAt }, now)
}

async function remindOverdue(trx: Trx, ids: string[], { remindDays, clearDays }: Limits['lockers'], now: Date): Promise<void> {
  for (const { id, memberId, number, endsAt, toldOverdue, deposit } of await lockOverdue(trx, ids, now)) {
    const due = remindersDue(endsAt, remindDays, now)
    if (due <= toldOverdue) continue
    await noteOverdueReminders(trx, id, due)
    await noteLocker(trx, memberId, { kind: 'overdue', number, endsAt, amount: deposit, clearFrom: clearableFrom(endsAt, clearDays) }, now)
  }
}
