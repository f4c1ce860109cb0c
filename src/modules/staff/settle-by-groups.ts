import type { Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import type { StaffRole } from '#http/session.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { isLastAdmin, lockStaff, writeStaffRoles, type StaffMember } from '#modules/accounts/staff-store.ts'
import type { GroupsRefusal, SettleByGroups, Settled, SettlingDeps } from '#modules/logins/deps.ts'
import { endSessions } from '#modules/logins/session-store.ts'
import { insertSubject } from '#modules/logins/subject-store.ts'
import { tellOfRoles, withdrawInvitationsOf } from './change-staff.ts'
import { insertStaffAccount } from './make-staff-account.ts'

/**
 * At a login by the issuer of staff: makes the member's roles what their groups say. Somebody unknown whose groups give roles gets an
 * account from what the issuer vouches for; who is unknown and gets none is undefined, and registers as everybody does. So does who has
 * no name or no address that the issuer has proved.
 */
export const settleByGroups: SettleByGroups = async (deps, who, audit, now) => {
  const { memberId, roles } = who
  if (memberId !== undefined) return settleMember(deps, memberId, roles, audit, now)
  const { name, email, isEmailVerified } = who.vouched
  if (roles.length === 0 || name === undefined || email === undefined || !isEmailVerified) return ok(undefined)
  return inTransaction<Settled, GroupsRefusal>(deps.db, async (trx) => {
    const made = { email, name, roles, locale: who.locale, secretHash: null, isByDemo: false }
    const inserted = await insertStaffAccount(trx, made, now)
    // Whose address it is may have another account here: nobody is found by an address alone.
    if (!inserted.ok) return refuse({ code: 'way_link_first' })
    const { id } = inserted.value
    if ((await insertSubject(trx, id, who.vouched, now)) !== id) return refuse({ code: 'subject_taken' })
    await audit(trx, { action: 'staff.joined', subject: { kind: 'member', id }, after: { roles } })
    return ok({ memberId: id, happened: 'staff_joined' })
  })
}

async function settleMember(
  deps: SettlingDeps,
  memberId: string,
  roles: readonly StaffRole[],
  audit: Audit,
  now: Date,
): Promise<Result<Settled, GroupsRefusal>> {
  return inTransaction<Settled, GroupsRefusal>(deps.db, async (trx) => {
    const locked = await lockStaff(trx, [memberId])
    const member = locked.find(({ id }) => id === memberId)
    const before = { memberId, happened: undefined }
    if (!member?.isOpen || member.isDemo) return ok(before)
    const isKept = !roles.includes('admin') && isLastAdmin(locked, memberId)
    if (isKept) deps.log.warn({ memberId }, 'the groups of the last admin do not make them admin: they stay it, so that somebody is')
    const to: readonly StaffRole[] = isKept ? ['admin', ...roles] : roles
    if (to.join() === member.roles.join()) return ok(before)
    // Without a role the suspension would be forgotten, and over when the groups are given back.
    if (to.length === 0 && member.suspendedAt !== null) return ok(before)
    await changeRoles(trx, deps, member, to, audit, now)
    return ok({ memberId, happened: 'role_changed' })
  })
}

async function changeRoles(
  trx: Trx,
  deps: SettlingDeps,
  member: StaffMember,
  to: readonly StaffRole[],
  audit: Audit,
  now: Date,
): Promise<void> {
  const { id, roles: from, since, suspendedAt } = member
  await writeStaffRoles(trx, id, to.length === 0 ? null : { roles: to, since: since ?? now, suspendedAt, isByDemo: false })
  await endSessions(trx, id, {}, now)
  const action = from.length === 0 ? 'staff.joined' : to.length === 0 ? 'staff.removed' : 'staff.role_changed'
  await audit(trx, { action, subject: { kind: 'member', id }, before: { roles: from }, after: { roles: to } })
  if (from.includes('admin') && !to.includes('admin')) await withdrawInvitationsOf(trx, id, audit, now)
  if (suspendedAt === null) await tellOfRoles(trx, deps, member, to.length === 0 ? 'none' : to, now)
}
