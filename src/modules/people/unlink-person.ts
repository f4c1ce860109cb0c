import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { LoginDeps } from '#modules/logins/deps.ts'
import { unlinkFor } from '#modules/logins/link-way.ts'
import { endSessions } from '#modules/logins/session-store.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { findOpenMember } from './store.ts'

export type UnlinkRefusal = { code: 'not_found' | 'own_card' | 'person_is_staff' }

/**
 * Unlinks an issuer from a member who asks for it at the desk: somebody else may have that account by now, so that all sessions end,
 * too. Also the last way: the link for a forgotten secret sets a first one. Staff unlink their own.
 */
export async function unlinkPerson(
  deps: LoginDeps,
  asked: { memberId: string; subjectId: string; reason: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<undefined, UnlinkRefusal>> {
  const { memberId, subjectId, reason, by } = asked
  return inTransaction<undefined, UnlinkRefusal>(deps.db, async (trx) => {
    if (await isOneself(trx, memberId, by)) return refuse({ code: 'own_card' })
    const member = await findOpenMember(trx, memberId)
    if (!member) return refuse({ code: 'not_found' })
    if (member.isStaff) return refuse({ code: 'person_is_staff' })
    const way = await unlinkFor(trx, deps, { memberId, subjectId }, now)
    if (way === undefined) return refuse({ code: 'not_found' })
    await endSessions(trx, memberId, {}, now)
    await audit(trx, { action: 'person.way_unlinked', subject: { kind: 'member', id: memberId }, before: { loginWay: way }, note: reason })
    return ok(undefined)
  })
}
