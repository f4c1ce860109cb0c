import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import type { AccountDeps } from './deps.ts'
import {
  reviewCommunity,
  reviewIdentity,
  undoReview,
  type ClubRefusal,
  type ProofRefusal,
  type ReviewRefusal,
  type UndoRefusal,
} from './review.ts'
import { listReviews, readClubDetail, readProofDetail } from './review-list-store.ts'
import { presentReview, presentReviews } from './review-present.ts'
import {
  ReviewAnswer,
  ReviewCommunityBody,
  ReviewIdentityBody,
  ReviewParams,
  ReviewsAnswer,
  ReviewsQuery,
  UndoReviewBody,
} from './review-wire.ts'

const reviewStatus = { not_found: 404, own_card: 403, already_reviewed: 409 } as const satisfies StatusOf<ReviewRefusal>
const clubStatus = { ...reviewStatus, registration_no_taken: 409 } as const satisfies StatusOf<ClubRefusal>
const proofStatus = { ...reviewStatus, valid_until_out_of_bounds: 422 } as const satisfies StatusOf<ProofRefusal>
const undoStatus = { not_found: 404, too_late_to_undo: 409, newer_proof_waits: 409 } as const satisfies StatusOf<UndoRefusal>

/** Calls of staff: what waits for a review and what was decided, one entry, the decision, and taking it back. */
export function reviewsApi(api: Api, deps: AccountDeps): void {
  readReviews(api, deps)
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Identity/Review',
      summary: 'Approve or refuse a proof of identity',
      access: deskRoles,
      body: ReviewIdentityBody,
      answers: { 204: null },
      refusals: proofStatus,
    },
    async ({ body: { proofId, decision, ...review }, session, audit, now }) =>
      done(
        await reviewIdentity(deps, proofId, { ...review, validUntil: review.validUntil, move: decision, by: session.memberId }, audit, now),
      ),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Community/Review',
      summary: 'Approve or refuse a community',
      access: deskRoles,
      body: ReviewCommunityBody,
      answers: { 204: null },
      refusals: clubStatus,
    },
    async ({ body: { memberId, decision, ...review }, session, audit, now }) =>
      done(await reviewCommunity(deps, memberId, { ...review, move: decision, by: session.memberId }, audit, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Review/Undo',
      summary: 'Take back one’s own decision while its mail is held: the entry waits again, and nobody is told',
      access: deskRoles,
      body: UndoReviewBody,
      answers: { 204: null },
      refusals: undoStatus,
    },
    async ({ body, session, audit, now }) => done(await undoReview(deps.db, { ...body, by: session.memberId }, audit, now)),
  )
}

function readReviews(api: Api, { db }: AccountDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Review/List',
      summary: 'Proofs and clubs that wait, oldest first, or that were decided, newest first; by cursor',
      access: deskRoles,
      query: ReviewsQuery,
      answers: { 200: ReviewsAnswer },
    },
    async ({ query: { state, kind, person, day, q, after, pageSize }, locale, now }) => {
      const [micros = '', id = ''] = after?.split('.') ?? []
      const place = { after: after === undefined ? undefined : { micros, id }, limit: pageSize + 1 }
      const rows = await listReviews(db, { state, kind, person, day, words: q || undefined }, place)
      return reply(200, presentReviews(rows, pageSize, locale, now))
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Review/{kind}/{id}',
      summary: 'A proof or a club with its files, the person, and earlier decisions about them',
      access: deskRoles,
      params: ReviewParams,
      answers: { 200: ReviewAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params: { kind, id }, session, locale, now }) => {
      const row = kind === 'proof' ? await readProofDetail(db, id, dayOf(now)) : await readClubDetail(db, id)
      if (!row) return refuse({ code: 'not_found' as const })
      return reply(200, presentReview(kind, row, { locale, viewer: session.memberId, now }))
    },
  )
}
