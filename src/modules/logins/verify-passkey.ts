import { randomBytes } from 'node:crypto'
import type { NoteSecurity } from '#http/security-log.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { LoginDeps } from './deps.ts'
import { findPasskey, insertChallenge, takeChallenge, usePasskey, type Challenge } from './passkey-store.ts'
import { isCopiedPasskey } from './second-factor-rules.ts'
import type { PasskeyAnswer } from './second-factor-wire.ts'

/** `passkey_refused` says no more: not whether the key is known, and not what was wrong. */
export type PasskeyRefusal = { code: 'passkey_refused' } | { code: 'passkey_copied' }

const challengeMinutes = 5
export const challengeMilliseconds = challengeMinutes * 60_000

/** Relying party (WebAuthn): the host that keys are made for, and the origin whose pages may ask for them. */
export function relyingParty(publicUrl: string): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

type ForWhom = { purpose: 'add' | 'prove'; sessionId: string } | { purpose: 'log-in'; browserHash: string }

/** Stores a new challenge, to be used once by whom it is for. */
export async function makeChallenge({ db }: LoginDeps, whom: ForWhom, now: Date): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(randomBytes(32))
  const challenge = Buffer.from(bytes).toString('base64url')
  await insertChallenge(db, { ...whom, challenge }, new Date(now.getTime() + challengeMilliseconds))
  return bytes
}

/** The challenge that an answer of a browser was made for, if it was given to them and is not used yet: it is used up. */
export async function takeChallengeOf({ db }: LoginDeps, clientDataJSON: string, whom: ForWhom, now: Date): Promise<string | undefined> {
  const challenge = readChallenge(clientDataJSON)
  const taken = challenge !== undefined && (await takeChallenge(db, { ...whom, challenge } as Challenge, now))
  return taken ? challenge : undefined
}

function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : undefined
  } catch {
    return undefined
  }
}

export type VerifiedPasskey = { memberId: string; secretHash: string | null }

/** Verifies a signature of a passkey whose user was verified by their device (PIN, finger or face), and counts its use. */
export async function verifyPasskey(
  deps: LoginDeps,
  answer: PasskeyAnswer,
  { note, memberId, ...whom }: ForWhom & { note: NoteSecurity; memberId?: string },
  now: Date,
): Promise<Result<VerifiedPasskey, PasskeyRefusal>> {
  const challenge = await takeChallengeOf(deps, answer.response.clientDataJSON, whom, now)
  const passkey = challenge === undefined ? undefined : await findPasskey(deps.db, answer.id)
  const isTheirs =
    passkey && (memberId === undefined || passkey.memberId === memberId) && isHandleOf(answer.response.userHandle, passkey.memberId)
  if (!passkey || !isTheirs) return refuse({ code: 'passkey_refused' })

  const counter = await verifiedCounter(deps, answer, challenge!, passkey)
  if (counter === undefined) return refuse({ code: 'passkey_refused' })
  if (isCopiedPasskey(passkey.counter, counter) || !(await usePasskey(deps.db, passkey.id, counter, now))) {
    note('passkey_copied', passkey.memberId)
    return refuse({ code: 'passkey_copied' })
  }
  return ok({ memberId: passkey.memberId, secretHash: passkey.secretHash })
}

type Known = { credentialId: string; publicKey: Buffer; memberId: string }

/** The signature counter of a genuine answer. */
async function verifiedCounter(deps: LoginDeps, answer: PasskeyAnswer, challenge: string, known: Known): Promise<number | undefined> {
  const { id, origin } = relyingParty(deps.publicUrl)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      // The counter is compared afterwards: before the signature is verified it says nothing.
      credential: { id: known.credentialId, publicKey: Uint8Array.from(known.publicKey), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/** The user handle that a passkey was made with is the member's id. */
export const handleOf = (memberId: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(memberId.replaceAll('-', ''), 'hex'))

const isHandleOf = (handle: string | null | undefined, memberId: string): boolean =>
  !handle || handle === Buffer.from(handleOf(memberId)).toString('base64url')
