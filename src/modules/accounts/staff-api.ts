import { say } from '#i18n/words.ts'
import { reply, type Api } from '#http/call.ts'
import { deskRoles } from '#http/session.ts'
import type { AccountDeps } from './deps.ts'
import { reviewsApi } from './review-api.ts'
import { listOpenCommunities, listOpenProofs } from './review-store.ts'
import { CommunityReviewListAnswer, GuestAnswer, GuestBody, IdentityReviewListAnswer, ReviewListQuery } from './wire.ts'
import type { Db } from '#db/connect.ts'
import { addGuest } from './add-guest.ts'

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

/** Guests: people without an account who book at the desk or by telephone. */
function guestsApi(api: Api, { db }: { db: Db }): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Guest',
      summary: 'The guest of this name and mobile, made when there is none',
      access: deskRoles,
      body: GuestBody,
      answers: { 200: GuestAnswer },
    },
    async ({ body, locale, audit, now }) =>
      reply(200, await db.transaction().execute((trx) => addGuest(trx, { ...body, locale: body.locale ?? locale }, audit, now))),
  )
}
