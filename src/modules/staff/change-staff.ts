import type { Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import type { Session, StaffRole } from '#http/session.ts'
import { prefixOf, withPrefix } from '#i18n/locale.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { sendLetter } from '#modules/accounts/send-letter.ts'
import { endSessions } from '#modules/logins/session-store.ts'
import { isActiveAdmin, isLastAdmin, lockStaff, writeStaffRoles, type StaffMember } from '#modules/accounts/staff-store.ts'
import type { StaffDeps } from './deps.ts'
import { rolesChangedLetter, type RolesNow } from './letters.ts'
import { maskEmail } from './rules.ts'
import { withdrawOpenBy } from './store.ts'

/** What an admin does to a member of staff. */
export type StaffChange =
  /** `from`: the roles that the admin saw; others by now mean that somebody was faster. */
  { change: 'roles'; from: StaffRole[]; to: StaffRole[] } | { change: 'suspend' } | { change: 'lift' } | { change: 'remove' }

export type ChangeRefusal =
  | { code: 'not_found' }
  /** The caller's own rights went while the call was on its way. */
  | { code: 'staff_only' }
  | { code: 'last_admin' }
  | { code: 'roles_by_groups' }
  | { code: 'changed_meanwhile'; roles: StaffRole[]; suspended: boolean }

/**
 * Changes roles, suspends them, lifts a suspension or takes all roles away. All sessions of that person end at once, so that
 * no page goes on with rights that are gone, and a mail says why; who is no admin any more has no open invitations either. Never leaves the centre without an admin: see lockStaff.
 */
export async function changeStaff(
  deps: StaffDeps,
  memberId: string,
  wanted: StaffChange,
  by: Pick<Session, 'memberId'>,
  audit: Audit,
  now: Date,
): Promise<Result<void, ChangeRefusal>> {
  // The next login by their issuer would change them back.
  if (wanted.change === 'roles' && deps.ways.staff?.rolesOf) return refuse({ code: 'roles_by_groups' })
  return inTransaction<void, ChangeRefusal>(deps.db, async (trx) => {
    const locked = await lockStaff(trx, [memberId, by.memberId])
    const actor = locked.find(({ id }) => id === by.memberId)
    if (!actor || !isActiveAdmin(actor)) return refuse({ code: 'staff_only' })
    const member = locked.find(({ id }) => id === memberId)
    if (!member?.isOpen || member.roles.length === 0) return refuse({ code: 'not_found' })
    const before = {
      roles: member.roles,
      since: member.since ?? now,
      suspendedAt: member.suspendedAt,
      isByDemo: member.isByDemo || actor.isByDemo || actor.isDemo,
    }
    if (!isAsSeen(before, wanted)) return refuse({ code: 'changed_meanwhile', roles: before.roles, suspended: before.suspendedAt !== null })
    const after = changed(before, wanted, now)
    const staysAdmin = after !== null && after.roles.includes('admin') && after.suspendedAt === null
    if (!staysAdmin && isLastAdmin(locked, memberId)) return refuse({ code: 'last_admin' })
    await writeStaffRoles(trx, memberId, after)
    await endSessions(trx, memberId, {}, now)
    await audit(trx, {
      action: actions[wanted.change],
      subject: { kind: 'member', id: memberId },
      before: { roles: before.roles },
      after: { roles: after?.roles ?? [] },
    })
    if (!staysAdmin) await withdrawInvitationsOf(trx, memberId, audit, now)
    await tellOfRoles(trx, deps, member, after === null ? 'none' : after.suspendedAt ? 'suspended' : after.roles, now)
    return ok(undefined)
  })
}

export async function tellOfRoles(trx: Trx, deps: StaffDeps, member: StaffMember, roles: RolesNow, now: Date): Promise<void> {
  const link = `${deps.publicUrl}${withPrefix(prefixOf(member.locale), '/staff')}`
  const letter = rolesChangedLetter(member.locale, { name: member.name, roles, link })
  await sendLetter(trx, deps, { ...member, cause: `roles-changed:${member.id}:${now.getTime()}` }, letter, now)
}

export async function withdrawInvitationsOf(trx: Trx, adminId: string, audit: Audit, now: Date): Promise<void> {
  for (const { id, email } of await withdrawOpenBy(trx, adminId, now))
    await audit(trx, { action: 'invitation.withdrawn', subject: { kind: 'invitation', id, ...(email ? { label: maskEmail(email) } : {}) } })
}

const actions = {
  roles: 'staff.role_changed',
  suspend: 'staff.suspended',
  lift: 'staff.reinstated',
  remove: 'staff.removed',
} as const satisfies Record<StaffChange['change'], string>

type Staff = { roles: StaffRole[]; since: Date; suspendedAt: Date | null; isByDemo: boolean }

/** Whether the person is still as the admin saw them when they decided. */
function isAsSeen({ roles, suspendedAt }: Staff, wanted: StaffChange): boolean {
  if (wanted.change === 'roles') return roles.join() === wanted.from.join()
  if (wanted.change === 'suspend') return suspendedAt === null
  return wanted.change === 'remove' || suspendedAt !== null
}

function changed(staff: Staff, wanted: StaffChange, now: Date): Staff | null {
  if (wanted.change === 'remove') return null
  if (wanted.change === 'roles') return { ...staff, roles: wanted.to }
  return { ...staff, suspendedAt: wanted.change === 'suspend' ? now : null }
}

/** Ends one session of a member of staff, or all of them; the admin's own session of this moment goes on. */
export async function endStaffSessions(
  { db }: StaffDeps,
  { memberId, sessionId }: { memberId: string; sessionId: string | undefined },
  by: Pick<Session, 'id'>,
  audit: Audit,
  now: Date,
): Promise<Result<{ ended: number }, { code: 'not_found' }>> {
  return inTransaction<{ ended: number }, { code: 'not_found' }>(db, async (trx) => {
    const member = await findStaffMember(trx, memberId)
    if (!member) return refuse({ code: 'not_found' })
    const ended = await endSessions(trx, memberId, sessionId === undefined ? { except: by.id } : { only: sessionId }, now)
    if (sessionId !== undefined && ended === 0) return refuse({ code: 'not_found' })
    await audit(trx, { action: 'staff.sessions_ended', subject: { kind: 'member', id: memberId }, after: { ended } })
    return ok({ ended })
  })
}

export async function findStaffMember(trx: Trx, memberId: string): Promise<StaffMember | undefined> {
  const member = (await lockStaff(trx, [memberId])).find(({ id }) => id === memberId)
  return member?.isOpen && member.roles.length > 0 ? member : undefined
}
