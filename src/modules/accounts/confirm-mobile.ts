import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { AccountDeps } from './deps.ts'
import { lockMember } from './lock-store.ts'
import { findConfirmed, isOpenMember, readMobileProof, updateMemberRow } from './store.ts'

export type ConfirmMobileRefusal = { code: 'not_found' } | { code: 'own_card' } | { code: 'changed_meanwhile' } | { code: 'mobile_taken' }

/** Staff confirm the mobile of a member who stands at the desk with it, where no code could be sent. `mobile`: as staff saw it. */
export async function confirmMobile(
  { db }: Pick<AccountDeps, 'db'>,
  { memberId, mobile, by }: { memberId: string; mobile: string; by: string },
  audit: Audit,
): Promise<Result<void, ConfirmMobileRefusal>> {
  if (memberId === by) return refuse({ code: 'own_card' })
  return inTransaction<void, ConfirmMobileRefusal>(db, async (trx) => {
    await lockMember(trx, memberId)
    if (!(await isOpenMember(trx, memberId))) return refuse({ code: 'not_found' })
    const current = await readMobileProof(trx, memberId)
    if (current.mobile !== mobile) return refuse({ code: 'changed_meanwhile' })
    if (current.isProven) return ok(undefined)
    if (await findConfirmed(trx, { mobile })) return refuse({ code: 'mobile_taken' })
    if (!(await updateMemberRow(trx, memberId, { mobile_unproven: false }))) return refuse({ code: 'mobile_taken' })
    await audit(trx, { action: 'person.mobile_confirmed', subject: { kind: 'member', id: memberId } })
    return ok(undefined)
  })
}
