import type { Db } from '#db/connect.ts'
import { minuteOf } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import { noteLocker } from './event-store.ts'
import { findOverdue, noteOverdueReminders, takeEndingRentals } from './read-store.ts'
import { clearableFrom, remindersDue } from './rules.ts'

const dayLength = 86_400_000

/** Runs every hour: reminds members whose term ends soon or is over, once for each reminder, from the hour that the centre has set. */
export async function remindRenters(db: Db, now: Date): Promise<void> {
  const { reminders, lockers } = await readLimits(db)
  if (!reminders.lockers || minuteOf(now) < reminders.lockersHour * 60) return
  const { renewDays, remindDays, clearDays } = lockers
  await db.transaction().execute(async (trx) => {
    for (const { memberId, number, endsAt } of await takeEndingRentals(trx, new Date(now.getTime() + renewDays * dayLength), now))
      await noteLocker(trx, memberId, { kind: 'ending', number, endsAt }, now)
  })
  await db.transaction().execute(async (trx) => {
    for (const { id, memberId, number, endsAt, toldOverdue, deposit } of await findOverdue(trx, now)) {
      const due = remindersDue(endsAt, remindDays, now)
      if (due <= toldOverdue) continue
      await noteOverdueReminders(trx, id, due)
      await noteLocker(
        trx,
        memberId,
        { kind: 'overdue', number, endsAt, amount: deposit, clearFrom: clearableFrom(endsAt, clearDays) },
        now,
      )
    }
  })
}
