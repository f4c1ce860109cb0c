import { readLimits } from '#modules/settings/store.ts'
import type { LoginDeps } from './deps.ts'
import { openSession, type LoggedIn, type LoginCaller } from './log-in.ts'
import { endSessions, readByIssuer } from './session-store.ts'
import { readSecretHash } from '#modules/accounts/store.ts'

/** The session in which a factor is shown, added or removed. */
export type OwnSession = { id: string; memberId: string }

/**
 * Opens a session in which the second factor was shown, and ends the one before. A new token, because whoever has stolen the
 * old one must not get the rights of the new one. One that an issuer has opened lasts no longer by it: the issuer was not asked again.
 */
export async function replaceByProven(deps: LoginDeps, { id, memberId }: OwnSession, caller: LoginCaller, now: Date): Promise<LoggedIn> {
  const [{ session }, secretHash, byIssuer] = await Promise.all([
    readLimits(deps.db),
    readSecretHash(deps.db, memberId),
    readByIssuer(deps.db, id),
  ])
  const row = { id: memberId, secretHash: secretHash ?? null }
  const opened = await openSession(deps, row, session.days, caller, now, { byIssuer, isProven: true })
  await endSessions(deps.db, memberId, { only: id }, now)
  return opened
}
