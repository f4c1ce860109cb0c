import { createHash, randomBytes } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { randomLetters } from '#lib/letter-codes.ts'
import { replaceRecoveryCodes } from './authenticator-store.ts'
import { recoveryCodeCount, writeRecoveryCode } from './second-factor-rules.ts'

/**
 * Makes new recovery codes in the place of those before. Only hashes are stored: the codes are shown once. 120 random
 * bits each, so that a plain hash is enough, and they still work after AUTH_SECRET was lost.
 */
export async function makeRecoveryCodes(trx: Trx, memberId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => randomLetters(randomBytes(24), 24))
  await replaceRecoveryCodes(
    trx,
    memberId,
    codes.map((code) => hashRecoveryCode(memberId, code)),
    now,
  )
  return codes.map(writeRecoveryCode)
}

export const hashRecoveryCode = (memberId: string, code: string): string =>
  createHash('sha256').update(`recovery:${memberId}:${code}`).digest('base64url')
