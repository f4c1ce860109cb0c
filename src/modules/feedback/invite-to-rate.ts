import type { Db } from '#db/connect.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import { addDays, dayOf, minuteOf, momentAt } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import { noteVisits } from './event-store.ts'
import { findVisit, insertRating, listUninvited, takeUninvited } from './rating-store.ts'
import { invitedWithinDays, whyNotRatable, type Aspects, type NotRatable } from './rules.ts'
import { randomUUID } from 'node:crypto'
import { ok, refuse, type Result } from '#lib/result.ts'

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

type RatingRequest = { memberId: string; orderNo: string | undefined; stars: number; aspects: Aspects; comment: string }
export type RatingRefusal = { code: 'not_found' } | NotRatable | { code: 'already_rated' } | { code: 'centre_rated_today' }

/** Rates a visit of the member that is over, once; or the centre, once a day. */
export async function rateVisit(db: Db, { orderNo, ...given }: RatingRequest, now: Date): Promise<Result<{ id: string }, RatingRefusal>> {
  const rating = { id: randomUUID(), ...given, day: dayOf(now) }
  if (orderNo === undefined)
    return (await insertRating(db, { ...rating, visit: undefined }, now)) ? ok({ id: rating.id }) : refuse({ code: 'centre_rated_today' })
  const visit = await findVisit(db, given.memberId, orderNo)
  if (!visit || visit.facilityId === null) return refuse({ code: 'not_found' })
  const why = whyNotRatable(visit.state, visit.lastEnd, now)
  if (why) return refuse(why)
  const { orderId, facilityId } = visit
  const isFirst = await insertRating(db, { ...rating, visit: { orderId, facilityId } }, now)
  return isFirst ? ok({ id: rating.id }) : refuse({ code: 'already_rated' })
}
