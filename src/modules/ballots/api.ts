import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import type { Locale } from '#i18n/locale.ts'
import { refuse } from '#lib/result.ts'
import { minuteFrom } from '#lib/zone.ts'
import { suspensionText } from '#modules/orders/texts.ts'
import type { ViewRefusal } from '#modules/preorders/read-season.ts'
import { overCapReason } from '#modules/preorders/texts.ts'
import { answerOffer, type OfferRefusal } from './answer-offer.ts'
import type { BallotsDeps } from './deps.ts'
import { facilitiesOfCourts } from './entry-store.ts'
import { presentBallotRound, presentOwn } from './present.ts'
import { listOwnBallots, readOwnBallot } from './read-ballot.ts'
import { saveEntry, withdrawEntry, type EntryRefusal } from './save-entry.ts'
import { wishProblemTitle } from './texts.ts'
import { stageOf, type Wish } from './wish-rules.ts'
import {
  BallotsAnswer,
  EntryBody,
  OfferAnswer,
  OfferBody,
  OwnBallotAnswer,
  OwnBallotQuery,
  RoundIdBody,
  SavedEntryAnswer,
  type WishBody,
} from './wish-wire.ts'

const viewStatus = { not_found: 404, not_yet_visible: 409 } as const satisfies StatusOf<ViewRefusal>
const entryStatus = {
  not_found: 404,
  window_closed: 409,
  wishes_refused: 422,
  changed_meanwhile: 409,
  suspended: 403,
  registration_no_taken: 409,
  too_many_requests: 429,
} as const satisfies StatusOf<EntryRefusal>
const offerStatus = { not_found: 404, substitute_over: 409, over_cap: 422, suspended: 403 } as const satisfies StatusOf<OfferRefusal>

/** Calls of clubs: their wishes in ballots, what became of them, and offers to substitutes. */
export function ballotsApi(api: Api, deps: BallotsDeps): void {
  const { db, bookingsChanged } = deps
  api.add(
    {
      method: 'get',
      path: '/api/Ballot/Community/List',
      summary: 'Ballots that the club may see, the newest first, with its own part in them',
      access: 'community',
      answers: { 200: BallotsAnswer },
    },
    async ({ session, locale, now }) => {
      const own = await listOwnBallots(deps, session.memberId, now)
      return reply(
        200,
        own.map(({ round, dueAt, wishes, drawn, offers }) => ({
          ...presentBallotRound(round, stageOf(round, now), dueAt, locale),
          wishes,
          drawn,
          offers,
        })),
      )
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Ballot/Community/Entry',
      summary: 'A ballot with the club’s own wishes, how many clubs want each hour, and after the draw what became of each wish',
      access: 'community',
      query: OwnBallotQuery,
      answers: { 200: OwnBallotAnswer },
      refusals: viewStatus,
    },
    async ({ query: { roundId }, session, locale, now }) => {
      const own = await readOwnBallot(deps, { roundId, memberId: session.memberId }, now)
      return own.ok ? reply(200, presentOwn(own.value, locale, now)) : own
    },
  )

  api.add(
    {
      method: 'put',
      path: '/api/Ballot/Community/Entry',
      summary: 'Save the club’s wishes in their order, up to eight; nothing is held, and they may be changed until the window ends',
      access: 'community',
      body: EntryBody,
      answers: { 200: SavedEntryAnswer },
      refusals: entryStatus,
    },
    async ({ body: { wishes, ...body }, session, locale, now }) => {
      const saved = await saveEntry(deps, { ...body, wishes: wishes.map(wishFrom), memberId: session.memberId }, now)
      return saved.ok ? reply(200, saved.value) : refuse(inWords(saved.refusal, locale))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Ballot/Community/Withdraw',
      summary: 'Take the club’s wishes out of a ballot, until its window ends',
      access: 'community',
      body: RoundIdBody,
      answers: { 200: SavedEntryAnswer },
      refusals: { not_found: 404, window_closed: 409 },
    },
    async ({ body: { roundId }, session, now }) => {
      const withdrawn = await withdrawEntry(db, { roundId, memberId: session.memberId }, now)
      return withdrawn.ok ? reply(200, { version: 0 }) : withdrawn
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Ballot/Community/Offer',
      summary: 'Accept or decline what came free for a substitute; what is accepted becomes a pre-order to be reviewed',
      access: 'community',
      body: OfferBody,
      answers: { 200: OfferAnswer },
      refusals: offerStatus,
    },
    async ({ body, session, locale, now }) => {
      const answered = await answerOffer(db, { ...body, memberId: session.memberId }, now)
      if (!answered.ok) return refuse(offerInWords(answered.refusal, locale))
      const { orderNo, courtIds } = answered.value
      bookingsChanged(await facilitiesOfCourts(db, courtIds))
      return reply(200, { orderNo })
    },
  )
}

const wishFrom = ({ weekday, start, end, venue1stId, venue2ndId, leastPercent }: WishBody): Wish => ({
  weekday,
  start: minuteFrom(start),
  end: minuteFrom(end),
  facilityId: venue1stId,
  courtId: venue2ndId,
  leastPercent,
})

/** Refusals as problem details, for each wish. */
function inWords(refusal: EntryRefusal, locale: Locale): { code: EntryRefusal['code'] } {
  if (refusal.code === 'suspended') return Object.assign(suspensionText(refusal.until, locale), { code: refusal.code })
  if (refusal.code !== 'wishes_refused') return refusal
  const errors = refusal.items.map((problem) => ({ path: `wishes.${problem.wish}`, message: wishProblemTitle(problem, locale) }))
  return Object.assign({ errors }, { code: refusal.code })
}

function offerInWords(refusal: OfferRefusal, locale: Locale): { code: OfferRefusal['code'] } {
  if (refusal.code === 'suspended') return Object.assign(suspensionText(refusal.until, locale), { code: refusal.code })
  if (refusal.code === 'over_cap') return Object.assign({ reason: overCapReason(refusal, locale) }, refusal)
  return refusal
}
