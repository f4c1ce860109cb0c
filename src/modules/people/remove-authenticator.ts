import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { deleteAuthenticator, deleteRecoveryCodes } from '#modules/logins/authenticator-store.ts'
import { tellOfFactors } from '#modules/logins/change-factors.ts'
import type { LoginDeps } from '#modules/logins/deps.ts'
import { endSessions } from '#modules/logins/session-store.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { findOpenMember } from './store.ts'

export type RemoveAuthenticatorRefusal = { code: 'not_found' | 'own_card' | 'person_is_staff' }

/**
 * Removes the authenticator app of a member who has lost it and their recovery codes, and who shows at the desk who they are: from then on
 * no login asks for a second factor. They are told by mail, and logged out everywhere. Of colleagues an administrator does this.
 */
export async function removeAuthenticatorOf(
  deps: LoginDeps,
  { memberId, reason, by }: { memberId: string; reason: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<undefined, RemoveAuthenticatorRefusal>> {
  return inTransaction<undefined, RemoveAuthenticatorRefusal>(deps.db, async (trx) => {
    if (await isOneself(trx, memberId, by)) return refuse({ code: 'own_card' })
    const member = await findOpenMember(trx, memberId)
    if (!member) return refuse({ code: 'not_found' })
    if (member.isStaff) return refuse({ code: 'person_is_staff' })
    if (!(await deleteAuthenticator(trx, memberId))) return refuse({ code: 'not_found' })
    await deleteRecoveryCodes(trx, memberId)
    await endSessions(trx, memberId, {}, now)
    await tellOfFactors(trx, deps, memberId, { happened: 'removed', factor: { kind: 'authenticator' } }, now)
    await audit(trx, { action: 'person.authenticator_removed', subject: { kind: 'member', id: memberId }, note: reason })
    return ok(undefined)
  })
}
