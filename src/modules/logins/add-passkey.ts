import { inTransaction } from '#db/transaction.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server'
import { beginChange, finishAdding, goOnAfterAdding, whyNotNow, type AddedFactor, type ChangeRefusal } from './change-factors.ts'
import type { LoginDeps } from './deps.ts'
import type { LoginCaller } from './log-in.ts'
import { insertPasskey, listCredentials } from './passkey-store.ts'
import type { OwnSession } from './replace-session.ts'
import { mostPasskeys } from './second-factor-rules.ts'
import { readFactors } from './second-factor-store.ts'
import type { NewPasskeyAnswer, NewPasskeyOptionsAnswer } from './second-factor-wire.ts'
import { readContact } from '#modules/accounts/store.ts'
import { challengeMilliseconds, handleOf, makeChallenge, relyingParty, takeChallengeOf } from './verify-passkey.ts'
import type { DbOrTrx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { readNames } from '#modules/centre/store.ts'

/** ES256, EdDSA and RS256: every authenticator has one of them, and every version of Node.js verifies them. */
const algorithms = [-7, -8, -257]

export type AskPasskeyRefusal =
  | ChangeRefusal
  | { code: 'too_many_passkeys'; most: number }
  | { code: 'too_many_requests'; retryAfterSeconds: number }

/** What a browser needs to make a passkey: one that can be found without a name, and whose device verifies its user. */
export async function askToAddPasskey(
  deps: LoginDeps,
  session: OwnSession,
  now: Date,
): Promise<Result<NewPasskeyOptionsAnswer, AskPasskeyRefusal>> {
  const { db } = deps
  const limited = await takeTurn(db, { key: `new-passkey:${session.memberId}`, limit: 60, seconds: 3600 }, now)
  if (limited) return refuse({ code: 'too_many_requests', ...limited })
  const barred = await whyNotNow(deps, session, now)
  if (barred) return refuse(barred)
  const [member, credentials] = await Promise.all([readContact(db, session.memberId), listCredentials(db, session.memberId)])
  if (credentials.length >= mostPasskeys) return refuse({ code: 'too_many_passkeys', most: mostPasskeys })
  const { id } = relyingParty(deps.publicUrl)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: (await readSiteNames(deps, member!.locale)).name,
    userID: handleOf(session.memberId),
    userName: member!.email,
    userDisplayName: member!.name,
    challenge: await makeChallenge(deps, { purpose: 'add', sessionId: session.id }, now),
    timeout: challengeMilliseconds,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: credentials.map((one) => ({ id: one.id, transports: one.transports as AuthenticatorTransport[] })),
  })
  return ok({ ...options })
}

export type AddPasskeyRefusal = ChangeRefusal | { code: 'passkey_refused' } | { code: 'too_many_passkeys'; most: number }

/** Stores a passkey that the browser has made. The device has just verified its user, so that the session counts as proven. */
export async function addPasskey(
  deps: LoginDeps,
  session: OwnSession,
  { name, answer }: { name: string; answer: NewPasskeyAnswer },
  caller: LoginCaller,
  now: Date,
): Promise<Result<AddedFactor, AddPasskeyRefusal>> {
  const made = await verifiedPasskey(deps, session, answer, now)
  if (!made) return refuse({ code: 'passkey_refused' })
  const { memberId } = session
  const added = await inTransaction<Awaited<ReturnType<typeof finishAdding>>, AddPasskeyRefusal>(deps.db, async (trx) => {
    const begun = await beginChange(trx, deps, session, now)
    if (!begun.ok) return begun
    if ((await readFactors(trx, memberId)).passkeys >= mostPasskeys) return refuse({ code: 'too_many_passkeys', most: mostPasskeys })
    const transports = answer.response.transports ?? []
    const row = { memberId, credentialId: made.id, publicKey: Buffer.from(made.publicKey), counter: made.counter, transports, name }
    if (!(await insertPasskey(trx, row, now))) return refuse({ code: 'passkey_refused' })
    return ok(await finishAdding(trx, deps, session, { standing: begun.value, factor: { kind: 'passkey', name } }, now))
  })
  return added.ok ? ok(await goOnAfterAdding(deps, session, added.value, caller, now)) : added
}

async function verifiedPasskey(deps: LoginDeps, session: OwnSession, answer: NewPasskeyAnswer, now: Date) {
  const { id, origin } = relyingParty(deps.publicUrl)
  const challenge = await takeChallengeOf(deps, answer.response.clientDataJSON, { purpose: 'add', sessionId: session.id }, now)
  if (challenge === undefined) return undefined
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return registrationInfo?.credential
  } catch {
    return undefined
  }
}

/**
 * What passkeys and authenticator apps call this site: the centre's name, in the member's language. The first admin adds a
 * second factor before the centre has a name: then it is the host, by which the entry can still be told from others.
 */
export async function readSiteNames(
  { db, publicUrl }: { db: DbOrTrx; publicUrl: string },
  locale: Locale,
): Promise<{ name: string; shortName: string }> {
  const centre = await readNames(db)
  const name = say(centre.name, locale) || new URL(publicUrl).hostname
  return { name, shortName: say(centre.shortName, locale) || name }
}
