import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles, managerRoles } from '#http/session.ts'
import type { BallotsDeps } from './deps.ts'
import { drawRound, type DrawRefusal } from './draw-round.ts'
import { freezeRound, type FreezeRefusal } from './freeze-round.ts'
import { noteObjection, type ObjectionRefusal } from './note-objection.ts'
import { presentRehearsal, presentStaffBallot } from './present.ts'
import { readStaffBallot } from './read-ballot.ts'
import { rehearseDraw } from './rehearse-draw.ts'
import {
  BallotParams,
  DrawnAnswer,
  FrozenAnswer,
  NotedAnswer,
  ObjectionBody,
  RehearsalAnswer,
  RehearseBody,
  RoundBody,
  StaffBallotAnswer,
} from './staff-wire.ts'

const freezeStatus = { not_found: 404, window_open: 409, already_frozen: 409 } as const satisfies StatusOf<FreezeRefusal>
const drawStatus = {
  not_found: 404,
  not_frozen: 409,
  already_drawn: 409,
  not_due: 409,
  value_missing: 409,
} as const satisfies StatusOf<DrawRefusal>
const objectionStatus = {
  not_found: 404,
  not_frozen: 409,
  already_drawn: 409,
  entry_missing: 422,
} as const satisfies StatusOf<ObjectionRefusal>

/** Calls of staff about a ballot: fixing its wishes, objections, a rehearsal, and the draw. */
export function ballotsStaffApi(api: Api, deps: BallotsDeps): void {
  const { db, catalogues, rounds, bookingsChanged } = deps
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Ballot/{id}',
      summary: 'A ballot with its entries, what was published, objections, and substitutes that were asked',
      access: deskRoles,
      params: BallotParams,
      answers: { 200: StaffBallotAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params: { id }, locale, now }) => {
      const found = await readStaffBallot(deps, id, now)
      return found.ok ? reply(200, presentStaffBallot(found.value, locale, now)) : found
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Ballot/Freeze',
      summary: 'Fix the wishes of a ballot whose window is over, and publish what will decide; a job does it by itself within a minute',
      access: managerRoles,
      body: RoundBody,
      answers: { 200: FrozenAnswer },
      refusals: freezeStatus,
    },
    async ({ body: { roundId }, session, audit, now }) => {
      const frozen = await freezeRound(deps, { roundId, by: session.memberId }, audit, now)
      if (!frozen.ok) return frozen
      rounds.forget()
      bookingsChanged([])
      return reply(200, { hash: frozen.value.hash, dueAt: frozen.value.dueAt.toISOString() })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Ballot/Objection',
      summary: 'Note an objection between the freeze and the draw; what an entry draws goes to its substitutes when it is accepted',
      access: managerRoles,
      body: ObjectionBody,
      answers: { 201: NotedAnswer },
      refusals: objectionStatus,
    },
    async ({ body, session, audit, now }) => {
      const noted = await noteObjection(db, { ...body, by: session.memberId }, audit, now)
      return noted.ok ? reply(201, {}) : noted
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Ballot/Rehearse',
      reads: true,
      summary: 'Draw with a test value, by the wishes of this moment; nothing is written',
      access: managerRoles,
      body: RehearseBody,
      answers: { 200: RehearsalAnswer },
      refusals: { not_found: 404, no_entries: 409 },
    },
    async ({ body, locale, now }) => {
      const rehearsed = await rehearseDraw(db, body, now)
      return rehearsed.ok ? reply(200, presentRehearsal(rehearsed.value, await catalogues.current(), locale)) : rehearsed
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Ballot/Draw',
      summary: 'Draw a ballot that is due: what was drawn becomes pre-orders, and everything is published; a job does it by itself',
      access: managerRoles,
      body: RoundBody,
      answers: { 200: DrawnAnswer },
      refusals: drawStatus,
    },
    async ({ body: { roundId }, session, audit, now }) => {
      const drawn = await drawRound(deps, { roundId, by: session.memberId }, audit, now)
      if (!drawn.ok) return drawn
      rounds.forget()
      bookingsChanged(drawn.value.facilityIds)
      return reply(200, { periods: drawn.value.periods, clubs: drawn.value.clubs })
    },
  )
}
