import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles, isManager, managerRoles } from '#http/session.ts'
import { blockPeriod, liftBlock, type BlockRefusal, type LiftRefusal } from './block-period.ts'
import type { ClosuresDeps } from './deps.ts'
import { closureApi } from './closure-api.ts'
import { readClosuresApi } from './read-api.ts'
import { closeFacility, type CloseRefusal } from './close-court.ts'
import { listBlocks } from './store.ts'
import { BlockBody, BlockedAnswer, BlockListAnswer, BlockListQuery, CloseBody, ClosedAnswer, LiftBody } from './wire.ts'

const blockStatus = {
  no_such_facility: 404,
  no_such_court: 404,
  ends_in_past: 422,
  closure_by_manager: 403,
  block_in_the_way: 409,
} as const satisfies StatusOf<BlockRefusal>
const liftStatus = {
  not_found: 404,
  already_lifted: 409,
  part_of_closure: 409,
  closure_by_manager: 403,
} as const satisfies StatusOf<LiftRefusal>
const closeStatus = {
  no_such_facility: 404,
  own_card: 403,
  ends_in_past: 422,
  already_closed: 409,
} as const satisfies StatusOf<CloseRefusal>

/** Staff take courts and facilities out of use, and put them back. */
export function closuresStaffApi(api: Api, deps: ClosuresDeps): void {
  const { db, catalogues, releaseDates, moneyOwed } = deps
  closureApi(api, deps)
  readClosuresApi(api, deps)
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Block',
      summary: 'Take a court or a facility out of use for a while; the desk single courts, today',
      access: deskRoles,
      body: BlockBody,
      answers: { 201: BlockedAnswer },
      refusals: blockStatus,
    },
    async ({ body: { venue1stId, venue2ndId, start, end, reasonTw, reasonEn }, session, audit, now }) => {
      const wanted = {
        facilityId: venue1stId,
        courtId: venue2ndId,
        period: { start, end },
        reasonTw,
        reasonEn,
        by: session.memberId,
        byDesk: !isManager(session),
      }
      const blocked = await blockPeriod({ db, catalogues }, wanted, audit, now)
      if (!blocked.ok) return blocked
      moneyOwed([blocked.value.facilityId])
      return reply(201, { id: blocked.value.id })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Block/List',
      summary: 'What is out of use, now and later',
      access: deskRoles,
      query: BlockListQuery,
      answers: { 200: BlockListAnswer },
    },
    async ({ query: { venue1stId, page, pageSize }, now }) => {
      const rows = await listBlocks(db, { facilityId: venue1stId, page, pageSize }, now)
      const items = rows.map(({ facilityId, courtId, start, end, createdAt, total: _, ...block }) => ({
        ...block,
        venue1stId: facilityId,
        venue2ndId: courtId,
        start: start.toISOString(),
        end: end.toISOString(),
        createdAt: createdAt.toISOString(),
      }))
      return reply(200, { items, total: rows[0]?.total ?? 0, page, pageSize })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Block/Lift',
      summary: 'Put it back into use; the desk only what it has taken out of use itself',
      access: deskRoles,
      body: LiftBody,
      answers: { 204: null },
      refusals: liftStatus,
    },
    async ({ body, session, audit, now }) => {
      const onlyBy = isManager(session) ? undefined : session.memberId
      const lifted = await liftBlock({ db, catalogues }, body.id, audit, now, onlyBy)
      if (!lifted.ok) return lifted
      moneyOwed([lifted.value.facilityId])
      return reply(204)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Facility/Close',
      summary: 'Close a facility for a day: bookings are cancelled and paid back in full',
      access: managerRoles,
      body: CloseBody,
      answers: { 200: ClosedAnswer },
      refusals: closeStatus,
    },
    async ({ body: { venue1stId, date, reasonTw, reasonEn }, session, audit, now }) => {
      const closed = await closeFacility(
        { db, catalogues, releaseDates },
        { facilityId: venue1stId, day: date, reasonTw, reasonEn, by: session.memberId },
        audit,
        now,
      )
      if (!closed.ok) return closed
      moneyOwed([venue1stId])
      return reply(200, closed.value)
    },
  )
}
