import { takeTurn } from '#http/rate-limits.ts'
import { readSecretHash } from '#modules/accounts/store.ts'
import type { LoginDeps } from './deps.ts'
import type { OwnSession } from './replace-session.ts'
import { whyNotChangeFactors, type NotFresh } from './second-factor-rules.ts'
import { readStanding } from './second-factor-store.ts'
import { checkSecret } from './secrets.ts'

export type OwnSecretRefusal = { code: 'wrong_secret'; path: string } | { code: 'too_many_attempts'; retryAfterSeconds: number }
export type ProofRefusal = OwnSecretRefusal | NotFresh | { code: 'secret_needed'; path: string }

/**
 * Why it is not sure enough that the member asks, for what an open session alone must not be enough for. Who has a secret gives it;
 * who has none has logged in, or shown a passkey, in the last minutes.
 */
export async function whyNotProven(
  deps: Pick<LoginDeps, 'db' | 'ways'>,
  session: OwnSession,
  secret: string | undefined,
  path: string,
  now: Date,
): Promise<ProofRefusal | undefined> {
  const standing = await readStanding(deps.db, session.id, deps.ways.staff?.name)
  if (standing && !standing.hasSecret) return whyNotChangeFactors(standing, now)
  return secret === undefined ? { code: 'secret_needed', path } : whyNotOwnSecret(deps, session.memberId, secret, path, now)
}

/** Limits wrong secrets from an open session: somebody may have found an unlocked computer. */
export async function whyNotOwnSecret(
  { db }: Pick<LoginDeps, 'db'>,
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
