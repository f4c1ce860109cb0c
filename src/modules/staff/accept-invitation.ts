import type { Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import type { Session } from '#http/session.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { openSession, type LoggedIn, type LoginCaller } from '#modules/logins/log-in.ts'
import { setSecret } from '#modules/logins/reset-secret.ts'
import { deleteSecondFactors } from '#modules/logins/second-factor-store.ts'
import { deleteSubjects } from '#modules/logins/subject-store.ts'
import { endSessions } from '#modules/logins/session-store.ts'
import {
  findStaffByEmail,
  isActiveAdmin,
  isLastAdmin,
  isOfDemo,
  lockStaff,
  writeStaffRoles,
  type StaffMember,
} from '#modules/accounts/staff-store.ts'
import { readOwnWords } from '#modules/accounts/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { JoinDeps } from './deps.ts'
import { hashNewSecret, insertStaffAccount, type NewAccount, type NewAccountRefusal } from './make-staff-account.ts'
import { readInvitation, whyNotOpen, type KeyRefusal } from './read-invitation.ts'
import { findInvitation, useInvitation, writeUser, type Invitation } from './store.ts'

/** What the holder of a link has to do: make an account, log in to the one that there is, or choose a new password for it. */
export type JoinBy = 'new-account' | 'log-in' | 'new-secret'

export type AcceptRefusal =
  | KeyRefusal
  | NewAccountRefusal
  | { code: 'field_missing'; path: 'name' | 'secret' }
  | { code: 'join_as_member' }
  | { code: 'already_staff' }
  | { code: 'last_admin' }
  | { code: 'roles_by_groups' }

type Form = { key: string } & Partial<NewAccount>
/** `secretHash`: of who has just made an account, or a new password for one. */
type Joined = { id: string; secretHash: string | null | undefined }

export function joinBy({ recovers }: Pick<Invitation, 'recovers'>, member: StaffMember | undefined): JoinBy {
  if (!member) return 'new-account'
  return recovers ? 'new-secret' : 'log-in'
}

/**
 * Accepts an invitation. Who has no account makes one and is logged in. A member proves by their session that the account is
 * theirs; a link that was made at the machine gives the account back instead: new password, no second factor, no sessions.
 */
export async function acceptInvitation(
  deps: JoinDeps,
  form: Form,
  caller: Omit<LoginCaller, 'isBrowser'> & { session: Session | undefined },
  audit: Audit,
  now: Date,
): Promise<Result<{ memberId: string; loggedIn: LoggedIn | undefined }, AcceptRefusal>> {
  const found = await readInvitation(deps.db, { key: form.key, purpose: 'join', address: caller.address }, now)
  if (!found.ok) return found
  const invitation = { ...found.value, email: found.value.email! }
  // One that was mailed before groups said roles. Whoever runs the machine may still give an account back.
  if (deps.ways.staff?.rolesOf && invitation.invitedBy !== null) return refuse({ code: 'roles_by_groups' })
  const member = await findStaffByEmail(deps.db, invitation.email)
  const by = joinBy(invitation, member)
  if (by === 'log-in' && caller.session?.personId !== member!.id) return refuse({ code: 'join_as_member' })
  const hashed = by === 'log-in' ? ok(undefined) : await hashFor(deps, form, invitation.email, member)
  if (!hashed.ok) return hashed

  const joined = await inTransaction<Joined, AcceptRefusal>(deps.db, async (trx) => {
    const locked = await lockStaff(trx, member ? [member.id] : [])
    if (!(await useInvitation(trx, invitation.id, now)))
      return refuse(whyNotOpen((await findInvitation(trx, { id: invitation.id }))!, now) ?? { code: 'invitation_unknown' })
    // Null: made at the machine. Every admin is locked, so nobody loses the role while somebody joins by their word.
    if (invitation.invitedBy !== null && !locked.some((one) => one.id === invitation.invitedBy && isActiveAdmin(one)))
      return refuse({ code: 'invitation_withdrawn' })
    const isByDemo = await isOfDemo(trx, invitation.invitedBy)
    const made = member
      ? await giveRoles(
          trx,
          deps,
          { invitation, memberId: member.id, locked, secretHash: hashed.value ?? undefined, keep: caller.session, isByDemo },
          now,
        )
      : await insertStaffAccount(trx, { ...newAccountOf(form, invitation, hashed.value ?? null), isByDemo }, now)
    if (!made.ok) return made
    await writeUser(trx, invitation.id, made.value.id)
    await audit(trx, { action: 'staff.joined', subject: { kind: 'member', id: made.value.id }, after: { roles: invitation.roles } })
    return made
  })
  if (!joined.ok) return joined
  const { id, secretHash } = joined.value
  if (secretHash === undefined) return ok({ memberId: id, loggedIn: undefined })
  const { session } = await readLimits(deps.db)
  return ok({ memberId: id, loggedIn: await openSession(deps, { id, secretHash }, session.days, { ...caller, isBrowser: true }, now) })
}

async function hashFor(
  deps: JoinDeps,
  { name, account, secret }: Form,
  email: string,
  member: StaffMember | undefined,
): Promise<Result<string | null, AcceptRefusal>> {
  if (!member && !name) return refuse({ code: 'field_missing', path: 'name' })
  // Nobody could log in by it: they link their issuer in the session that opens now.
  if (!member && !deps.ways.allows('secret')) return ok(null)
  if (!secret) return refuse({ code: 'field_missing', path: 'secret' })
  const ownWords = member ? await readOwnWords(deps.db, member.id) : [name ?? '', account ?? '', email]
  return hashNewSecret(deps, secret, ownWords)
}

const newAccountOf = ({ name, account, locale }: Form, invitation: Invitation & { email: string }, secretHash: string | null) => ({
  email: invitation.email,
  roles: invitation.roles,
  name: name!,
  account,
  secretHash,
  locale: locale ?? invitation.locale,
})

type Giving = {
  invitation: Invitation
  memberId: string
  locked: StaffMember[]
  secretHash: string | undefined
  keep: Session | undefined
  isByDemo: boolean
}

/** Gives the roles to a member whose account there is. Every other session of the member ends, because it is one of staff now. */
async function giveRoles(
  trx: Trx,
  deps: JoinDeps,
  { invitation, memberId, locked, secretHash, keep, isByDemo }: Giving,
  now: Date,
): Promise<Result<Joined, AcceptRefusal>> {
  const member = locked.find(({ id }) => id === memberId)
  if (!member?.isOpen) return refuse({ code: 'invitation_unknown' })
  if (member.roles.length > 0 && !invitation.recovers) return refuse({ code: 'already_staff' })
  if (!invitation.roles.includes('admin') && isLastAdmin(locked, memberId)) return refuse({ code: 'last_admin' })
  await writeStaffRoles(trx, memberId, { roles: invitation.roles, since: member.since ?? now, suspendedAt: null, isByDemo })
  if (secretHash === undefined) await endSessions(trx, memberId, keep ? { except: keep.id } : {}, now)
  else {
    await deleteSecondFactors(trx, memberId)
    // Somebody else may have linked an account of theirs.
    await deleteSubjects(trx, memberId)
    await setSecret(trx, deps, memberId, secretHash, `staff-recovered:${invitation.id}`, now)
  }
  return ok({ id: memberId, secretHash })
}
