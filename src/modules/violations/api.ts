import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { managerRoles } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { appealPoint, decideAppeal, type AppealRefusal, type DecideRefusal } from './appeal-point.ts'
import { listOpenAppeals } from './appeal-store.ts'
import type { ViolationsDeps } from './deps.ts'
import { pointsOfficeApi } from './office-api.ts'
import { readPoints, type ShownPoint } from './read-points.ts'
import { AppealBody, AppealListAnswer, AppealListQuery, DecideBody, DecidedAnswer, ViolationListAnswer } from './wire.ts'

const appealStatus = {
  not_found: 404,
  already_appealed: 409,
  point_gone: 409,
  no_such_file: 422,
} as const satisfies StatusOf<AppealRefusal>
const decideStatus = { not_found: 404, already_decided: 409, own_card: 403 } as const satisfies StatusOf<DecideRefusal>

export function violationsApi(api: Api, deps: ViolationsDeps): void {
  pointsOfficeApi(api, deps)
  api.add(
    {
      method: 'get',
      path: '/api/Violation/List',
      summary: 'A24 The member’s points, when they go away, and whether they are suspended',
      access: 'member',
      answers: { 200: ViolationListAnswer },
    },
    async ({ session, locale, now }) => {
      const { points, counting, suspension, neverSuspended, limits } = await readPoints(deps, session.memberId, now)
      return reply(200, {
        points: points.map((point) => presentPoint(point, locale)),
        counting,
        pointsToSuspend: limits.pointsToSuspend,
        pointDays: limits.pointDays,
        suspendDays: limits.suspendDays,
        lateCancelHours: limits.lateCancelHours,
        forNoShow: limits.forNoShow,
        forExpired: limits.forExpired,
        suspension: suspension
          ? { from: suspension.from.toISOString(), until: suspension.until.toISOString(), reason: suspension.reason }
          : null,
        neverSuspended,
        serverTime: now.toISOString(),
      })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Violation/Appeal',
      summary: 'Say why a point is wrong, once for each',
      access: 'member',
      body: AppealBody,
      answers: { 204: null },
      refusals: appealStatus,
    },
    async ({ body: { id, text, fileId }, session, now }) =>
      done(await appealPoint(deps.db, session.memberId, { violationId: id, text, fileId: fileId ?? null }, now)),
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Violation/List',
      summary: 'Appeals that wait for a decision, the oldest first',
      access: managerRoles,
      query: AppealListQuery,
      answers: { 200: AppealListAnswer },
    },
    async ({ query: { page, pageSize }, now }) => {
      const rows = await listOpenAppeals(deps.db, page, pageSize, now)
      const items = rows.map(({ at, sentAt, suspendedUntil, total: _, ...row }) => ({
        ...row,
        at: at.toISOString(),
        sentAt: sentAt.toISOString(),
        suspendedUntil: suspendedUntil?.toISOString() ?? null,
      }))
      return reply(200, { items, total: rows[0]?.total ?? 0, page, pageSize })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Violation/Decide',
      summary: 'Accept or reject an appeal: accepted, the point goes, and a suspension with too few points is lifted',
      access: managerRoles,
      body: DecideBody,
      answers: { 200: DecidedAnswer },
      refusals: decideStatus,
    },
    async ({ body: { id, decision, reason }, session, audit, now }) => {
      const decided = await decideAppeal(deps, { appealId: id, accept: decision === 'accept', reason, by: session.memberId }, audit, now)
      if (!decided.ok) return decided
      deps.lettersDue()
      return reply(200, { suspensionLifted: decided.value.lifted })
    },
  )
}

const iso = (moment: string) => new Date(moment).toISOString()

const presentPoint = ({ removedAt: _, suspensionId: __, appeal, ...point }: ShownPoint, locale: Locale) => ({
  ...point,
  at: point.at.toISOString(),
  expiresAt: point.expiresAt.toISOString(),
  items: point.items.map(({ court, facility, start, end }) => ({
    venue1stName: say(facility.name, locale),
    venue2ndName: say(court.name, locale),
    start: start.toISOString(),
    end: end.toISOString(),
  })),
  appeal: appeal && {
    status: appeal.state,
    text: appeal.text,
    fileId: appeal.fileId,
    sentAt: iso(appeal.sentAt),
    decidedAt: appeal.decidedAt && iso(appeal.decidedAt),
    reason: appeal.reason,
  },
})
