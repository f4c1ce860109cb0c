import { inTransaction } from '#db/transaction.ts'
import type { Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import { formatDate } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import type { AccountDeps } from './deps.ts'
import { approvedLetter, refusedLetter } from './letters.ts'
import { communityExists, decideCommunity, decideProof, proofExists, type Decision } from './review-store.ts'
import { sendLetter } from './send-link.ts'
import { readIdentities } from './identity-store.ts'
import { readContact } from './store.ts'

export type ReviewRefusal = { code: 'not_found' } | { code: 'already_reviewed' }

/** Staff approve or refuse a proof; the member reads why, on the page and by mail. */
export async function reviewIdentity(
  deps: AccountDeps,
  proofId: string,
  decision: Decision,
  audit: Audit,
  now: Date,
): Promise<Result<void, ReviewRefusal>> {
  return inTransaction<void, ReviewRefusal>(deps.db, async (trx) => {
    const decided = await decideProof(trx, proofId, decision, now)
    if (!decided) return refuse({ code: (await proofExists(trx, proofId)) ? 'already_reviewed' : 'not_found' })
    const identity = (await readIdentities(trx)).find((one) => one.id === decided.identityId)!
    await tellMember(
      trx,
      deps,
      decided.memberId,
      decision,
      {
        what: (locale) => (locale === 'tw' ? identity.name_tw : identity.name_en),
        validUntil: decided.validUntil,
        cause: `identity-review:${proofId}`,
      },
      now,
    )
    await audit(trx, {
      action: decision.move === 'approve' ? 'proof.approved' : 'proof.refused',
      subject: { kind: 'member', id: decided.memberId },
      after: { identity: { tw: identity.name_tw, en: identity.name_en } },
    })
    return ok(undefined)
  })
}

/** Staff approve or refuse a community's application. An approved one makes the account a community, with its name in the session. */
export async function reviewCommunity(
  deps: AccountDeps,
  memberId: string,
  decision: Decision,
  audit: Audit,
  now: Date,
): Promise<Result<void, ReviewRefusal>> {
  return inTransaction<void, ReviewRefusal>(deps.db, async (trx) => {
    const decided = await decideCommunity(trx, memberId, decision, now)
    if (!decided) return refuse({ code: (await communityExists(trx, memberId)) ? 'already_reviewed' : 'not_found' })
    await tellMember(
      trx,
      deps,
      memberId,
      decision,
      { what: () => decided.name, cause: `community-review:${memberId}:${decided.submittedAt.getTime()}` },
      now,
    )
    await audit(trx, {
      action: decision.move === 'approve' ? 'community.approved' : 'community.refused',
      subject: { kind: 'member', id: memberId },
    })
    return ok(undefined)
  })
}

async function tellMember(
  trx: Trx,
  deps: AccountDeps,
  memberId: string,
  { move, reason }: Decision,
  about: { what: (locale: Locale) => string; validUntil?: Day | null; cause: string },
  now: Date,
): Promise<void> {
  const member = await readContact(trx, memberId)
  if (!member) return
  const letter = move === 'approve' ? approvedLetter : refusedLetter
  const words = letter(member.locale, {
    name: member.name,
    what: about.what(member.locale),
    reason,
    link: `${deps.publicUrl}/member/setting`,
    ...(about.validUntil ? { until: formatDate(momentAt(about.validUntil, 0), member.locale) } : {}),
  })
  await sendLetter(trx, deps, { ...member, cause: about.cause }, words, now)
}
