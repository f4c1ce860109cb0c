import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { hexFromLetters, toLetters } from '#lib/letter-codes.ts'
import { jwtVerify, SignJWT, type JWTPayload } from 'jose'

export type LinkPurpose = 'confirm-email' | 'change-email' | 'reset-secret' | 'preview-article' | 'preview-highlight'

/** What a token says. `binding` is the hash of the cookie without which it is worth nothing. */
export type SessionClaims = { sessionId: string; memberId: string; binding: string | undefined }

const knownAtMost = 10_000

const digest = (value: string): string => createHash('sha256').update(value).digest('base64url')

/** Signs and reads everything that leaves the house and must come back unchanged. */
export class Tokens {
  /** Signs. */
  readonly #key: Uint8Array
  /** Verify, newest first: after a rotation, what the previous key signed stays good until it expires. */
  readonly #keys: readonly Uint8Array[]
  /** Tokens whose signature was found good: it stays good, so it is computed once. Whether the session lives is asked elsewhere. */
  readonly #known = new Map<string, { claims: SessionClaims; expiresAt: number }>()

  constructor(authSecret: string, previousSecret?: string) {
    this.#key = new TextEncoder().encode(authSecret)
    this.#keys = previousSecret === undefined ? [this.#key] : [this.#key, new TextEncoder().encode(previousSecret)]
  }

