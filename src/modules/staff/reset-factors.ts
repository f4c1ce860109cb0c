import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { deleteSecondFactors } from '#modules/logins/second-factor-store.ts'
import { deleteSubjects } from '#modules/logins/subject-store.ts'
import { sendLetter } from '#modules/accounts/send-letter.ts'
import { endSessions } from '#modules/logins/session-store.ts'
import { findStaffMember } from './change-staff.ts'
import type { StaffDeps } from './deps.ts'
import { factorsResetLetter } from './letters.ts'

/**
 * Removes the second factors and linked issuers of somebody who has lost theirs, ends their sessions, and mails them. With their password they
 * log in and set up new ones; until then they can do nothing as staff.
 */
export async function resetFactors(
  deps: StaffDeps,
  memberId: string,
  audit: Audit,
  now: Date,
): Promise<Result<void, { code: 'not_found' }>> {
  return inTransaction<void, { code: 'not_found' }>(deps.db, async (trx) => {
    const member = await forgetFactors(trx, memberId, audit, now)
    if (!member) return refuse({ code: 'not_found' })
    const letter = factorsResetLetter(member.locale, { name: member.name, link: `${deps.publicUrl}/login`, by: deps.ways.staff?.title })
    await sendLetter(trx, deps, { ...member, cause: `factors-reset:${memberId}:${now.getTime()}` }, letter, now)
    return ok(undefined)
  })
}

/** The same by whoever types at the machine, where mail may not work. */
export async function resetFactorsAtMachine(db: Db, memberId: string, audit: Audit, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => (await forgetFactors(trx, memberId, audit, now)) !== undefined)
}

async function forgetFactors(trx: Trx, memberId: string, audit: Audit, now: Date) {
  const member = await findStaffMember(trx, memberId)
  if (!member) return undefined
  await deleteSecondFactors(trx, memberId)
  // Somebody else may have linked an account of theirs.
  await deleteSubjects(trx, memberId)
  await endSessions(trx, memberId, {}, now)
  await audit(trx, { action: 'staff.factors_reset', subject: { kind: 'member', id: memberId } })
  return member
}
