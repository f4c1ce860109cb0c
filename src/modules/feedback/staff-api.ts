import { say } from '#i18n/words.ts'
import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles, isManager, managerRoles } from '#http/session.ts'
import { refuse, type Result } from '#lib/result.ts'
import { blockCourt, previewBlock, type FaultBlockRefusal, type PreviewRefusal } from './block-court.ts'
import type { FeedbackDeps } from './deps.ts'
import { assignReport, moveOn, noteOnReport, type AssignRefusal, type MoveRefusal } from './handle-report.ts'
import { courtLink } from './links.ts'
import { presentForStaff, presentListed } from './present.ts'
import { findReport, findReports, type ReportFilter } from './report-store.ts'
import { isClosingCourt } from './rules.ts'
import {
  AssignBody,
  BlockBody,
  BlockedAnswer,
  BlockPreviewAnswer,
  BlockPreviewBody,
  CourtLinkAnswer,
  CourtLinkQuery,
  MoveBody,
  NoteBody,
  RepliesAnswer,
  RepliesBody,
  StaffListAnswer,
  StaffListQuery,
  StaffReportAnswer,
  StaffTicketQuery,
} from './wire.ts'
import { readReplies } from './event-store.ts'
import { writeReplies, type RepliesRefusal } from './write-replies.ts'

const repliesStatus = { replies_changed: 409 } as const satisfies StatusOf<RepliesRefusal>

/** Calls of staff: ready replies to reporters. */
function repliesApi(api: Api, { db }: Pick<FeedbackDeps, 'db'>): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Report/Replies',
      summary: 'Ready replies, to choose and to edit before they are sent',
      access: deskRoles,
      answers: { 200: RepliesAnswer },
    },
    async () => reply(200, await readReplies(db)),
  )

  api.add(
    {
      method: 'put',
      path: '/api/Staff/Report/Replies',
      summary: 'Replace the ready replies; refused when somebody else has changed them since that revision',
      access: managerRoles,
      body: RepliesBody,
      answers: { 200: RepliesAnswer },
      refusals: repliesStatus,
    },
    async ({ body, audit }) => {
      const written = await writeReplies(db, body, audit)
      return written.ok ? reply(200, written.value) : written
    },
  )
}

const assignStatus = { not_found: 404, no_such_staff: 422 } as const satisfies StatusOf<AssignRefusal>
const moveStatus = {
  not_found: 404,
  report_not_there: 409,
  court_still_closed: 409,
  closure_by_manager: 403,
} as const satisfies StatusOf<MoveRefusal>
const previewStatus = {
  not_found: 404,
  court_missing: 422,
  no_such_court: 422,
  ends_in_past: 422,
} as const satisfies StatusOf<PreviewRefusal>
const blockStatus = {
  ...previewStatus,
  already_closed: 409,
  own_card: 403,
  already_blocked: 409,
  block_changed: 409,
} as const satisfies StatusOf<FaultBlockRefusal>

