import { takeTurn } from '#http/rate-limits.ts'
import type { NoteSecurity } from '#http/security-log.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { LoginDeps } from './deps.ts'
import type { LoggedIn, LoginCaller } from './log-in.ts'
import { listCredentials } from './passkey-store.ts'
import { replaceByProven, type OwnSession } from './replace-session.ts'
import type { PasskeyAnswer, PasskeyOptionsAnswer } from './second-factor-wire.ts'
import { challengeMilliseconds, makeChallenge, relyingParty, verifyPasskey, type PasskeyRefusal } from './verify-passkey.ts'

export type AskProofRefusal = { code: 'no_passkey' } | { code: 'too_many_requests'; retryAfterSeconds: number }

/** What a browser needs to ask for one of the member's own passkeys. */
export async function askToProveByPasskey(
  deps: LoginDeps,
  session: OwnSession,
  now: Date,
): Promise<Result<PasskeyOptionsAnswer, AskProofRefusal>> {
  const limited = await takeTurn(deps.db, { key: `show-passkey:${session.memberId}`, limit: 120, seconds: 3600 }, now)
  if (limited) return refuse({ code: 'too_many_requests', ...limited })
  const credentials = await listCredentials(deps.db, session.memberId)
  if (credentials.length === 0) return refuse({ code: 'no_passkey' })
  const challenge = await makeChallenge(deps, { purpose: 'prove', sessionId: session.id }, now)
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps.publicUrl).id,
    challenge,
    userVerification: 'required',
    timeout: challengeMilliseconds,
    allowCredentials: credentials.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] })),
  })
  return ok({ ...options })
}

export async function proveByPasskey(
  deps: LoginDeps,
  session: OwnSession,
  answer: PasskeyAnswer,
  { note, ...caller }: LoginCaller & { note: NoteSecurity },
  now: Date,
): Promise<Result<LoggedIn, PasskeyRefusal>> {
  const whom = { purpose: 'prove', sessionId: session.id, memberId: session.memberId, note } as const
  const verified = await verifyPasskey(deps, answer, whom, now)
  return verified.ok ? ok(await replaceByProven(deps, session, caller, now)) : verified
}
