import { say } from '#i18n/words.ts'
import { guestsApi } from './guest-api.ts'
import { reply, type Api } from '#http/call.ts'
import { deskRoles } from '#http/session.ts'
import type { AccountDeps } from './deps.ts'
import { reviewsApi } from './review-api.ts'
import { listOpenCommunities, listOpenProofs } from './review-store.ts'
import { CommunityReviewListAnswer, IdentityReviewListAnswer, ReviewListQuery } from './wire.ts'

/** Calls of staff: reviewing proofs and communities. */
export function accountsStaffApi(api: Api, deps: AccountDeps): void {
  guestsApi(api, deps)
  reviewsApi(api, deps)
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
        identity: say({ tw: identityTw, en: identityEn }, locale),
        submittedAt: submittedAt.toISOString(),
      }))
      return reply(200, { items, total: rows[0]?.total ?? 0, ...query })
    },
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
}
