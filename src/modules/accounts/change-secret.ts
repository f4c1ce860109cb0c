import { randomUUID } from 'node:crypto'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { takeTurn } from '#http/rate-limits.ts'
import type { AccountDeps } from './deps.ts'
import { setSecret } from './reset-secret.ts'
import { checkSecret, hashSecret, isCommonSecret } from './secrets.ts'
import { readSecretHash } from './store.ts'

export type OwnSecretRefusal = { code: 'wrong_secret'; path: string } | { code: 'too_many_attempts'; retryAfterSeconds: number }
export type ChangeSecretRefusal = OwnSecretRefusal | { code: 'secret_too_common'; path: 'newSecret' }

/** B9: the other sessions end, this one goes on. Returns the new hash, by which the browser is known from now on. */
export async function changeSecret(
  deps: AccountDeps,
  who: { memberId: string; sessionId: string },
  change: { oldSecret: string; newSecret: string },
  now: Date,
): Promise<Result<{ secretHash: string }, ChangeSecretRefusal>> {
  if (isCommonSecret(change.newSecret)) return refuse({ code: 'secret_too_common', path: 'newSecret' })
  const wrong = await whyNotOwnSecret(deps, who.memberId, change.oldSecret, 'oldSecret', now)
  if (wrong) return refuse(wrong)
  const secretHash = await hashSecret(change.newSecret)
  return inTransaction(deps.db, async (trx) => {
    await setSecret(trx, deps, who.memberId, secretHash, randomUUID(), now, who.sessionId)
    return ok({ secretHash })
  })
}

/** Somebody at an open computer may try, but not for long. */
export async function whyNotOwnSecret(
  { db }: AccountDeps,
  memberId: string,
  secret: string,
  path: string,
  now: Date,
): Promise<OwnSecretRefusal | undefined> {
  const limited = await takeTurn(db, { key: `own-secret:${memberId}`, limit: 10, seconds: 3600 }, now)
  if (limited) return { code: 'too_many_attempts', ...limited }
  const verdict = await checkSecret(secret, await readSecretHash(db, memberId))
  return verdict === 'right' ? undefined : { code: 'wrong_secret', path }
}
