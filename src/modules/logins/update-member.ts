import { defaultLocale } from '#i18n/languages.ts'
import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { keepFiles, releaseFiles } from '#modules/files/keep-files.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { readLimits } from '#modules/settings/store.ts'
import { mayMailTo, type AskRefusal } from './confirm-email.ts'
import type { LoginDeps, ProvingDeps } from './deps.ts'
import { dropOpenProofs, insertProof } from '#modules/accounts/review-store.ts'
import { whyNotProven, type ProofRefusal } from './prove-again.ts'
import { checkCode } from './prove-mobile.ts'
import type { OwnSession } from './replace-session.ts'
import { useCode } from './sms-store.ts'
import { readMember } from '#modules/accounts/profile-store.ts'
import { mayBeIdentity } from '#modules/accounts/rules.ts'
import { readIdentities } from '#modules/accounts/identity-store.ts'
import { readMobileProof, updateMemberRow } from '#modules/accounts/store.ts'
import { tellOfContactChange } from './tell-of-contact-change.ts'
import type { UpdateMemberBody } from './wire.ts'
import { closeAccount, type CloseRefusal } from '#modules/accounts/close-account.ts'
import type { MemberData } from '#modules/accounts/deps.ts'

export type UpdateRefusal =
  | ProofRefusal
  | AskRefusal
  | { code: 'no_such_identity' | 'identity_for_communities'; path: 'memberIdentityId' }
  | { code: 'wrong_sms_code'; path: 'smsCode' }
  | { code: 'mobile_taken'; path: 'mobile' }
  | { code: 'no_such_file'; path: 'proofFileId' }

/**
 * Changes the given fields. A new address waits for its confirmation. Changing address or mobile needs a proof (`whyNotProven`), because
 * they can reset the secret: an open session alone must not be enough to take over an account.
 */
export async function updateMember(
  deps: ProvingDeps,
  session: OwnSession,
  change: UpdateMemberBody,
  caller: { address: string },
  now: Date,
): Promise<Result<{ emailPending: boolean }, UpdateRefusal>> {
  const { memberId } = session
  const unproven = await whyNotReachedElsewhere(deps, session, change, now)
  if (unproven) return refuse(unproven)
  const proven = await proveNewMobile(deps, change, caller, now)
  if (!proven.ok) return proven
  return inTransaction<{ emailPending: boolean }, UpdateRefusal>(deps.db, async (trx) => {
    const refusal = (await changeMobile(trx, deps, memberId, proven.value, now)) ?? (await changeIdentity(trx, memberId, change, now))
    if (refusal) return refuse(refusal)
    await updateMemberRow(trx, memberId, {
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.locale === undefined ? {} : { locale: change.locale }),
      ...(change.emergencyName === undefined ? {} : { emergency_name: change.emergencyName }),
      ...(change.emergencyPhone === undefined ? {} : { emergency_phone: change.emergencyPhone }),
    })
    return changeEmail(trx, deps, memberId, change.email, now)
  })
}

async function whyNotReachedElsewhere(
  deps: LoginDeps,
  session: OwnSession,
  { email, mobile, secret }: UpdateMemberBody,
  now: Date,
): Promise<UpdateRefusal | undefined> {
  const current = (await readMember(deps.db, session.memberId, defaultLocale))!
  const isElsewhere = (email !== undefined && !isSameEmail(email, current.email)) || (mobile !== undefined && mobile !== current.mobile)
  return isElsewhere ? whyNotProven(deps, session, secret, 'secret', now) : undefined
}

const isSameEmail = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Without `codeId` no code can be sent: the mobile is kept as typed, and staff can confirm it. */
type NewMobile = { mobile: string; codeId?: string }

/** Runs before the transaction, so that a wrong code is counted even when nothing is changed. */
async function proveNewMobile(
  deps: LoginDeps,
  { mobile, smsCode }: UpdateMemberBody,
  caller: { address: string },
  now: Date,
): Promise<Result<NewMobile | undefined, UpdateRefusal>> {
  if (mobile === undefined) return ok(undefined)
  if (!deps.canText) return ok({ mobile })
  const codeId = smsCode && (await checkCode(deps, { mobile, smsCode, purpose: 'confirm-mobile' }, caller, now))
  return codeId === undefined ? refuse({ code: 'wrong_sms_code', path: 'smsCode' }) : ok({ mobile, codeId })
}