/** Calls of staff: reports. */
export function feedbackStaffApi(api: Api, deps: FeedbackDeps): void {
  repliesApi(api, deps)
  const { db, catalogues, moneyOwed, lettersDue } = deps
  /** After the commit: the letter to the reporter is written. */
  const told = <R>(handled: Result<void, R>) => {
    if (handled.ok) lettersDue()
    return done(handled)
  }

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Report/List',
      summary: 'Reports, by kind, state, facility, whose they are, and words; the newest first',
      access: deskRoles,
      query: StaffListQuery,
      answers: { 200: StaffListAnswer },
    },
    async ({ query: { venue1stId, assignee, page, pageSize, ...query }, session, locale, now }) => {
      const whose = assigneeFrom(assignee, session.memberId)
      const { reports, total } = await findReports(db, { ...query, facilityId: venue1stId, assignee: whose, page, pageSize })
      const catalogue = await catalogues.current()
      const items = reports.map((report) => ({
        ...presentListed(report, catalogue, locale),
        assignee: report.assignee,
        photos: report.photos.length,
        photoId: report.photos[0]?.id ?? null,
        blocked: isClosingCourt(report.block, now),
      }))
      return reply(200, { items, total, page, pageSize, now: now.toISOString() })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Report/Detail',
      summary: 'One report with everything about it',
      access: deskRoles,
      query: StaffTicketQuery,
      answers: { 200: StaffReportAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query, locale }) => {
      const report = await findReport(db, query.ticketNo, 'everybody')
      return report ? reply(200, presentForStaff(report, await catalogues.current(), locale)) : refuse({ code: 'not_found' })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Report/Assign',
      summary: 'Whose report it is now, by account or address; null: nobody’s',
      access: deskRoles,
      body: AssignBody,
      answers: { 204: null },
      refusals: assignStatus,
    },
    async ({ body, audit, now }) => done(await assignReport(deps, body, audit, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Report/Note',
      summary: 'Write something to the reporter, who is told, or for staff only',
      access: deskRoles,
      body: NoteBody,
      answers: { 204: null },
      refusals: { not_found: 404 },
    },
    async ({ body, session, audit, now }) => told(await noteOnReport(deps, { ...body, by: session.memberId }, audit, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Report/Move',
      summary:
        'Take a report up, also one that was done, or close it, with the court that is closed because of it or without; the reporter is told',
      access: deskRoles,
      body: MoveBody,
      answers: { 204: null },
      refusals: moveStatus,
    },
    async ({ body, session, audit, now }) => {
      const moved = await moveOn(deps, { ...body, by: session.memberId, byDesk: !isManager(session) }, audit, now)
      if (!moved.ok) return moved
      if (moved.value.facilityId !== undefined) moneyOwed([moved.value.facilityId])
      lettersDue()
      return reply(204)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Report/Block/Preview',
      reads: true,
      summary: 'What closing the court because of the fault would cancel and pay back',
      access: managerRoles,
      body: BlockPreviewBody,
      answers: { 200: BlockPreviewAnswer },
      refusals: previewStatus,
    },
    async ({ body: { ticketNo, venue2ndId, start, end }, now }) => {
      const effect = await previewBlock(deps, { ticketNo, courtId: venue2ndId, period: { start, end } }, now)
      return effect.ok ? reply(200, effect.value) : effect
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Report/Block',
      summary: 'Close the court because of the fault: bookings are cancelled and paid back in full. Staff/Block/Lift opens it again',
      access: managerRoles,
      body: BlockBody,
      answers: { 200: BlockedAnswer },
      refusals: blockStatus,
    },
    async ({
      body: { ticketNo, venue2ndId, start, end, seen, reasonTw = '設備故障，場地維修中', reasonEn = 'Under repair' },
      session,
      audit,
      now,
    }) => {
      const blocked = await blockCourt(
        deps,
        { ticketNo, courtId: venue2ndId, period: { start, end }, reasonTw, reasonEn, seen, by: session.memberId },
        audit,
        now,
      )
      if (!blocked.ok) return blocked
      const { id, facilityId, orders, items, owed } = blocked.value
      moneyOwed([facilityId])
      return reply(200, { blockId: id, orders, items, owed })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Report/CourtLink',
      summary: 'The address for the sign on each court: it leads to the form, with the court chosen',
      access: deskRoles,
      query: CourtLinkQuery,
      answers: { 200: CourtLinkAnswer },
    },
    async ({ query, locale }) => {
      const all = [...(await catalogues.current()).courtOf.values()]
      const found = all.filter(({ facility }) => query.venue1stId === undefined || facility.id === query.venue1stId)
      return reply(
        200,
        found.map(({ facility, court }) => ({
          venue1stId: facility.id,
          venue1stName: say(facility.name, locale),
          venue2ndId: court.id,
          venue2ndName: say(court.name, locale),
          link: courtLink(deps, court.id),
        })),
      )
    },
  )
}

function assigneeFrom(given: string | undefined, me: string): ReportFilter['assignee'] {
  if (!given) return undefined
  if (given === 'me') return { id: me }
  return given === 'nobody' ? 'nobody' : { account: given }
}
