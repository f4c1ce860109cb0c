import { defaultLocale } from '#i18n/languages.ts'
import { randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import type { StaffRole } from '#http/session.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { findStaffByEmail, isLastAdmin, lockStaff } from '#modules/accounts/staff-store.ts'
import { makeAddressKey } from '#modules/logins/tokens.ts'
import { readLimits } from '#modules/settings/store.ts'
import { joinLink } from './invite-staff.ts'
import { maskEmail } from './rules.ts'
import { insertInvitation, lockInvitations, withdrawOpen } from './store.ts'

export type MachineInvitation = { link: string; expiresAt: Date; hasAccount: boolean }

/**
 * Makes an invitation for whoever types at the machine. Who can read the database could change any role in it, so the link
 * may do more than one that is mailed: the owner of an account that exists chooses password and second factor anew. It is
 * printed, not mailed, because mail may not work yet.
 */
export async function inviteAtMachine(
  db: Db,
  publicUrl: string,
  { email, roles }: { email: string; roles: StaffRole[] },
  audit: Audit,
  now: Date,
): Promise<Result<MachineInvitation, { code: 'last_admin' }>> {
  const { key, hash } = makeAddressKey()
  return inTransaction<MachineInvitation, { code: 'last_admin' }>(db, async (trx) => {
    const member = await findStaffByEmail(trx, email)
    if (member && !roles.includes('admin') && isLastAdmin(await lockStaff(trx, [member.id]), member.id))
      return refuse({ code: 'last_admin' })
    await lockInvitations(trx)
    await withdrawOpen(trx, { email }, now)
    const { staff } = await readLimits(trx)
    const id = randomUUID()
    const expiresAt = new Date(now.getTime() + staff.recoverHours * 3_600_000)
    const made = {
      email,
      roles,
      locale: member?.locale ?? defaultLocale,
      recovers: true,
      invitedBy: null,
      createdAt: now,
      expiresAt,
    } as const
    await insertInvitation(trx, { id, purpose: 'join', keyHash: hash, ...made })
    await audit(trx, { action: 'staff.invited', subject: { kind: 'invitation', id, label: maskEmail(email) }, after: { roles } })
    return ok({ link: joinLink(publicUrl, key), expiresAt, hasAccount: member !== undefined })
  })
}
