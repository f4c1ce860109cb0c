import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { ClaimDeps } from './deps.ts'
import { lockMember } from './lock-store.ts'
import { findConfirmed, isOneself, isOpenMember, readMobileProof, updateMemberRow } from './store.ts'

export type ConfirmMobileRefusal = { code: 'not_found' } | { code: 'own_card' } | { code: 'changed_meanwhile' } | { code: 'mobile_taken' }

/**
 * Staff confirm the mobile of a member who stands at the desk with it, where no code could be sent. `mobile`: as staff saw it.
 * Bookings of guests with this mobile become the member's.
 */
export async function confirmMobile(
  { db, claimGuests }: Pick<ClaimDeps, 'db' | 'claimGuests'>,
  { memberId, mobile, by }: { memberId: string; mobile: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<void, ConfirmMobileRefusal>> {
  if (await isOneself(db, memberId, by)) return refuse({ code: 'own_card' })
  return inTransaction<void, ConfirmMobileRefusal>(db, async (trx) => {
    if (!(await isOpenMember(trx, memberId))) return refuse({ code: 'not_found' })
    // Locks the guests with the member, all by id. A refusal below rolls it back.
    const seen = await readMobileProof(trx, memberId)
    if (seen.mobile === mobile && !seen.isProven) await claimGuests(trx, { memberId, mobile, audit }, now)
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
