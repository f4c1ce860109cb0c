import { inTransaction } from '#db/transaction.ts'
import type { Db, Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { dayOf, momentAt, type Day } from '#lib/zone.ts'
import { formatDate } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import {
  decideCommunity,
  decideProof,
  lockCommunity,
  lockProof,
  reopenCommunity,
  reopenProof,
  type Decision,
  type ReviewedEntry,
} from './decision-store.ts'
import type { AccountDeps } from './deps.ts'
import { approvedLetter, refusedLetter } from './letters.ts'
import { mailHoldSeconds, untilOf, type ReviewKind, type ReviewState, type ValidUntilRefusal } from './rules.ts'
import { isNumberTaken, replaceDocuments, submitCommunityRow } from './review-store.ts'
import { sendLetter } from './send-letter.ts'
import { isOneself, readRecipient } from './store.ts'
import { withdrawMessage } from '#modules/notifications/queue-message.ts'
import { keepFiles, releaseFiles } from '#modules/files/keep-files.ts'
import type { CommunityBody } from './wire.ts'

/** Who was faster, with what they decided. */
type AlreadyReviewed = {
  code: 'already_reviewed'
  state: ReviewState
  reviewedBy: string
  isYou: boolean
  reviewedAt: string | null
}
export type ReviewRefusal = { code: 'not_found' } | { code: 'own_card' } | AlreadyReviewed
/** Another club is approved with the same registration number. */
export type ClubRefusal = ReviewRefusal | { code: 'registration_no_taken' }
export type ProofRefusal = ReviewRefusal | ValidUntilRefusal

/** `holdMail` keeps the mail back until the decision can no longer be undone. */
type Review = Decision & { holdMail: boolean }

const proofCause = (proofId: string): string => `identity-review:${proofId}`
const communityCause = (memberId: string, submittedAt: Date): string => `community-review:${memberId}:${submittedAt.getTime()}`

/** Staff approve or refuse a proof; the member reads why, on the page and by mail. */
export async function reviewIdentity(
  deps: AccountDeps,
  proofId: string,
  review: Review & { validUntil: Day | null | undefined },
  audit: Audit,
  now: Date,
): Promise<Result<void, ProofRefusal>> {
  return inTransaction<void, ProofRefusal>(deps.db, async (trx) => {
    const proof = await lockProof(trx, proofId, dayOf(now))
    const barred = await whyNot(trx, proof, review.by)
    if (!proof || barred) return refuse(barred ?? { code: 'not_found' })
    const until = review.move === 'approve' ? untilOf(review.validUntil, proof.latest, dayOf(now)) : ok(null)
    if (!until.ok) return until
    await decideProof(trx, proofId, { ...review, validUntil: until.value }, now)
    await tellMember(
      trx,
      deps,
      proof.memberId,
      review,
      { what: (locale) => say(proof.identity, locale), validUntil: until.value, cause: proofCause(proofId) },
      now,
    )
    await audit(trx, {
      action: review.move === 'approve' ? 'proof.approved' : 'proof.refused',
      subject: { kind: 'member', id: proof.memberId },
      after: { identity: proof.identity, ...(until.value ? { expiresAt: until.value } : {}) },
      ...(review.reason ? { note: review.reason } : {}),
    })
    return ok(undefined)
  })
}

/** Staff approve or refuse a community's application. An approved one makes the account a community, with its name in the session. */
export async function reviewCommunity(
  deps: AccountDeps,
  memberId: string,
  review: Review,
  audit: Audit,
  now: Date,
): Promise<Result<void, ClubRefusal>> {
  return inTransaction<void, ClubRefusal>(deps.db, async (trx) => {
    const application = await lockCommunity(trx, memberId)
    const barred = await whyNot(trx, application, review.by)
    if (!application || barred) return refuse(barred ?? { code: 'not_found' })
    if (review.move === 'approve' && (await isNumberTaken(trx, memberId))) return refuse({ code: 'registration_no_taken' })
    const { name, submittedAt } = application
    await decideCommunity(trx, memberId, review, now)
    await tellMember(trx, deps, memberId, review, { what: () => name, cause: communityCause(memberId, submittedAt) }, now)
    await audit(trx, {
      action: review.move === 'approve' ? 'community.approved' : 'community.refused',
      subject: { kind: 'member', id: memberId },
      ...(review.reason ? { note: review.reason } : {}),
    })
    return ok(undefined)
  })
}

/** Nobody decides about their own discount, nor about that of a club in which they are. */
async function whyNot(trx: Trx, entry: ReviewedEntry | undefined, by: string): Promise<ReviewRefusal | undefined> {
  if (!entry) return { code: 'not_found' }
  if (await isOneself(trx, entry.memberId, by)) return { code: 'own_card' }
  return entry.state === 'under-review' ? undefined : alreadyReviewed(entry, by)
}

const alreadyReviewed = ({ state, reviewedBy, reviewedAt }: ReviewedEntry, by: string): AlreadyReviewed => ({
  code: 'already_reviewed',
  state,
  reviewedBy: reviewedBy?.name ?? '',
  isYou: reviewedBy?.id === by,
  reviewedAt: reviewedAt?.toISOString() ?? null,
})

async function tellMember(
  trx: Trx,
  deps: AccountDeps,
  memberId: string,
  { move, reason, holdMail }: Review,
  about: { what: (locale: Locale) => string; validUntil?: Day | null; cause: string },
  now: Date,
): Promise<void> {
  const member = await readRecipient(trx, memberId)
  if (!member) return
  const letter = move === 'approve' ? approvedLetter : refusedLetter
  const words = letter(member.locale, {
    name: member.name,
    what: about.what(member.locale),
    reason,
    link: `${deps.publicUrl}/member/setting`,
    ...(about.validUntil ? { until: formatDate(momentAt(about.validUntil, 0), member.locale) } : {}),
  })
  await sendLetter(trx, deps, { ...member, cause: about.cause, ...(holdMail ? { holdSeconds: mailHoldSeconds } : {}) }, words, now)
}

export type UndoRefusal = { code: 'not_found' } | { code: 'too_late_to_undo' } | { code: 'newer_proof_waits' }
type Undone = { kind: ReviewKind; id: string; by: string }

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

export type CommunityRefusal =
  | { code: 'community_approved' }
  | { code: 'registration_no_taken'; path: 'registrationNo' }
  | { code: 'no_such_file'; path: 'documentIds' }

/** A member applies to be a community, adds documents, or applies again after a refusal. */
export async function submitCommunity(db: Db, memberId: string, form: CommunityBody, now: Date): Promise<Result<void, CommunityRefusal>> {
  return inTransaction<void, CommunityRefusal>(db, async (trx) => {
    const open = await submitCommunityRow(
      trx,
      { memberId, name: form.communityName, registrationNo: form.registrationNo, representative: form.representative },
      now,
    )
    if (!open) return refuse({ code: 'community_approved' })
    if (await isNumberTaken(trx, memberId)) return refuse({ code: 'registration_no_taken', path: 'registrationNo' })
    const kept = await keepFiles(trx, form.documentIds, memberId, now)
    if (!kept.ok) return refuse({ code: 'no_such_file', path: 'documentIds' })
    await releaseFiles(trx, await replaceDocuments(trx, memberId, form.documentIds), now)
    return ok(undefined)
  })
}
