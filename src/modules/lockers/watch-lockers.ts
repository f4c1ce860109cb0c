import type { Db } from '#db/connect.ts'
import { readLimits } from '#modules/settings/store.ts'
import { findOverdue, noteOverdueTold, takeEnding } from './read-store.ts'
import { clearableFrom, remindersDue } from './rules.ts'
import { sendLockerLetter, type LockerDeps } from './tell-of-locker.ts'

const dayLength = 86_400_000

/** Runs every morning: reminds members whose term ends soon or is over, once for each reminder. */
export async function watchLockers(deps: LockerDeps & { db: Db }, now: Date): Promise<void> {
  const { renewDays, clearDays } = (await readLimits(deps.db)).lockers
  await deps.db.transaction().execute(async (trx) => {
    for (const { id, number, endsAt, ...recipient } of await takeEnding(trx, new Date(now.getTime() + renewDays * dayLength), now))
      await sendLockerLetter(
        trx,
        deps,
        { kind: 'ending', cause: `${id}:${endsAt.toISOString()}`, recipient, said: { number, endsAt } },
        now,
      )
  })
  await deps.db.transaction().execute(async (trx) => {
    for (const { id, number, endsAt, toldOverdue, deposit, ...recipient } of await findOverdue(trx, now)) {
      const due = remindersDue(endsAt, now)
      if (due <= toldOverdue) continue
      await noteOverdueTold(trx, id, due)
      const said = { number, endsAt, amount: deposit, clearFrom: clearableFrom(endsAt, clearDays) }
      await sendLockerLetter(trx, deps, { kind: 'overdue', cause: `${id}:${endsAt.toISOString()}:${due}`, recipient, said }, now)
    }
  })
}
