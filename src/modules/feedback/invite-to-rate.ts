import type { Db } from '#db/connect.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import { addDays, dayOf, minuteOf, momentAt } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import { noteVisits } from './event-store.ts'
import { listUninvited, takeUninvited } from './rating-store.ts'
import { invitedWithinDays } from './rules.ts'

const atOnce = 50

/**
 * Runs every hour, from the hour that the centre has set: invites members whose visit ended to rate it, once. A visit that fails keeps
 * none of the others. Answers how many.
 */
export async function inviteToRate(db: Db, now: Date, onFailure?: OnFailure): Promise<number> {
  const { reminders } = await readLimits(db)
  if (!reminders.rating || minuteOf(now) < reminders.ratingHour * 60) return 0
  const today = dayOf(now)
  const ended = { from: momentAt(addDays(today, -invitedWithinDays), 0), before: momentAt(today, 0) }
  const invite = (ids: string[]) =>
    db.transaction().execute(async (trx) => {
      const visits = await takeUninvited(trx, ids, now)
      await noteVisits(trx, visits, now)
      return visits.length
    })
  const asked = await inBatchesOrAlone(await listUninvited(db, ended), atOnce, invite, onFailure)
  return asked.reduce((sum, count) => sum + count, 0)
}
