import { inTransaction } from '#db/transaction.ts'
import type { Db } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import { withdrawMessage } from '#modules/notifications/queue-message.ts'
import { lockCommunity, lockProof, reopenCommunity, reopenProof, type ReviewedEntry } from './decision-store.ts'
import { communityCause, proofCause } from './review.ts'
import { mailHoldSeconds, type ReviewKind } from './review-rules.ts'

export type UndoRefusal = { code: 'not_found' } | { code: 'too_late_to_undo' } | { code: 'newer_proof_waits' }
export type Undone = { kind: ReviewKind; id: string; by: string }

/**
 * Takes one's own decision back while the member's mail has not gone out: the entry waits again, and nobody is told of it.
 * After that the decision stands; what the member was told cannot be unsaid.
 */
export async function undoReview(db: Db, { kind, id, by }: Undone, audit: Audit, now: Date): Promise<Result<void, UndoRefusal>> {
  return inTransaction<void, UndoRefusal>(db, async (trx) => {
    const entry = kind === 'proof' ? await lockProof(trx, id, dayOf(now)) : await lockCommunity(trx, id)
    if (!entry) return refuse({ code: 'not_found' })
    const cause = kind === 'proof' ? proofCause(id) : communityCause(id, entry.submittedAt)
    if (!isOwnAndFresh(entry, by, now) || !(await withdrawMessage(trx, cause))) return refuse({ code: 'too_late_to_undo' })
    if (kind === 'club') await reopenCommunity(trx, id, entry.reviewedAt!)
    else if (!(await reopenProof(trx, id))) return refuse({ code: 'newer_proof_waits' })
    await audit(trx, {
      action: kind === 'proof' ? 'proof.reopened' : 'community.reopened',
      subject: { kind: 'member', id: entry.memberId },
      before: { state: entry.state },
      after: { state: 'under-review' },
    })
    return ok(undefined)
  })
}

const isOwnAndFresh = ({ state, reviewedAt, reviewedBy }: ReviewedEntry, by: string, now: Date): boolean =>
  state !== 'under-review' && reviewedBy?.id === by && reviewedAt !== null && now.getTime() - reviewedAt.getTime() <= mailHoldSeconds * 1000
