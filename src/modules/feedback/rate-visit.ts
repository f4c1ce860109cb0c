import { randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import { findVisit, insertRating } from './rating-store.ts'
import { whyNotRatable, type Aspects, type NotRatable } from './rules.ts'

export type RatingRequest = { memberId: string; orderNo: string | undefined; stars: number; aspects: Aspects; comment: string }
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
