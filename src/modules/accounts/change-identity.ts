import type { Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { formatDate } from '#i18n/dates.ts'
import { say } from '#i18n/words.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import { releaseFiles } from '#modules/files/keep-files.ts'
import type { AccountDeps, ClaimDeps } from './deps.ts'
import { hasProofUntil, insertSeenProof, readIdentities, readProofEnd, type Identity } from './identity-store.ts'
import { identityLetter } from './letters.ts'
import { lockMember } from './admission-store.ts'
import { dropOpenProofs } from './review-store.ts'
import { mayBeIdentity } from './rules.ts'
import { sendLetter } from './send-letter.ts'
import { findConfirmed, isOneself, isOpenMember, readIdentityOf, readMobileProof, readRecipient, updateMemberRow } from './store.ts'

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
