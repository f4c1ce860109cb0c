import { say } from '#i18n/words.ts'
import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { managerRoles } from '#http/session.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import type { FeedbackDeps } from './deps.ts'
import { rateVisit, type RatingRefusal } from './invite-to-rate.ts'
import { findRatable, findRatings, hasRatedCentre, readAverage, readRated } from './rating-store.ts'
import { aspects, type Aspects } from './rules.ts'
import { AverageAnswer, AverageQuery, RatableAnswer, StaffStarAnswer, StaffStarQuery, StarAnswer, StarBody } from './wire.ts'

const starStatus = {
  not_found: 404,
  visit_not_over: 409,
  visit_long_ago: 409,
  already_rated: 409,
  centre_rated_today: 409,
} as const satisfies StatusOf<RatingRefusal>
const ratableAtMost = 20

/** Calls about ratings. */
export function starApi(api: Api, { db, catalogues }: FeedbackDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Star',
      summary: 'B43 Rate a booking that is over, once; without orderNo the centre, once a day',
      access: 'member',
      body: StarBody,
      answers: { 201: StarAnswer },
      refusals: starStatus,
    },
    async ({ body, session, now }) => {
      const rated = await rateVisit(db, { memberId: session.memberId, ...body, orderNo: body.orderNo, aspects: given(body.aspects) }, now)
      return rated.ok ? reply(201, rated.value) : rated
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Star/List',
      summary: 'The member’s own bookings that are over and not rated yet, and the ratings of those that are',
      access: 'member',
      answers: { 200: RatableAnswer },
    },
    async ({ session, locale, now }) => {
      const [found, rated, centreRated, { courtOf }] = await Promise.all([
        findRatable(db, session.memberId, ratableAtMost, now),
        readRated(db, session.memberId, now),
        hasRatedCentre(db, session.memberId, dayOf(now)),
        catalogues.current(),
      ])
      const items = found.flatMap(({ orderNo, courtId, start, end, more }) => {
        const at = courtOf.get(courtId)
        if (!at) return []
        const { id, name, drawing, colour } = at.facility
        const where = { venue1stId: id, venue1stName: say(name, locale), venue2ndName: say(at.court.name, locale), drawing, colour }
        return [{ orderNo, ...where, start: start.toISOString(), end: end.toISOString(), more }]
      })
      return reply(200, { items, rated, centreRated })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Star/Average',
      summary: 'What members think of a facility, once enough of them have said it',
      access: 'public',
      query: AverageQuery,
      answers: { 200: AverageAnswer },
    },
    async ({ query }) => reply(200, { rating: (await readAverage(db, query.venue1stId)) ?? null }),
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Star/List',
      summary: 'Ratings with what was written, by facility, stars, days and words, the newest first; and what all of them come to',
      access: managerRoles,
      query: StaffStarQuery,
      answers: { 200: StaffStarAnswer },
    },
    async ({ query: { venue1stId, atMost, from, to, keyword, written, page, pageSize }, locale }) => {
      const within = { from: from ? momentAt(from, 0) : undefined, before: to ? momentAt(addDays(to, 1), 0) : undefined }
      const asked = { facilityId: venue1stId, atMost, within, keyword, isWritten: written === 'yes', page, pageSize }
      const { ratings, total, average, byStars } = await findRatings(db, asked)
      const facilities = (await catalogues.current()).facilities.map(({ id, name }) => ({ id, name: say(name, locale) }))
      const items = ratings.map(({ id, orderNo, facilityId, stars, comment, memberName, createdAt, ...rated }) => ({
        id,
        orderNo,
        venue1stId: facilityId,
        venue1stName: facilities.find(({ id: one }) => one === facilityId)?.name ?? null,
        stars,
        aspects: given(rated),
        comment,
        memberName,
        createdAt: createdAt.toISOString(),
      }))
      return reply(200, { items, total, page, pageSize, average, byStars, facilities })
    },
  )
}

/** The aspects that were rated. */
const given = (rated: { [A in keyof Aspects]: number | null | undefined }): Aspects =>
  Object.fromEntries(aspects.flatMap((one) => (rated[one] === null || rated[one] === undefined ? [] : [[one, rated[one]]])))
