import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { takeTurn } from '#http/rate-limits.ts'
import type { Session, StaffRole } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { sendLetter } from '#modules/accounts/send-letter.ts'
import { findStaffByEmail } from '#modules/accounts/staff-store.ts'
import { fingerprint, makeAddressKey } from '#modules/logins/tokens.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { StaffDeps } from './deps.ts'
import { invitationLetter } from './letters.ts'
import { maskEmail } from './rules.ts'
import { findInvitation, insertInvitation, lockInvitations, renewKey, withdrawOpen } from './store.ts'

type Inviter = Pick<Session, 'memberId' | 'name'>
type TooMany = { code: 'too_many_requests'; retryAfterSeconds: number }
export type InviteRefusal = TooMany | { code: 'already_staff'; path: 'email' } | { code: 'roles_by_groups' }
export type ResendRefusal = TooMany | { code: 'not_found' } | { code: 'roles_by_groups' }

/**
 * Invites somebody by mail. An open invitation of the same address is replaced. Does the same whether or not the address
 * belongs to a member, so that an admin does not learn who is one.
 */
export async function inviteStaff(
  deps: StaffDeps,
  invited: { email: string; roles: StaffRole[]; locale: Locale },
  by: Inviter,
  audit: Audit,
  now: Date,
): Promise<Result<{ id: string }, InviteRefusal>> {
  if (deps.ways.staff?.rolesOf) return refuse({ code: 'roles_by_groups' })
  return inTransaction<{ id: string }, InviteRefusal>(deps.db, async (trx) => {
    await lockInvitations(trx)
    const known = await findStaffByEmail(trx, invited.email)
    if (known && known.roles.length > 0) return refuse({ code: 'already_staff', path: 'email' })
    const limited = await whyNotMail(trx, by.memberId, invited.email, now)
    if (limited) return refuse(limited)
    await withdrawOpen(trx, { email: invited.email }, now)
    const { key, hash } = makeAddressKey()
    const hours = (await readLimits(trx)).staff.inviteHours
    const id = randomUUID()
    const times = { createdAt: now, expiresAt: new Date(now.getTime() + hours * 3_600_000) }
    await insertInvitation(trx, { id, purpose: 'join', keyHash: hash, ...invited, recovers: false, invitedBy: by.memberId, ...times })
    await mailInvitation(trx, deps, { ...invited, key, hours, inviter: by.name }, now)
    await audit(trx, {
      action: 'staff.invited',
      subject: { kind: 'invitation', id, label: maskEmail(invited.email) },
      after: { roles: invited.roles },
    })
    return ok({ id })
  })
}

/** Mails the invitation once more, with a new key: the link before it stops working. */
export async function resendInvitation(
  deps: StaffDeps,
  id: string,
  by: Inviter,
  audit: Audit,
  now: Date,
): Promise<Result<void, ResendRefusal>> {
  if (deps.ways.staff?.rolesOf) return refuse({ code: 'roles_by_groups' })
  return inTransaction<void, ResendRefusal>(deps.db, async (trx) => {
    await lockInvitations(trx)
    const { key, hash } = makeAddressKey()
    const hours = (await readLimits(trx)).staff.inviteHours
    const made = { keyHash: hash, createdAt: now, expiresAt: new Date(now.getTime() + hours * 3_600_000), invitedBy: by.memberId }
    const renewed = await renewKey(trx, id, made)
    const found = renewed ? await findInvitation(trx, { id }) : undefined
    if (!found?.email) return refuse({ code: 'not_found' })
    const limited = await whyNotMail(trx, by.memberId, found.email, now)
    if (limited) return refuse(limited)
    await mailInvitation(trx, deps, { email: found.email, roles: found.roles, locale: found.locale, key, hours, inviter: by.name }, now)
    await audit(trx, { action: 'invitation.resent', subject: { kind: 'invitation', id, label: maskEmail(found.email) } })
    return ok(undefined)
  })
}

export async function withdrawInvitation(
  { db }: StaffDeps,
  id: string,
  audit: Audit,
  now: Date,
): Promise<Result<void, { code: 'not_found' }>> {
  return inTransaction<void, { code: 'not_found' }>(db, async (trx) => {
    const found = await findInvitation(trx, { id })
    if (!found?.email || (await withdrawOpen(trx, { id }, now)) === 0) return refuse({ code: 'not_found' })
    await audit(trx, { action: 'invitation.withdrawn', subject: { kind: 'invitation', id, label: maskEmail(found.email) } })
    return ok(undefined)
  })
}

/** Rate limits of invitations: of the admin who sends them, and of the address that gets them. */
async function whyNotMail(trx: Trx, adminId: string, email: string, now: Date): Promise<TooMany | undefined> {
  const { staff } = await readLimits(trx)
  const limited =
    (await takeTurn(trx, { key: `staff-invite:${adminId}`, limit: staff.invitesPerAdminHour, seconds: 3600 }, now)) ??
    (await takeTurn(trx, { key: `staff-invited:${fingerprint(email)}`, limit: staff.invitesPerAddressDay, seconds: 86_400 }, now))
  return limited && { code: 'too_many_requests', ...limited }
}

async function mailInvitation(
  trx: Trx,
  deps: StaffDeps,
  to: { email: string; roles: StaffRole[]; locale: Locale; key: string; hours: number; inviter: string },
  now: Date,
): Promise<void> {
  const { email, locale, roles, hours, inviter } = to
  const letter = invitationLetter(locale, { inviter, roles, hours, link: joinLink(deps.publicUrl, to.key), by: deps.ways.staff?.title })
  await sendLetter(trx, deps, { email, locale, cause: `staff-invitation:${randomUUID()}` }, letter, now)
}

export const joinLink = (publicUrl: string, key: string): string => `${publicUrl}/staff/join?key=${key}`