  async signSession(claims: SessionClaims, issuedAt: Date, expiresAt: Date): Promise<string> {
    return new SignJWT({ sid: claims.sessionId, ...(claims.binding ? { bnd: claims.binding } : {}) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setAudience('session')
      .setSubject(claims.memberId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(this.#key)
  }

  async readSession(token: string, now: Date): Promise<SessionClaims | undefined> {
    const known = this.#known.get(token)
    if (known) return known.expiresAt > now.getTime() ? known.claims : undefined
    const payload = this.#firstThatFits((key) => readSigned(token, key))
    if (payload?.aud !== 'session' || typeof payload.sid !== 'string' || typeof payload.sub !== 'string') return undefined
    if (typeof payload.exp !== 'number' || payload.exp * 1000 <= now.getTime()) return undefined
    const claims = { sessionId: payload.sid, memberId: payload.sub, binding: payload.bnd }
    if (this.#known.size >= knownAtMost) this.#known.clear()
    this.#known.set(token, { claims, expiresAt: payload.exp * 1000 })
    return claims
  }

  async signLink(id: string, purpose: LinkPurpose, issuedAt: Date, expiresAt: Date): Promise<string> {
    return new SignJWT({ purpose })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience('link')
      .setJti(id)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(this.#key)
  }

  /** An expired link is still ours: it says so, and the page can offer a new one. */
  async readLink(token: string, now: Date): Promise<{ id: string; purpose: LinkPurpose } | 'expired' | undefined> {
    for (const key of this.#keys) {
      const payload = await verifyLink(token, key, now)
      if (payload === 'expired') return payload
      if (payload) return { id: payload.jti!, purpose: payload['purpose'] as LinkPurpose }
    }
    return undefined
  }

  /** Codes are short, so their hash is keyed: reading the table does not give them away. */
  hashCode(code: string, mobile: string): string {
    return createHash('sha256').update(this.#key).update(`${mobile}:${code}`).digest('base64url')
  }

  /** Short, because gateways allow few characters in an address. It never runs out, and it opens nothing: it says that we wrote it. */
  signReference(id: string): string {
    return `${id}.${referenceSeal(id, this.#key)}`
  }

  readReference(text: string): string | undefined {
    const id = text.slice(0, text.lastIndexOf('.'))
    const given = Buffer.from(text.slice(id.length + 1))
    return this.#firstThatFits((key) => (isEqual(given, Buffer.from(referenceSeal(id, key))) ? id : undefined))
  }

  /** For links in mails and texts: it says that we have sent somebody to this path, and opens nothing. It never runs out. */
  signPath(path: string): string {
    return pathSeal(path, this.#key)
  }

  isSignedPath(path: string, signature: string): boolean {
    const given = Buffer.from(signature)
    return this.#keys.some((key) => isEqual(given, Buffer.from(pathSeal(path, key))))
  }

  /** For a code that is seen and scanned: capital letters and digits only, and as few as keep others from guessing one. */
  signTicket(id: string): string {
    const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
    return toLetters(Buffer.concat([bytes, ticketSeal(bytes, this.#key)]))
  }

  readTicket(code: string): string | undefined {
    const bytes = Buffer.from(hexFromLetters(code) ?? '', 'hex')
    if (bytes.length !== 16 + sealBytes) return undefined
    const id = bytes.subarray(0, 16)
    return this.#firstThatFits((key) => (isEqual(bytes.subarray(16), ticketSeal(id, key)) ? asUuid(id) : undefined))
  }

  /** The same ticket for a person to read out or type: eight letters, sealed with the key. It does not say which ticket it is of. */
  typedTicket(id: string): string {
    return typedSeal(id, this.#key)
  }

  /** Which of these tickets the typed code is of; undefined as well when two of them share it. */
  readTypedTicket(typed: string, ids: string[]): string | undefined {
    const found = ids.filter((id) => this.#keys.some((key) => typedSeal(id, key) === typed))
    return found.length === 1 ? found[0] : undefined
  }

  /** Left in a browser that has logged in: it is no stranger the next time. A new secret voids it, because the hash is sealed in. */
  signDevice(member: { id: string; secretHash: string }, expiresAt: Date): string {
    const said = `${randomBytes(12).toString('base64url')}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}`
    return `${said}.${deviceSeal(said, member, this.#key)}`
  }

  /** The device's id, if the mark was left by this member and their secret is still the same. */
  readDevice(mark: string, member: { id: string; secretHash: string }, now: Date): string | undefined {
    const [id = '', expires = '', seal = ''] = mark.split('.')
    const said = `${id}.${expires}`
    if (!(parseInt(expires, 36) * 1000 > now.getTime())) return undefined
    return this.#firstThatFits((key) => (isEqual(Buffer.from(seal), Buffer.from(deviceSeal(said, member, key))) ? id : undefined))
  }

  #firstThatFits<T>(read: (key: Uint8Array) => T | undefined): T | undefined {
    for (const key of this.#keys) {
      const found = read(key)
      if (found !== undefined) return found
    }
    return undefined
  }
}

const isEqual = (given: Buffer, right: Buffer): boolean => given.length === right.length && timingSafeEqual(given, right)

const pathSeal = (path: string, key: Uint8Array): string =>
  createHmac('sha256', key).update(`path:${path.toLowerCase()}`).digest().subarray(0, 16).toString('base64url')

const referenceSeal = (id: string, key: Uint8Array): string =>
  createHmac('sha256', key).update(`reference:${id}`).digest().subarray(0, 16).toString('base64url')

const deviceSeal = (said: string, { id, secretHash }: { id: string; secretHash: string }, key: Uint8Array): string =>
  createHmac('sha256', key).update(`device:${said}:${id}:${secretHash}`).digest('base64url')

const ticketSeal = (id: Buffer, key: Uint8Array): Buffer =>
  createHmac('sha256', key).update('ticket:').update(id).digest().subarray(0, sealBytes)

async function verifyLink(token: string, key: Uint8Array, now: Date): Promise<JWTPayload | 'expired' | undefined> {
  const options = { algorithms: ['HS256'], audience: 'link', currentDate: now }
  return jwtVerify(token, key, options).then(
    (read) => read.payload,
    (error: { code?: string }) => (error.code === 'ERR_JWT_EXPIRED' ? 'expired' : undefined),
  )
}

type SignedClaims = { aud?: unknown; sid?: unknown; sub?: unknown; exp?: unknown; bnd?: string }

/**
 * RFC 7515 with HS256, and nothing but HS256. By hand, because thousands come in the same second: the library's way through the
 * browser's interface takes ten times as long, and this is all of it.
 */
function readSigned(token: string, key: Uint8Array): SignedClaims | undefined {
  const [head, body, signature, ...more] = token.split('.')
  if (!head || !body || !signature || more.length > 0) return undefined
  const given = Buffer.from(signature, 'base64url')
  const right = createHmac('sha256', key).update(`${head}.${body}`).digest()
  if (!isEqual(given, right)) return undefined
  try {
    const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg?: unknown }
    return alg === 'HS256' ? (JSON.parse(Buffer.from(body, 'base64url').toString()) as SignedClaims) : undefined
  } catch {
    return undefined
  }
}

/** 40 bits: two of a thousand tickets of a day share one once in two million days. */
const typedSeal = (id: string, key: Uint8Array): string =>
  toLetters(createHmac('sha256', key).update(`typed-ticket:${id}`).digest().subarray(0, 5))

const sealBytes = 10
const asUuid = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** A secret in an address, long enough that nobody guesses it; only its hash is kept. */
export function makeAddressKey(): { key: string; hash: string } {
  const key = randomBytes(24).toString('base64url')
  return { key, hash: digest(key) }
}
export const hashAddressKey = digest

/** The HttpOnly companion of a browser's token: the cookie holds `key`, the token only its hash. */
export function makeBinding(): { key: string; binding: string } {
  const key = randomBytes(32).toString('base64url')
  return { key, binding: digest(key) }
}

export function fitsBinding(binding: string, key: string | undefined): boolean {
  if (key === undefined) return false
  const given = Buffer.from(digest(key))
  const known = Buffer.from(binding)
  return isEqual(given, known)
}

export const makeCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Limits are counted by what was asked for, without keeping it. */
export const fingerprint = (value: string): string => digest(value.trim().toLowerCase()).slice(0, 22)
