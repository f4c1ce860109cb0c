import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { addressGroup } from '#http/client-address.ts'
import { refuse, type Result } from '#lib/result.ts'
import { readLimits } from '#modules/settings/store.ts'
import { guessCode, useCode, type SmsPurpose } from './sms-store.ts'
import { fingerprint, type Tokens } from './tokens.ts'

export type Proof = { mobile: string; smsCode: string }
export type WrongCode = { code: 'wrong_sms_code'; path: 'smsCode' }

/** Identifies a caller by the hash of the address group: who asked for a code, and who tries one. */
export const callerOf = (address: string): string => fingerprint(addressGroup(address))

/** Counts a wrong code; returns the id of a right one, for `useCode` in the transaction that does what it allows. */
export async function checkCode(
  { db, tokens }: { db: Db; tokens: Tokens },
  { mobile, smsCode, purpose }: Proof & { purpose: SmsPurpose },
  caller: { address: string },
  now: Date,
): Promise<string | undefined> {
  const { sms } = await readLimits(db)
  return guessCode(db, { mobile, purpose, codeHash: tokens.hashCode(smsCode, mobile), caller: callerOf(caller.address) }, sms, now)
}

/**
 * Runs `work` once for a code that was sent to this mobile. The code is used in the transaction of `work`: of two concurrent
 * calls with one code one succeeds, and a refusal gives the code back.
 */
export async function proveMobile<T, R>(
  deps: { db: Db; tokens: Tokens },
  proof: Proof,
  caller: { address: string },
  now: Date,
  work: (trx: Trx) => Promise<Result<T, R>>,
): Promise<Result<T, R | WrongCode>> {
  const codeId = await checkCode(deps, { ...proof, purpose: 'confirm-mobile' }, caller, now)
  if (codeId === undefined) return refuse({ code: 'wrong_sms_code', path: 'smsCode' })
  return inTransaction<T, R | WrongCode>(deps.db, async (trx) =>
    (await useCode(trx, codeId, now)) ? work(trx) : refuse({ code: 'wrong_sms_code', path: 'smsCode' }),
  )
}
