import type { Db } from '#db/connect.ts'
import { addDays, dayOf, minuteOf, momentAt } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import { noteVisits } from './event-store.ts'
import { takeUninvited } from './rating-store.ts'
import { invitedWithinDays } from './rules.ts'

const atOnce = 50

/** Runs every hour, from the hour that the centre has set: invites members whose visit ended to rate it, once. Answers how many. */
export async function inviteToRate(db: Db, now: Date): Promise<number> {
  const { reminders } = await readLimits(db)
  if (!reminders.rating || minuteOf(now) < reminders.ratingHour * 60) return 0
  const today = dayOf(now)
  const ended = { from: momentAt(addDays(today, -invitedWithinDays), 0), before: momentAt(today, 0) }
  let asked = 0
  for (;;) {
    const count = await db.transaction().execute(async (trx) => {
      const visits = await takeUninvited(trx, ended, atOnce, now)
      await noteVisits(trx, visits, now)
      return visits.length
    })
    asked += count
    if (count === 0) return asked
  }
}
