import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { hexFromLetters, toLetters } from '#lib/letter-codes.ts'
import { jwtVerify, SignJWT, type JWTPayload } from 'jose'

export type LinkPurpose = 'confirm-email' | 'change-email' | 'reset-secret' | 'preview-article' | 'preview-highlight'

/** The claims of a session token. `binding` is the hash of the HttpOnly cookie that it is bound to. */
export type SessionClaims = { sessionId: string; memberId: string; binding: string | undefined }

const knownAtMost = 10_000

/** Made once: from bytes, every HMAC would make one, which takes five times as long as the HMAC itself. */
const keyOf = (secret: string): KeyObject => createSecretKey(secret, 'utf8')

const digest = (value: string): string => createHash('sha256').update(value).digest('base64url')

/** Signs and verifies tokens, links, references, tickets and device marks. */
export class Tokens {
  /** The key that signs. */
  readonly #key: KeyObject
  /** The keys that verify, newest first: after a rotation, tokens of the previous key stay valid until they expire. */
  readonly #keys: readonly KeyObject[]
  /** Cache of tokens with a valid signature. Whether the session has ended is checked elsewhere. */
  readonly #known = new Map<string, { claims: SessionClaims; expiresAt: number }>()

  constructor(authSecret: string, previousSecret?: string) {
    this.#key = keyOf(authSecret)
    this.#keys = previousSecret === undefined ? [this.#key] : [this.#key, keyOf(previousSecret)]
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

  /** 'expired' for a genuine link that is too old, so that the page can offer a new one. */
  async readLink(token: string, now: Date): Promise<{ id: string; purpose: LinkPurpose } | 'expired' | undefined> {
    for (const key of this.#keys) {
      const payload = await verifyLink(token, key, now)
      if (payload === 'expired') return payload
      if (payload) return { id: payload.jti!, purpose: payload['purpose'] as LinkPurpose }
    }
    return undefined
  }

  /** A keyed hash (HMAC), because codes are short: from the table alone they cannot be found by trying all. */
  hashCode(code: string, mobile: string): string {
    return createHash('sha256').update(this.#key.export()).update(`${mobile}:${code}`).digest('base64url')
  }

  /** Signs a reference. Short, because payment providers limit the length of an address. Never expires: it only proves origin and grants nothing. */
  signReference(id: string): string {
    return `${id}.${referenceSeal(id, this.#key)}`
  }

  readReference(text: string): string | undefined {
    const id = text.slice(0, text.lastIndexOf('.'))
    const given = Buffer.from(text.slice(id.length + 1))
    return this.#firstThatFits((key) => (isEqual(given, Buffer.from(referenceSeal(id, key))) ? id : undefined))
  }

  /** Signs the link by which an order is paid without logging in. It shows the order's periods and its price, and lets its holder pay. */
  signPayLink(orderNo: string): string {
    return `${orderNo}.${payLinkSeal(orderNo, this.#key)}`
  }

  readPayLink(text: string): string | undefined {
    const orderNo = text.slice(0, text.lastIndexOf('.'))
    const given = Buffer.from(text.slice(orderNo.length + 1))
    return this.#firstThatFits((key) => (isEqual(given, Buffer.from(payLinkSeal(orderNo, key))) ? orderNo : undefined))
  }

  /** Signs a path for links in mails and texts. Never expires: it only proves that this service sent somebody there, and grants nothing. */
  signPath(path: string): string {
    return pathSeal(path, this.#key)
  }

  isSignedPath(path: string, signature: string): boolean {
    const given = Buffer.from(signature)
    return this.#keys.some((key) => isEqual(given, Buffer.from(pathSeal(path, key))))
  }

  /** A ticket's QR code: capital letters and digits only (the QR code's compact mode), and just too long to guess. */
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

  /** A ticket's code for reading out or typing: eight characters of an HMAC. The ticket cannot be told from it. */
  typedTicket(id: string): string {
    return typedSeal(id, this.#key)
  }

  /** Finds the ticket of a typed code among these; undefined also when two share it. */
  readTypedTicket(typed: string, ids: string[]): string | undefined {
    const found = ids.filter((id) => this.#keys.some((key) => typedSeal(id, key) === typed))
    return found.length === 1 ? found[0] : undefined
  }

  /** The device mark of a browser that has logged in. A new secret voids it, the first one too, because the secret's hash is signed with it. */
  signDevice(member: { id: string; secretHash: string | null }, expiresAt: Date): string {
    const said = `${randomBytes(12).toString('base64url')}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}`
    return `${said}.${deviceSeal(said, member, this.#key)}`
  }

  /** The device's id, if the mark was left by this member and their secret is still the same. */
  readDevice(mark: string, member: { id: string; secretHash: string | null }, now: Date): string | undefined {
    const [id = '', expires = '', seal = ''] = mark.split('.')
    const said = `${id}.${expires}`
    if (!(parseInt(expires, 36) * 1000 > now.getTime())) return undefined
    return this.#firstThatFits((key) => (isEqual(Buffer.from(seal), Buffer.from(deviceSeal(said, member, key))) ? id : undefined))
  }

  /** Encrypts a value for the database (AES-256-GCM) with a key derived from AUTH_SECRET for this purpose (HKDF). */
  seal(purpose: string, value: Uint8Array): Buffer {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', sealingKey(purpose, this.#key), nonce)
    return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()])
  }

  /** Undefined when no key fits. `isOld`: sealed with the key before a rotation, so it must be sealed again while that is known. */
  unseal(purpose: string, sealed: Buffer): { value: Buffer; isOld: boolean } | undefined {
    return this.#firstThatFits((key) => {
      const decipher = createDecipheriv('aes-256-gcm', sealingKey(purpose, key), sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(-16))
      try {
        return { value: Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]), isOld: key !== this.#key }
      } catch {
        return undefined
      }
    })
  }

