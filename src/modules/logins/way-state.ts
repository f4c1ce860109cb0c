import { createHash } from 'node:crypto'
import type { Begun, Vouched } from './way.ts'
import { fitsBinding, makeBinding, type Tokens } from './tokens.ts'

/** How long a person may take at the issuer, and at the form for somebody new; and a browser between a posted form and the page after it. */
const underWayMinutes = { issuer: 15, registering: 60, posted: 5 }

/** A login under way: nothing of it is stored. `linkTo`: the session in which a member links themselves. */
export type UnderWay = { way: string; redirect: string; prefix: string; linkTo?: { sessionId: string; memberId: string } }

type Sealed<T> = T & { until: number }

/**
 * The state of a login under way travels sealed with the browser, to the issuer and back, and is worth something in this browser only:
 * its HttpOnly cookie holds the key, the state the key's hash. Nonce and verifier are made from the key, so that they are in no address
 * together.
 */
export function beginWay(tokens: Tokens, underWay: UnderWay, now: Date): { state: string; browserKey: string; expiresAt: Date } {
  const { key: browserKey, binding } = makeBinding()
  const expiresAt = new Date(now.getTime() + underWayMinutes.issuer * 60_000)
  return { state: sealed(tokens, 'login-state', { ...underWay, binding }, expiresAt), browserKey, expiresAt }
}

/** Undefined: a state that is not ours, is too old, belongs to another way, or was begun in another browser. */
export function readState(tokens: Tokens, state: string, way: string, browserKey: string | undefined, now: Date): UnderWay | undefined {
  const read = unsealed<UnderWay & { binding: string }>(tokens, 'login-state', state, now)
  return read?.way === way && fitsBinding(read.binding, browserKey) ? read : undefined
}

export const secretsOf = (browserKey: string): Pick<Begun, 'nonce' | 'verifier'> => ({
  nonce: derived('nonce', browserKey),
  verifier: derived('verifier', browserKey),
})

const derived = (purpose: string, key: string) => createHash('sha256').update(`${purpose}:${key}`).digest('base64url')

/** Groups are of the moment in which the issuer says them: they are not kept. */
export type NewSubject = Omit<Vouched, 'groups'> & { way: string }

/** Somebody new whom an issuer vouches for, sealed for the cookie of their browser until they have registered. */
export function sealVouched(tokens: Tokens, vouched: NewSubject, now: Date): { value: string; expiresAt: Date } {
  const expiresAt = new Date(now.getTime() + underWayMinutes.registering * 60_000)
  return { value: sealed(tokens, 'vouched', vouched, expiresAt), expiresAt }
}

export const readVouched = (tokens: Tokens, value: string | undefined, now: Date): NewSubject | undefined =>
  value === undefined ? undefined : unsealed<NewSubject>(tokens, 'vouched', value, now)

/** A form that an issuer's page has posted, sealed for the address of the page after it. */
export function sealPosted(tokens: Tokens, posted: { way: string; form: string }, now: Date): string {
  return sealed(tokens, 'posted-return', posted, new Date(now.getTime() + underWayMinutes.posted * 60_000))
}

export function readPosted(tokens: Tokens, text: string | null, way: string, now: Date): URLSearchParams | undefined {
  const read = text === null ? undefined : unsealed<{ way: string; form: string }>(tokens, 'posted-return', text, now)
  return read?.way === way ? new URLSearchParams(read.form) : undefined
}

const sealed = (tokens: Tokens, purpose: string, value: object, until: Date): string =>
  tokens.seal(purpose, Buffer.from(JSON.stringify({ ...value, until: until.getTime() }))).toString('base64url')

function unsealed<T>(tokens: Tokens, purpose: string, text: string, now: Date): T | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < 28) return undefined
  const opened = tokens.unseal(purpose, bytes)
  if (!opened) return undefined
  const { until, ...value } = JSON.parse(opened.value.toString()) as Sealed<T>
  return until > now.getTime() ? (value as T) : undefined
}
