import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { refuse, type Result } from '#lib/result.ts'
import { readLimits } from '#modules/settings/store.ts'
import { countWrongCode, useSmsCode } from './sms-store.ts'
import type { Tokens } from './tokens.ts'

export type Proof = { mobile: string; smsCode: string }
export type WrongCode = { code: 'wrong_sms_code'; path: 'smsCode' }

/**
 * Does something in the name of whoever holds this mobile, for one code of B5. The code is used in the transaction that
 * does it: of two that come with one code, one happens, and what is refused gives the code back.
 */
export async function proveMobile<T, R>(
  { db, tokens }: { db: Db; tokens: Tokens },
  { mobile, smsCode }: Proof,
  now: Date,
  work: (trx: Trx) => Promise<Result<T, R>>,
): Promise<Result<T, R | WrongCode>> {
  const { sms } = await readLimits(db)
  let isRight = false
  const result = await inTransaction<T, R | WrongCode>(db, async (trx) => {
    isRight = await useSmsCode(trx, mobile, 'confirm-mobile', tokens.hashCode(smsCode, mobile), sms.wrongTries, now)
    return isRight ? work(trx) : refuse({ code: 'wrong_sms_code', path: 'smsCode' })
  })
  if (!isRight) await countWrongCode(db, mobile, 'confirm-mobile', now)
  return result
}
