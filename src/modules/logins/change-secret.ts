import { randomUUID } from 'node:crypto'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { SecretDeps } from './deps.ts'
import { isGuessable } from './judge-secret.ts'
import { whyNotProven, type ProofRefusal } from './prove-again.ts'
import type { OwnSession } from './replace-session.ts'
import { setSecret } from './reset-secret.ts'
import { hashSecret } from './secrets.ts'
import { readOwnWords } from '#modules/accounts/store.ts'

export type ChangeSecretRefusal = ProofRefusal | { code: 'secret_too_common'; path: 'newSecret' }

/** Changes the secret, or sets the first one, and ends the member's other sessions. Returns the new hash, for the browser's device mark. */
export async function changeSecret(
  deps: SecretDeps,
  session: OwnSession,
  change: { oldSecret?: string | undefined; newSecret: string },
  now: Date,
): Promise<Result<{ secretHash: string }, ChangeSecretRefusal>> {
  const wrong = await whyNotProven(deps, session, change.oldSecret, 'oldSecret', now)
  if (wrong) return refuse(wrong)
  const ownWords = [...(await deps.centreWords()), ...(await readOwnWords(deps.db, session.memberId))]
  if (await isGuessable(change.newSecret, ownWords)) return refuse({ code: 'secret_too_common', path: 'newSecret' })
  const secretHash = await hashSecret(change.newSecret)
  return inTransaction(deps.db, async (trx) => {
    await setSecret(trx, deps, session.memberId, secretHash, randomUUID(), now, session.id)
    return ok({ secretHash })
  })
}
