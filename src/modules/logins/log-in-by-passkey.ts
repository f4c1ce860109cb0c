import { addressGroup } from '#http/client-address.ts'
import { takeTurn } from '#http/rate-limits.ts'
import type { NoteSecurity } from '#http/security-log.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readLimits } from '#modules/settings/store.ts'
import { whyNotAllowedBy, type LoginDeps, type NotAllowed } from './deps.ts'
import { openSession, type LoggedIn, type LoginCaller } from './log-in.ts'
import type { PasskeyAnswer, PasskeyOptionsAnswer } from './second-factor-wire.ts'
import { hashAddressKey, makeAddressKey } from './tokens.ts'
import { challengeMilliseconds, makeChallenge, relyingParty, verifyPasskey, type PasskeyRefusal } from './verify-passkey.ts'
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import { listCredentials } from './passkey-store.ts'
import { replaceByProven, type OwnSession } from './replace-session.ts'

type Asked = { options: PasskeyOptionsAnswer; browserKey: string; expiresAt: Date }

/** What a browser needs to ask for any passkey of this site. The same for everybody: nobody is named yet. */
export async function askToLogInByPasskey(
  deps: LoginDeps,
  { address }: { address: string },
  now: Date,
): Promise<Result<Asked, NotAllowed | { code: 'too_many_requests'; retryAfterSeconds: number }>> {
  const barred = whyNotAllowedBy(deps, 'passkey')
  if (barred) return refuse(barred)
  const { login } = await readLimits(deps.db)
  const turn = { key: `passkey-login:${addressGroup(address)}`, limit: login.passkeyAsksPerAddressHour, seconds: 3600 }
  const limited = await takeTurn(deps.db, turn, now)
  if (limited) return refuse({ code: 'too_many_requests', ...limited })
  const { key, hash } = makeAddressKey()
  const challenge = await makeChallenge(deps, { purpose: 'log-in', browserHash: hash }, now)
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps.publicUrl).id,
    challenge,
    userVerification: 'required',
    timeout: challengeMilliseconds,
  })
  return ok({ options: { ...options }, browserKey: key, expiresAt: new Date(now.getTime() + challengeMilliseconds) })
}

/** Logs in by a passkey alone: it is something that one has, and its device has verified who holds it. */
export async function logInByPasskey(
  deps: LoginDeps,
  answer: PasskeyAnswer,
  { browserKey, note, ...caller }: LoginCaller & { browserKey: string | undefined; note: NoteSecurity },
  now: Date,
): Promise<Result<LoggedIn, PasskeyRefusal | NotAllowed>> {
  const barred = whyNotAllowedBy(deps, 'passkey')
  if (barred) return refuse(barred)
  if (browserKey === undefined) return refuse({ code: 'passkey_refused' })
  const verified = await verifyPasskey(deps, answer, { purpose: 'log-in', browserHash: hashAddressKey(browserKey), note }, now)
  if (!verified.ok) return verified
  const { memberId, secretHash } = verified.value
  const { session } = await readLimits(deps.db)
  return ok(await openSession(deps, { id: memberId, secretHash }, session.days, caller, now, { by: { means: 'passkey' }, isProven: true }))
}

type AskProofRefusal = { code: 'no_passkey' } | { code: 'too_many_requests'; retryAfterSeconds: number }

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