  #firstThatFits<T>(read: (key: KeyObject) => T | undefined): T | undefined {
    for (const key of this.#keys) {
      const found = read(key)
      if (found !== undefined) return found
    }
    return undefined
  }
}

const isEqual = (given: Buffer, right: Buffer): boolean => given.length === right.length && timingSafeEqual(given, right)

const sealingKey = (purpose: string, key: KeyObject): Buffer => Buffer.from(hkdfSync('sha256', key, '', `seal:${purpose}`, 32))

const pathSeal = (path: string, key: KeyObject): string =>
  createHmac('sha256', key).update(`path:${path.toLowerCase()}`).digest().subarray(0, 16).toString('base64url')

const referenceSeal = (id: string, key: KeyObject): string =>
  createHmac('sha256', key).update(`reference:${id}`).digest().subarray(0, 16).toString('base64url')

const payLinkSeal = (orderNo: string, key: KeyObject): string =>
  createHmac('sha256', sealingKey('pay-link', key)).update(orderNo).digest().subarray(0, 12).toString('base64url')

const deviceSeal = (said: string, { id, secretHash }: { id: string; secretHash: string | null }, key: KeyObject): string =>
  createHmac('sha256', key)
    .update(`device:${said}:${id}:${secretHash ?? ''}`)
    .digest('base64url')

const ticketSeal = (id: Buffer, key: KeyObject): Buffer =>
  createHmac('sha256', key).update('ticket:').update(id).digest().subarray(0, sealBytes)

async function verifyLink(token: string, key: KeyObject, now: Date): Promise<JWTPayload | 'expired' | undefined> {
  const options = { algorithms: ['HS256'], audience: 'link', currentDate: now }
  return jwtVerify(token, key, options).then(
    (read) => read.payload,
    (error: { code?: string }) => (error.code === 'ERR_JWT_EXPIRED' ? 'expired' : undefined),
  )
}

type SignedClaims = { aud?: unknown; sid?: unknown; sub?: unknown; exp?: unknown; bnd?: string }

/**
 * JWS (RFC 7515) with HS256 only. By hand, because thousands are verified in a second: a library that goes through WebCrypto
 * takes ten times as long.
 */
function readSigned(token: string, key: KeyObject): SignedClaims | undefined {
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

/** 40 bits: two of a day's thousand tickets share a code once in two million days. */
const typedSeal = (id: string, key: KeyObject): string =>
  toLetters(createHmac('sha256', key).update(`typed-ticket:${id}`).digest().subarray(0, 5))

const sealBytes = 10
const asUuid = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** A random key for an address; only its hash is stored. */
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

/** A hash as the key of a rate limit, so that the value itself is not stored. */
export const fingerprint = (value: string): string => digest(value.trim().toLowerCase()).slice(0, 22)
