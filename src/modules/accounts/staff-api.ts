import { guestsApi } from './guest-api.ts'
import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles } from '#http/session.ts'
import type { AccountDeps } from './deps.ts'
import { reviewCommunity, reviewIdentity, type ReviewRefusal } from './review.ts'
import { listOpenCommunities, listOpenProofs } from './review-store.ts'
import { CommunityReviewListAnswer, IdentityReviewListAnswer, ReviewCommunityBody, ReviewIdentityBody, ReviewListQuery } from './wire.ts'

const reviewStatus = { not_found: 404, already_reviewed: 409 } as const satisfies StatusOf<ReviewRefusal>

/** Calls of staff: reviewing proofs and communities. */
export function accountsStaffApi(api: Api, deps: AccountDeps): void {
  guestsApi(api, deps)
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Identity/List',
      summary: 'Proofs that wait for a decision',
      access: deskRoles,
      query: ReviewListQuery,
      answers: { 200: IdentityReviewListAnswer },
    },
    async ({ query, locale }) => {
      const rows = await listOpenProofs(deps.db, query.page, query.pageSize)
      const items = rows.map(({ identityTw, identityEn, submittedAt, total: _, ...row }) => ({
        ...row,
        identity: locale === 'tw' ? identityTw : identityEn,
        submittedAt: submittedAt.toISOString(),
      }))
      return reply(200, { items, total: rows[0]?.total ?? 0, ...query })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Identity/Review',
      summary: 'Approve or refuse a proof of identity',
      access: deskRoles,
      body: ReviewIdentityBody,
      answers: { 204: null },
      refusals: reviewStatus,
    },
    async ({ body, session, audit, now }) =>
      done(await reviewIdentity(deps, body.proofId, { move: body.decision, reason: body.reason, by: session.memberId }, audit, now)),
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Community/List',
      summary: 'Communities that wait for a decision',
      access: deskRoles,
      query: ReviewListQuery,
      answers: { 200: CommunityReviewListAnswer },
    },
    async ({ query }) => {
      const rows = await listOpenCommunities(deps.db, query.page, query.pageSize)
      const items = rows.map(({ submittedAt, total: _, ...row }) => ({ ...row, submittedAt: submittedAt.toISOString() }))
      return reply(200, { items, total: rows[0]?.total ?? 0, ...query })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Community/Review',
      summary: 'Approve or refuse a community',
      access: deskRoles,
      body: ReviewCommunityBody,
      answers: { 204: null },
      refusals: reviewStatus,
    },
    async ({ body, session, audit, now }) =>
      done(await reviewCommunity(deps, body.memberId, { move: body.decision, reason: body.reason, by: session.memberId }, audit, now)),
  )
}