async function changeMobile(
  trx: Trx,
  deps: ProvingDeps,
  memberId: string,
  change: NewMobile | undefined,
  now: Date,
): Promise<UpdateRefusal | undefined> {
  if (!change) return undefined
  const { mobile, codeId } = change
  if (codeId !== undefined && !(await useCode(trx, codeId, now))) return { code: 'wrong_sms_code', path: 'smsCode' }
  const current = await readMobileProof(trx, memberId)
  if (mobile === current.mobile && (current.isProven || codeId === undefined)) return undefined
  // A mobile that is new to the account claims nobody: the change can be undone, a merge cannot.
  if (mobile === current.mobile) await deps.claimGuests(trx, { memberId, mobile }, now)
  else await tellOfContactChange(trx, deps, { memberId, what: 'mobile' }, now)
  const isFree = await updateMemberRow(trx, memberId, { mobile, mobile_unproven: codeId === undefined })
  return isFree ? undefined : { code: 'mobile_taken', path: 'mobile' }
}

async function changeIdentity(
  trx: Trx,
  memberId: string,
  { memberIdentityId, proofFileId }: UpdateMemberBody,
  now: Date,
): Promise<UpdateRefusal | undefined> {
  if (memberIdentityId === undefined && proofFileId === undefined) return undefined
  const current = await readMember(trx, memberId, defaultLocale)
  const identityId = memberIdentityId ?? current!.identity.id
  const identity = (await readIdentities(trx)).find(
    // A member keeps an identity that was retired, without its price.
    (one) => one.id === identityId && (one.retired_at === null || one.id === current!.identity.id),
  )
  if (!identity) return { code: 'no_such_identity', path: 'memberIdentityId' }
  if (memberIdentityId !== undefined && !mayBeIdentity(identity, current!.community?.state ?? null))
    return { code: 'identity_for_communities', path: 'memberIdentityId' }
  if (identityId !== current!.identity.id || proofFileId !== undefined) await releaseFiles(trx, await dropOpenProofs(trx, memberId), now)
  await updateMemberRow(trx, memberId, { identity_id: identityId })
  if (proofFileId === undefined || !identity.needs_proof) return undefined
  const kept = await keepFiles(trx, [proofFileId], memberId, now)
  if (!kept.ok) return { code: 'no_such_file', path: 'proofFileId' }
  await insertProof(trx, { id: randomUUID(), memberId, identityId, fileId: proofFileId }, now)
  return undefined
}

async function changeEmail(
  trx: Trx,
  { jobs }: LoginDeps,
  memberId: string,
  email: string | undefined,
  now: Date,
): Promise<Result<{ emailPending: boolean }, UpdateRefusal>> {
  if (email === undefined) return ok({ emailPending: false })
  const current = await readMember(trx, memberId, defaultLocale)
  if (isSameEmail(current!.email, email)) return ok({ emailPending: false })
  const { mailsPerAddressHour: limit } = (await readLimits(trx)).links
  const limited = await takeTurn(trx, { key: `email-change:${memberId}`, limit, seconds: 3600 }, now)
  if (limited) return refuse({ code: 'too_many_requests', ...limited })
  if (await mayMailTo(trx, 'confirmation-asked', email, now))
    await jobs.send(trx, 'email-change-asked', { memberId, email, cause: randomUUID() })
  return ok({ emailPending: true })
}

export type CloseOwnRefusal = ProofRefusal | CloseRefusal

/** Closes the account of the member who asks, who proves again to be the member. */
export async function closeOwnAccount(
  deps: LoginDeps & Pick<MemberData, 'listOpen' | 'forgetMember'>,
  session: OwnSession,
  secret: string | undefined,
  now: Date,
): Promise<Result<void, CloseOwnRefusal>> {
  const wrong = await whyNotProven(deps, session, secret, 'secret', now)
  return wrong ? refuse(wrong) : closeAccount(deps, session.memberId, now)
}
