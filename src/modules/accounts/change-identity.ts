import type { Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { formatDate } from '#i18n/dates.ts'
import { say } from '#i18n/words.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import { releaseFiles } from '#modules/files/keep-files.ts'
import type { AccountDeps } from './deps.ts'
import { readIdentities, type Identity } from './identity-store.ts'
import { identityLetter } from './letters.ts'
import { lockMember } from './lock-store.ts'
import { dropOpenProofs } from './review-store.ts'
import { mayBeIdentity } from './rules.ts'
import { hasProofUntil, insertSeenProof, readProofEnd } from './seen-proof-store.ts'
import { sendLetter } from './send-letter.ts'
import { isOneself, readIdentityOf, readRecipient, updateMemberRow } from './store.ts'

export type IdentityRefusal =
  | { code: 'not_found' }
  | { code: 'own_card' }
  | { code: 'no_such_identity' | 'identity_for_communities'; path: 'identityId' }

/**
 * The desk changes a member's identity. Where it needs a proof, the desk has seen one: it is written as approved, without a
 * file, for as long as proofs of this identity are good. The same identity again makes a proof that runs out good for longer.
 */
export async function changeIdentity(
  deps: AccountDeps,
  { memberId, identityId, by }: { memberId: string; identityId: number; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<void, IdentityRefusal>> {
  if (await isOneself(deps.db, memberId, by)) return refuse({ code: 'own_card' })
  return inTransaction<void, IdentityRefusal>(deps.db, async (trx) => {
    await lockMember(trx, memberId)
    const member = await readIdentityOf(trx, memberId)
    if (!member) return refuse({ code: 'not_found' })
    const identities = await readIdentities(trx)
    const identity = identities.find(({ id, retired_at }) => id === identityId && retired_at === null)
    if (!identity) return refuse({ code: 'no_such_identity', path: 'identityId' })
    if (!mayBeIdentity(identity, member.community)) return refuse({ code: 'identity_for_communities', path: 'identityId' })
    const until = identity.needs_proof ? await readProofEnd(trx, identityId, now) : null
    const isProven = !identity.needs_proof || (await hasProofUntil(trx, { memberId, identityId, until }))
    if (member.identityId === identityId && isProven) return ok(undefined)

    await releaseFiles(trx, await dropOpenProofs(trx, memberId), now)
    await updateMemberRow(trx, memberId, { identity_id: identityId })
    if (!isProven) await insertSeenProof(trx, { memberId, identityId, until, by }, now)
    const before = identities.find(({ id }) => id === member.identityId)!
    await audit(trx, {
      action: 'person.identity_changed',
      subject: { kind: 'member', id: memberId },
      before: { identity: wordsOf(before) },
      after: { identity: wordsOf(identity), ...(until ? { expiresAt: until } : {}), proofSeen: identity.needs_proof },
    })
    await tellMember(trx, deps, { memberId, identity, until }, now)
    return ok(undefined)
  })
}

const wordsOf = ({ name_tw, name_en }: Identity) => ({ tw: name_tw, en: name_en })

async function tellMember(
  trx: Trx,
  deps: AccountDeps,
  { memberId, identity, until }: { memberId: string; identity: Identity; until: Day | null },
  now: Date,
): Promise<void> {
  const member = await readRecipient(trx, memberId)
  if (!member) return
  const { name, email, locale } = member
  const letter = identityLetter(locale, {
    name,
    what: say(wordsOf(identity), locale),
    link: `${deps.publicUrl}/member/setting`,
    ...(until ? { until: formatDate(momentAt(until, 0), locale) } : {}),
  })
  await sendLetter(trx, deps, { email, locale, cause: `identity-change:${memberId}:${now.getTime()}` }, letter, now)
}
