import { say } from '#i18n/words.ts'
import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { managerRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import { addDays, momentAt } from '#lib/zone.ts'
import type { ViolationsDeps } from './deps.ts'
import { presentEvidence, presentListedPoint, presentSuspension } from './office-present.ts'
import { findAppealed, findPointList, findSuspensionList } from './office-store.ts'
import {
  AppealQueueAnswer,
  EvidenceAnswer,
  OutageAnswer,
  OutageBody,
  PointListAnswer,
  PointListQuery,
  PointParams,
  SuspensionListAnswer,
  SuspensionListQuery,
  WithdrawManyBody,
  WithdrawnManyAnswer,
} from './office-wire.ts'
import { readEvidence } from './read-points.ts'
import { previewOutage, withdrawMany, type OutageRefusal } from './withdraw-many.ts'

const outageStatus = { too_many_points: 422 } as const satisfies StatusOf<OutageRefusal>
const pageSize = 50

const cursorFrom = (after: string | undefined) => {
  const [micros = '', id = ''] = after?.split('.') ?? []
  return after === undefined ? undefined : { micros, id }
}
/** The rows of a page, and the cursor of the next one. */
function pageOf<Row extends { micros: string; id: string }>(rows: Row[]): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return { shown, next: last ? `${last.micros}.${last.id}` : null }
}

/** The console's points: appeals with their evidence, all points and suspensions, and withdrawing the points of an outage. */
export function pointsOfficeApi(api: Api, deps: ViolationsDeps): void {
  appealsApi(api, deps)
  listsApi(api, deps)
  outageApi(api, deps)
}

function appealsApi(api: Api, { db, catalogues }: ViolationsDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Point/Appeals',
      summary: 'Points with an open appeal, the oldest appeal first',
      access: managerRoles,
      answers: { 200: AppealQueueAnswer },
    },
    async ({ now }) => {
      const rows = await findAppealed(db)
      const items = rows.map((row) => presentListedPoint(row, now))
      return reply(200, { items, count: rows[0]?.count ?? 0, serverTime: now.toISOString() })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Point/Evidence/{id}',
      summary: 'A point with its booking, check-in, messages, appeal and the member’s other points',
      access: managerRoles,
      params: PointParams,
      answers: { 200: EvidenceAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params, session, locale, now }) => {
      const evidence = await readEvidence(db, params.id, now)
      if (!evidence) return refuse({ code: 'not_found' as const })
      return reply(200, presentEvidence(evidence, await catalogues.current(), locale, session.memberId, now))
    },
  )
}

function listsApi(api: Api, { db, catalogues }: ViolationsDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Point/List',
      summary: 'All points by state, kind, appeal, facility, day and person, newest first',
      access: managerRoles,
      query: PointListQuery,
      answers: { 200: PointListAnswer },
    },
    async ({ query: { from, to, q, after, ...filter }, locale, now }) => {
      const period = {
        since: from === undefined ? undefined : momentAt(from, 0),
        until: to === undefined ? undefined : momentAt(addDays(to, 1), 0),
      }
      const search = { ...filter, ...period, words: q || undefined }
      const { shown, next } = pageOf(await findPointList(db, search, { after: cursorFrom(after), limit: pageSize }, now))
      const { facilities } = await catalogues.current()
      return reply(200, {
        items: shown.map((row) => presentListedPoint(row, now)),
        next,
        facilities: facilities.map(({ code, name }) => ({ code, name: say(name, locale) })),
      })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Point/Suspensions',
      summary: 'Suspensions that hold or are to come, or all, the latest first',
      access: managerRoles,
      query: SuspensionListQuery,
      answers: { 200: SuspensionListAnswer },
    },
    async ({ query: { state, q, after }, now }) => {
      const filter = { words: q || undefined, isOpen: state === 'open' }
      const { shown, next } = pageOf(await findSuspensionList(db, filter, { after: cursorFrom(after), limit: pageSize }, now))
      return reply(200, { items: shown.map((row) => presentSuspension(row, now)), next })
    },
  )
}

function outageApi(api: Api, { db, lettersDue }: ViolationsDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Point/Outage/Preview',
      reads: true,
      summary: 'Points that were given in a period, by facility and kind, and what withdrawing them does; nothing is written',
      access: managerRoles,
      body: OutageBody,
      answers: { 200: OutageAnswer },
      refusals: outageStatus,
    },
    async ({ body: { from, until, facility, kinds }, session, now }) => {
      const outage = { since: from, until, facility: facility || undefined, kinds }
      const preview = await previewOutage(db, outage, session.memberId, now)
      if (!preview.ok) return preview
      const { points, lifted, own } = preview.value
      return reply(200, {
        points: points.map((point) => ({ ...presentListedPoint(point, now), lifts: lifted.has(point.memberId) })),
        members: new Set(points.map(({ memberId }) => memberId)).size,
        lifted: lifted.size,
        own,
      })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Point/Outage',
      summary: 'Withdraw many points together, with a reason; each member is told once, and the same request again changes nothing',
      access: managerRoles,
      body: WithdrawManyBody,
      answers: { 200: WithdrawnManyAnswer },
    },
    async ({ body, session, audit, now }) => {
      const done = await withdrawMany(db, { ...body, by: session.memberId }, audit, now)
      if (done.points > 0) lettersDue()
      return reply(200, done)
    },
  )
}
