import type { Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { AskDeps } from './ask-refund.ts'
import { noteRefund } from './event-store.ts'
import { isUpToPeople, needsSignatures, refundMoves, type RefundState } from './rules.ts'
import { failRefund, payBackTried, payOut } from './settle-refund.ts'
import { insertSignature } from './signature-store.ts'
import { isSigned } from './sign-refund.ts'
import { insertStep, lockRefund, moveRefund, readLastActor, type RefundRow } from './store.ts'

export type ReviewRefusal = { code: 'not_found' } | { code: 'already_reviewed'; by: string } | { code: 'own_refund' }
export type MarkRefusal =
  | { code: 'not_found' }
  | { code: 'own_refund' }
  | { code: 'refund_not_under_way' }
  | { code: 'needs_second_person' }

/** Staff approve or reject the bank account. A rejected refund stays owed until the member names another way. */
export async function reviewRefund(
  { db }: Pick<AskDeps, 'db'>,
  { refundNo, decision, reason, by }: { refundNo: string; decision: 'approve' | 'refuse'; reason: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<void, ReviewRefusal>> {
  return inTransaction<void, ReviewRefusal>(db, async (trx) => {
    const refund = await lockRefund(trx, { refundNo })
    if (!refund) return refuse({ code: 'not_found' })
    if (await isOneself(trx, refund.memberId, by)) return refuse({ code: 'own_refund' })
    const move = decision === 'approve' ? refundMoves.approve : refundMoves.reject
    if (!(await moveRefund(trx, refund.id, move, { failure: decision === 'approve' ? null : reason }, now)))
      return refuse({ code: 'already_reviewed', by: await readLastActor(trx, refund.id) })
    await insertStep(trx, refund.id, move.to, now, reason, by)
    // Whoever approves the account is one of the two.
    if (decision === 'approve') await insertSignature(trx, refund.id, 'transfer', by, now)
    if (decision === 'refuse') await noteRefund(trx, refund, 'rejected', now)
    await audit(trx, {
      action: decision === 'approve' ? 'refund.approved' : 'refund.refused',
      ...entryOf(refund, move.to),
    })
    return ok(undefined)
  })
}

/** Finance records the outcome of a transfer, or of a card refund with an unclear answer. */
export async function markRefund(
  { db }: Pick<AskDeps, 'db'>,
  { refundNo, outcome, note, by }: { refundNo: string; outcome: 'paid' | 'failed'; note: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<void, MarkRefusal>> {
  return inTransaction<void, MarkRefusal>(db, async (trx) => {
    const refund = await lockRefund(trx, { refundNo })
    if (!refund) return refuse({ code: 'not_found' })
    if (await isOneself(trx, refund.memberId, by)) return refuse({ code: 'own_refund' })
    if (!isUpToPeople(refund)) return refuse({ code: 'refund_not_under_way' })
    if (!(await mayMark(trx, refund, outcome))) return refuse({ code: 'needs_second_person' })
    if (outcome === 'paid' && refund.way === 'card') await payBackTried(trx, refund, { by, note }, now)
    else if (outcome === 'paid') await payOut(trx, refund, { by, note }, now)
    else await failRefund(trx, refund, { by, note, tryAt: undefined }, now)
    await audit(trx, {
      action: outcome === 'paid' ? 'refund.paid' : 'refund.failed',
      ...entryOf(refund, outcome === 'paid' ? 'refunded' : 'failed'),
    })
    return ok(undefined)
  })
}

/** A card refund that is called failed may be sent again by anybody: above the amount that takes two, and has a call of its own. */
async function mayMark(trx: Trx, refund: RefundRow, outcome: 'paid' | 'failed'): Promise<boolean> {
  if (outcome === 'paid') return isSigned(trx, refund)
  return refund.way === 'bank' || !needsSignatures(refund.amount, (await readLimits(trx)).transfers.secondPersonAbove)
}

const entryOf = (refund: RefundRow, state: RefundState) => ({
  subject: { kind: 'refund', id: refund.refundNo },
  before: { state: refund.state },
  after: { state, amount: refund.amount },
})
