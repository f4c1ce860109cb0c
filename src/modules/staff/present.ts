import type { Session } from '#http/session.ts'
import { sessionsAnswer } from '#modules/logins/present.ts'
import type { ListedStaff } from './list-staff.ts'
import { invitationState } from './rules.ts'
import type { ListedInvitation } from './store.ts'
import type { StaffListAnswer } from './wire.ts'

const iso = (moment: Date | null) => moment?.toISOString() ?? null

export function staffAnswer(staff: ListedStaff[], viewer: Pick<Session, 'id' | 'memberId'>): StaffListAnswer['staff'] {
  return staff.map(({ id, name, email, account, roles, since, suspendedAt, lastSeenAt, isLastAdmin, isDemo, ...more }) => ({
    id,
    name,
    email,
    account,
    roles,
    since: iso(since),
    suspendedAt: iso(suspendedAt),
    lastSeenAt: iso(lastSeenAt),
    passkeys: more.passkeys,
    hasAuthenticator: more.hasAuthenticator,
    sessions: sessionsAnswer(more.sessions, viewer.id),
    isSelf: id === viewer.memberId,
    isLastAdmin,
    isDemo,
  }))
}

export function invitationsAnswer(invitations: ListedInvitation[], now: Date): StaffListAnswer['invitations'] {
  return invitations.map((one) => ({
    id: one.id,
    email: one.email!,
    roles: one.roles,
    invitedBy: one.inviter,
    createdAt: one.createdAt.toISOString(),
    expiresAt: one.expiresAt.toISOString(),
    isExpired: invitationState(one, now) === 'expired',
  }))
}
