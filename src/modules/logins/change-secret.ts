import { randomUUID } from 'node:crypto'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { takeTurn } from '#http/rate-limits.ts'
import type { LoginDeps, SecretDeps } from './deps.ts'
import { isGuessable } from './judge-secret.ts'
import { setSecret } from './reset-secret.ts'
import { checkSecret, hashSecret } from './secrets.ts'
import { readOwnWords, readSecretHash } from '#modules/accounts/store.ts'

export type OwnSecretRefusal = { code: 'wrong_secret'; path: string } | { code: 'too_many_attempts'; retryAfterSeconds: number }
export type ChangeSecretRefusal = OwnSecretRefusal | { code: 'secret_too_common'; path: 'newSecret' }

/** Changes the secret and ends the member's other sessions. Returns the new hash, for the browser's device mark. */
export async function changeSecret(
  deps: SecretDeps,
  who: { memberId: string; sessionId: string },
  change: { oldSecret: string; newSecret: string },
  now: Date,
): Promise<Result<{ secretHash: string }, ChangeSecretRefusal>> {
  const wrong = await whyNotOwnSecret(deps, who.memberId, change.oldSecret, 'oldSecret', now)
  if (wrong) return refuse(wrong)
  const ownWords = [...(await deps.centreWords()), ...(await readOwnWords(deps.db, who.memberId))]
  if (await isGuessable(change.newSecret, ownWords)) return refuse({ code: 'secret_too_common', path: 'newSecret' })
  const secretHash = await hashSecret(change.newSecret)
  return inTransaction(deps.db, async (trx) => {
    await setSecret(trx, deps, who.memberId, secretHash, randomUUID(), now, who.sessionId)
    return ok({ secretHash })
  })
}

/** Limits wrong secrets from an open session: somebody may have found an unlocked computer. */
export async function whyNotOwnSecret(
  { db }: LoginDeps,
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
