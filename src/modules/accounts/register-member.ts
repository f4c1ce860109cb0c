import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { addressGroup } from '#http/client-address.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { claimFile } from '#modules/files/keep-files.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { AccountDeps } from './deps.ts'
import { checkCode } from './prove-mobile.ts'
import { hashSecret, isCommonSecret } from './secrets.ts'
import { useCode } from './sms-store.ts'
import { insertCommunity, insertProof } from './review-store.ts'
import { mayBeIdentity } from './rules.ts'
import { findConfirmed, insertMember, listIdentities, writeConsent } from './store.ts'
import type { RegisterBody } from './wire.ts'

export type RegisterRefusal =
  | { code: 'too_many_registrations'; retryAfterSeconds: number }
  | { code: 'secret_too_common'; path: 'secret' }
  | { code: 'no_such_identity' | 'identity_for_communities'; path: 'memberIdentityId' }
  | { code: 'wrong_sms_code'; path: 'smsCode' }
  | { code: 'mobile_taken'; path: 'mobile' }
  | { code: 'account_taken'; path: 'account' }
  | { code: 'no_such_file'; path: 'privacyFileId' | 'proofFileId' }

/**
 * B4. Does the same whether the address is known or not: the row is made either way and only its confirmation
 * decides who has the address (see docs/decisions). What may be told is what the caller holds in hand: a handle
 * is public, and a mobile's owner has just proved to be it.
 */
export async function registerMember(
  deps: AccountDeps,
  form: RegisterBody,
  caller: { address: string },
  now: Date,
): Promise<Result<{ id: string }, RegisterRefusal>> {
  const limits = await readLimits(deps.db)
  const limited = await takeTurn(
    deps.db,
    { key: `register:${addressGroup(caller.address)}`, limit: limits.registration.perAddressHour, seconds: 3600 },
    now,
  )
  if (limited) return refuse({ code: 'too_many_registrations', ...limited })
  if (isCommonSecret(form.secret)) return refuse({ code: 'secret_too_common', path: 'secret' })
  const identity = (await listIdentities(deps.db)).find((one) => one.id === form.memberIdentityId)
  if (!identity) return refuse({ code: 'no_such_identity', path: 'memberIdentityId' })
  // Its price counts once staff have approved the community; until then it pays as the general public.
  if (!mayBeIdentity(identity, form.communityName === '' ? null : 'applying'))
    return refuse({ code: 'identity_for_communities', path: 'memberIdentityId' })

  const codeId = await checkCode(deps, { ...form, purpose: 'confirm-mobile' }, caller, now)
  if (codeId === undefined) return refuse({ code: 'wrong_sms_code', path: 'smsCode' })

  const secretHash = await hashSecret(form.secret)
  const id = randomUUID()
  return inTransaction<{ id: string }, RegisterRefusal>(deps.db, async (trx) => {
    if (!(await useCode(trx, codeId, now))) return refuse({ code: 'wrong_sms_code', path: 'smsCode' })
    if (await findConfirmed(trx, { mobile: form.mobile })) return refuse({ code: 'mobile_taken', path: 'mobile' })
    const refusal = await writeMember(trx, form, { id, secretHash, needsProof: identity.needs_proof }, now)
    if (refusal) return refuse(refusal)
    await deps.jobs.send(trx, 'confirmation-asked', { memberId: id, cause: randomUUID() })
    return ok({ id })
  })
}

async function writeMember(
  trx: Trx,
  form: RegisterBody,
  made: { id: string; secretHash: string; needsProof: boolean },
  now: Date,
): Promise<RegisterRefusal | undefined> {
  const { id, secretHash } = made
  const inserted = await insertMember(
    trx,
    {
      id,
      account: form.account,
      email: form.email,
      name: form.name,
      mobile: form.mobile,
      secretHash,
      locale: form.locale,
      identityId: form.memberIdentityId,
    },
    now,
  )
  if (!inserted) return { code: 'account_taken', path: 'account' }
  if (!(await claimFile(trx, form.privacyFileId, id, 'privacy', now))) return { code: 'no_such_file', path: 'privacyFileId' }
  await writeConsent(trx, id, form.privacyFileId, now)
  if (made.needsProof && form.proofFileId !== undefined) {
    if (!(await claimFile(trx, form.proofFileId, id, 'privacy', now))) return { code: 'no_such_file', path: 'proofFileId' }
    await insertProof(trx, { id: randomUUID(), memberId: id, identityId: form.memberIdentityId, fileId: form.proofFileId }, now)
  }
  if (form.communityName !== '')
    await insertCommunity(
      trx,
      { memberId: id, name: form.communityName, registrationNo: form.registrationNo, representative: form.representative },
      now,
    )
  return undefined
}
