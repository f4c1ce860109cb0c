import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { loginCallerOf, sessionCookies } from '#modules/logins/login-caller.ts'
import { loginAnswer } from '#modules/logins/present.ts'
import { endSessions } from '#modules/logins/session-store.ts'
import { findStaffByEmail } from '#modules/accounts/staff-store.ts'
import { readContact } from '#modules/accounts/store.ts'
import { acceptInvitation, joinBy, type AcceptRefusal } from './accept-invitation.ts'
import type { JoinDeps } from './deps.ts'
import { readInvitation, type KeyRefusal } from './read-invitation.ts'
import { AcceptAnswer, AcceptBody, JoinAnswer, KeyBody } from './wire.ts'

/** 410 for a link that was once good: the page says what became of it. */
export const keyStatus = {
  too_many_requests: 429,
  invitation_unknown: 404,
  invitation_used: 410,
  invitation_withdrawn: 410,
  invitation_expired: 410,
} as const satisfies StatusOf<KeyRefusal>

const acceptStatus = {
  ...keyStatus,
  secret_too_common: 422,
  account_taken: 409,
  email_taken: 409,
  field_missing: 422,
  join_as_member: 409,
  already_staff: 409,
  last_admin: 409,
  roles_by_groups: 409,
} as const satisfies StatusOf<AcceptRefusal>

/** Calls of whoever holds the link of an invitation. */
export function joinApi(api: Api, deps: JoinDeps): void {
  const secure = deps.publicUrl.startsWith('https:')

  api.add(
    {
      method: 'post',
      path: '/api/StaffInvitation/Read',
      reads: true,
      summary: 'What an invitation to become staff says; the key is in the body, so that no log keeps it',
      access: 'public',
      body: KeyBody,
      answers: { 200: JoinAnswer },
      refusals: keyStatus,
    },
    async ({ body, address, session, now }) => {
      const found = await readInvitation(deps.db, { key: body.key, purpose: 'join', address }, now)
      if (!found.ok) return found
      const invitation = found.value
      const member = await findStaffByEmail(deps.db, invitation.email!)
      const inviter = invitation.invitedBy === null ? undefined : await readContact(deps.db, invitation.invitedBy)
      return reply(200, {
        email: invitation.email!,
        roles: invitation.roles,
        invitedBy: inviter?.name ?? null,
        expiresAt: invitation.expiresAt.toISOString(),
        by: joinBy(invitation, member),
        isLoggedIn: member !== undefined && session?.personId === member.id,
      })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/StaffInvitation/Accept',
      summary: 'Accept an invitation to become staff',
      access: 'public',
      body: AcceptBody,
      answers: { 200: AcceptAnswer },
      refusals: acceptStatus,
    },
    async ({ body, session, now, note, audit, ...caller }) => {
      const result = await acceptInvitation(deps, body, { ...loginCallerOf(caller), session }, audit, now)
      if (!result.ok) return result
      const { memberId, loggedIn } = result.value
      note('staff_joined', memberId)
      if (!loggedIn) return reply(200, {})
      if (session) await endSessions(deps.db, session.personId, { only: session.id }, now)
      return reply(200, { session: loginAnswer(loggedIn) }, { 'set-cookie': sessionCookies(loggedIn, secure) })
    },
  )
}
