import { randomInt, randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { addressGroup } from '#http/client-address.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { claimFile } from '#modules/files/keep-files.ts'
import { mayConsentBy } from '#modules/settings/rules.ts'
import { readLimits } from '#modules/settings/store.ts'
import { whyNotAllowedBy, type NotAllowed, type SecretDeps } from './deps.ts'
import { mayMailTo } from './confirm-email.ts'
import { checkCode } from './prove-mobile.ts'
import { hashSecret, isGuessable } from './secrets.ts'
import { useCode } from './sms-store.ts'
import { insertCommunity, insertProof, isNumberTaken } from '#modules/accounts/review-store.ts'
import { accountFrom, mayBeIdentity } from '#modules/accounts/rules.ts'
import { listIdentities } from '#modules/accounts/identity-store.ts'
import { findConfirmed, insertMember, writeConsent, type NewMember } from '#modules/accounts/store.ts'
import { insertSubject } from './subject-store.ts'
import { makeBinding } from './tokens.ts'
import type { NewSubject } from './way-state.ts'
import type { RegisterBody } from './wire.ts'

export type RegisterRefusal =
  | { code: 'too_many_registrations'; retryAfterSeconds: number }
  | { code: 'secret_too_common' | 'secret_missing'; path: 'secret' }
  | { code: 'way_over' | 'subject_taken' }
  | NotAllowed
  | { code: 'no_such_identity' | 'identity_for_communities'; path: 'memberIdentityId' }
  | { code: 'wrong_sms_code'; path: 'smsCode' }
  | { code: 'mobile_taken'; path: 'mobile' }
  | { code: 'account_taken'; path: 'account' }
  | { code: 'registration_no_taken'; path: 'registrationNo' }
  | { code: 'consent_not_allowed'; path: 'privacyFileId' }
  | { code: 'no_such_file'; path: 'privacyFileId' | 'proofFileId' }

/** `registeringKey` goes into a cookie: it proves later that the mail's link was opened in the same browser. */
export type Registered = { id: string; registeringKey: string; confirmBefore: Date }

/**
 * Registers a member. Does the same whether or not the address is known: a row is made either way, and confirming decides
 * who has the address (decision 001). That an account name or a mobile is taken may be told: names are public, and the
 * caller has just proved to hold the mobile. `vouched`: whom an issuer vouches for in the caller's browser.
 */
export async function registerMember(
  deps: SecretDeps,
  form: RegisterBody,
  caller: { address: string; vouched: NewSubject | undefined },
  now: Date,
): Promise<Result<Registered, RegisterRefusal>> {
  const barred = form.byWay ? undefined : whyNotAllowedBy(deps, 'secret')
  if (barred) return refuse(barred)
  if (form.byWay ? !caller.vouched : form.secret === undefined)
    return refuse(form.byWay ? { code: 'way_over' } : { code: 'secret_missing', path: 'secret' })
  const limits = await readLimits(deps.db)
  const limited = await takeTurn(
    deps.db,
    { key: `register:${addressGroup(caller.address)}`, limit: limits.registration.perAddressHour, seconds: 3600 },
    now,
  )
  if (limited) return refuse({ code: 'too_many_registrations', ...limited })
  if (!mayConsentBy(form.consentBy, limits.consent.way)) return refuse({ code: 'consent_not_allowed', path: 'privacyFileId' })
  const identity = (await listIdentities(deps.db)).find((one) => one.id === form.memberIdentityId)
  if (!identity) return refuse({ code: 'no_such_identity', path: 'memberIdentityId' })
  // The price for communities applies once staff have approved it; until then it pays as the general public.
  if (!mayBeIdentity(identity, form.communityName === '' ? null : 'applying'))
    return refuse({ code: 'identity_for_communities', path: 'memberIdentityId' })

  const proof = await proveForm(deps, form, caller, now)
  if (!proof) return refuse({ code: 'wrong_sms_code', path: 'smsCode' })
  const { name, account, email, mobile, communityName, representative } = form
  const ownWords = [...(await deps.centreWords()), name, account ?? '', email, mobile, communityName, representative]
  if (form.secret !== undefined && (await isGuessable(form.secret, ownWords))) return refuse({ code: 'secret_too_common', path: 'secret' })

  const secretHash = form.secret === undefined ? null : await hashSecret(form.secret)
  const id = randomUUID()
  const { key: registeringKey, binding: registeringHash } = makeBinding()
  return inTransaction<Registered, RegisterRefusal>(deps.db, async (trx) => {
    const refusal =
      (await whyNotMobile(trx, form, proof, now)) ??
      (await writeMember(
        trx,
        form,
        { id, secretHash, registeringHash, needsProof: identity.needs_proof, mobileUnproven: proof === 'unproven' },
        now,
      ))
    if (refusal) return refuse(refusal)
    if (form.byWay && (await insertSubject(trx, id, caller.vouched!, now)) !== id) return refuse({ code: 'subject_taken' })
    if (await mayMailTo(trx, 'confirmation-asked', form.email, now))
      await deps.jobs.send(trx, 'confirmation-asked', { memberId: id, cause: randomUUID() })
    return ok({ id, registeringKey, confirmBefore: new Date(now.getTime() + limits.links.confirmHours * 3_600_000) })
  })
}

/** The code that proves the mobile, or that no code can be sent: then the mobile is kept as typed. */
type MobileProof = { codeId: string } | 'unproven'

async function proveForm(
  deps: SecretDeps,
  { mobile, smsCode }: RegisterBody,
  caller: { address: string },
  now: Date,
): Promise<MobileProof | undefined> {
  if (!deps.canText) return 'unproven'
  if (smsCode === undefined) return undefined
  const codeId = await checkCode(deps, { mobile, smsCode, purpose: 'confirm-mobile' }, caller, now)
  return codeId === undefined ? undefined : { codeId }
}

async function whyNotMobile(trx: Trx, { mobile }: RegisterBody, proof: MobileProof, now: Date): Promise<RegisterRefusal | undefined> {
  // Whoever has not proved to hold a mobile must not learn that somebody else has it.
  if (proof === 'unproven') return undefined
  if (!(await useCode(trx, proof.codeId, now))) return { code: 'wrong_sms_code', path: 'smsCode' }
  return (await findConfirmed(trx, { mobile })) ? { code: 'mobile_taken', path: 'mobile' } : undefined
}

async function writeMember(
  trx: Trx,
  form: RegisterBody,
  made: { id: string; secretHash: string | null; registeringHash: string; needsProof: boolean; mobileUnproven: boolean },
  now: Date,
): Promise<RegisterRefusal | undefined> {
  const { id, secretHash, registeringHash, mobileUnproven } = made
  const { email, name, mobile, locale } = form
  const row = { id, email, name, mobile, mobileUnproven, secretHash, registeringHash, locale, identityId: form.memberIdentityId }
  const inserted =
    form.account === undefined ? await insertNamed(trx, row, now) : await insertMember(trx, { ...row, account: form.account }, now)
  if (!inserted) return { code: 'account_taken', path: 'account' }
  if (!(await claimFile(trx, form.privacyFileId, id, 'privacy', now))) return { code: 'no_such_file', path: 'privacyFileId' }
  await writeConsent(trx, id, form.privacyFileId, now)
  if (made.needsProof && form.proofFileId !== undefined) {
    if (!(await claimFile(trx, form.proofFileId, id, 'privacy', now))) return { code: 'no_such_file', path: 'proofFileId' }
    await insertProof(trx, { id: randomUUID(), memberId: id, identityId: form.memberIdentityId, fileId: form.proofFileId }, now)
  }
  if (form.communityName !== '') {
    const { communityName, registrationNo, representative } = form
    await insertCommunity(trx, { memberId: id, name: communityName, registrationNo, representative }, now)
    if (await isNumberTaken(trx, id)) return { code: 'registration_no_taken', path: 'registrationNo' }
  }
  return undefined
}

/** Tries account names with other random digits until one is free, with more digits after several failures. */
export async function insertNamed(trx: Trx, row: Omit<NewMember, 'account'>, now: Date): Promise<boolean> {
  for (const digits of [4, 4, 6, 6]) {
    const account = accountFrom(row.email, String(randomInt(10 ** digits)).padStart(digits, '0'))
    if (await insertMember(trx, { ...row, account }, now)) return true
  }
  return false
}
