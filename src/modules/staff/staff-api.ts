import type { FileUses } from '#modules/files/access.ts'
import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { adminRoles } from '#http/session.ts'
import { say } from '#i18n/words.ts'
import { changeStaff, endStaffSessions, type ChangeRefusal } from './change-staff.ts'
import type { StaffDeps } from './deps.ts'
import { inviteStaff, resendInvitation, withdrawInvitation, type InviteRefusal, type ResendRefusal } from './invite-staff.ts'
import { readStaff } from './list-staff.ts'
import { rolesApi, staffLiveApi, type LiveDeps } from './live-api.ts'
import { resetFactors } from './reset-factors.ts'
import { invitationsAnswer, staffAnswer } from './present.ts'
import {
  ChangeRolesBody,
  EndedAnswer,
  EndStaffSessionsBody,
  InvitationBody,
  InviteAnswer,
  InviteBody,
  StaffListAnswer,
  StaffMemberBody,
} from './wire.ts'

const inviteStatus = { too_many_requests: 429, already_staff: 409, roles_by_groups: 409 } as const satisfies StatusOf<InviteRefusal>
const resendStatus = { too_many_requests: 429, not_found: 404, roles_by_groups: 409 } as const satisfies StatusOf<ResendRefusal>
const changeStatus = {
  not_found: 404,
  staff_only: 403,
  last_admin: 409,
  roles_by_groups: 409,
  changed_meanwhile: 409,
} as const satisfies StatusOf<ChangeRefusal>
const notFound = { not_found: 404 } as const

/** Calls about who runs the centre, what the roles may do, and the console's live stream. */
export function staffApi(api: Api, deps: StaffDeps & LiveDeps & { fileUses: FileUses }): void {
  rolesApi(api, deps.fileUses)
  staffLiveApi(api, deps)
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Account/List',
      summary: 'Who runs the centre: staff, their sessions, and open invitations',
      access: adminRoles,
      answers: { 200: StaffListAnswer },
    },
    async ({ session, locale, now }) => {
      const { staff, invitations } = await readStaff(deps.db, now)
      const issuer = deps.ways.staff
      const rolesBy = issuer?.rolesOf ? (say(issuer.title, locale) ?? issuer.name) : null
      return reply(200, { staff: staffAnswer(staff, session), invitations: invitationsAnswer(invitations, now), rolesBy })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Account/Role',
      summary: 'Give a member of staff other roles; their sessions end',
      access: adminRoles,
      body: ChangeRolesBody,
      answers: { 204: null },
      refusals: changeStatus,
    },
    async ({ body: { memberId, from, to }, session, now, note, audit }) => {
      const result = await changeStaff(deps, memberId, { change: 'roles', from, to }, session, audit, now)
      if (result.ok) note('role_changed', memberId)
      return done(result)
    },
  )

  for (const [path, change, summary] of [
    ['/api/Staff/Account/Suspend', 'suspend', 'Suspend the roles of a member of staff; their sessions end'],
    ['/api/Staff/Account/Lift', 'lift', 'Lift the suspension of a member of staff'],
    ['/api/Staff/Account/Remove', 'remove', 'Make a member of staff an ordinary member again; their sessions end'],
  ] as const)
    api.add(
      { method: 'post', path, summary, access: adminRoles, body: StaffMemberBody, answers: { 204: null }, refusals: changeStatus },
      async ({ body, session, now, note, audit }) => {
        const result = await changeStaff(deps, body.memberId, { change }, session, audit, now)
        if (result.ok) note('role_changed', body.memberId)
        return done(result)
      },
    )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Account/EndSessions',
      summary: 'End one session of a member of staff, or all of them',
      access: adminRoles,
      body: EndStaffSessionsBody,
      answers: { 200: EndedAnswer },
      refusals: notFound,
    },
    async ({ body: { memberId, sessionId }, session, now, note, audit }) => {
      const result = await endStaffSessions(deps, { memberId, sessionId }, session, audit, now)
      if (!result.ok) return result
      note('sessions_ended', memberId)
      return reply(200, result.value)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Account/ResetFactors',
      summary: 'Remove the second factors of a member of staff who has lost theirs; their sessions end',
      access: adminRoles,
      body: StaffMemberBody,
      answers: { 204: null },
      refusals: notFound,
    },
    async ({ body, now, note, audit }) => {
      const result = await resetFactors(deps, body.memberId, audit, now)
      if (result.ok) note('factors_reset', body.memberId)
      return done(result)
    },
  )
  invitationCalls(api, deps)
}

function invitationCalls(api: Api, deps: StaffDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Invitation',
      summary: 'Invite somebody to become staff, by mail; replaces an open invitation of the same address',
      access: adminRoles,
      body: InviteBody,
      answers: { 201: InviteAnswer },
      refusals: inviteStatus,
    },
    async ({ body, session, now, audit }) => {
      const result = await inviteStaff(deps, body, session, audit, now)
      return result.ok ? reply(201, result.value) : result
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Invitation/Resend',
      summary: 'Mail an invitation once more; the link before it stops working',
      access: adminRoles,
      body: InvitationBody,
      answers: { 204: null },
      refusals: resendStatus,
    },
    async ({ body, session, now, audit }) => done(await resendInvitation(deps, body.id, session, audit, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Invitation/Withdraw',
      summary: 'Withdraw an invitation; its link stops working',
      access: adminRoles,
      body: InvitationBody,
      answers: { 204: null },
      refusals: notFound,
    },
    async ({ body, now, audit }) => done(await withdrawInvitation(deps, body.id, audit, now)),
  )
}
