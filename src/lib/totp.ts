import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Time-based one-time passwords (TOTP, RFC 6238): HMAC-SHA-1 over the number of the 30-second step, six digits, as every
 * authenticator app makes them.
 */
export const stepSeconds = 30
const digits = 6
/** Steps before and after the current one that count too: clocks of phones differ, and typing takes time. */
const drift = 1

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds)

/** The code of a step (HOTP, RFC 4226). */
export function codeOf(secret: Uint8Array, step: number, length: number = digits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac[mac.length - 1]! & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** length).padStart(length, '0')
}

/** The step whose code this is, within the allowed drift; undefined: none. Compares all of them, in constant time. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  const given = Buffer.from(code)
  const current = stepAt(now)
  let found: number | undefined
  for (let step = current - drift; step <= current + drift; step++) {
    const right = Buffer.from(codeOf(secret, step))
    if (given.length === right.length && timingSafeEqual(given, right)) found = step
  }
  return found
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 (RFC 4648) without padding: how a secret is typed into an app. */
export function toBase32(bytes: Uint8Array): string {
  let [bits, value, text] = [0, 0, '']
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >> (bits - 5)) & 31]
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text
}

type Account = { issuer: string; account: string; secret: string }

/**
 * The address that authenticator apps read from a QR code, in at most `room` bytes: without the issuer's second mention, then
 * with a shorter issuer, where it would be longer. An account is cut only when the issuer is down to one character. A colon in
 * the issuer would end it.
 */
export function otpauthUrl({ issuer, account, secret }: Account, room: number): string {
  const named = issuer.replaceAll(':', ' ')
  const label = (by: string, name: string) => `otpauth://totp/${encodeURIComponent(by)}:${encodeURIComponent(name)}?secret=${secret}`
  const whole = `${label(named, account)}&issuer=${encodeURIComponent(named)}`
  if (whole.length <= room) return whole
  for (const name of shortened(account))
    for (const by of shortened(named)) {
      const shorter = label(by, name)
      if (shorter.length <= room) return shorter
    }
  return `otpauth://totp/?secret=${secret}`
}

/** The text, and the text with ever more characters cut from its end, down to one. */
const shortened = (text: string): string[] => {
  const letters = Array.from(text)
  return letters.map((_, cut) =>
    letters
      .slice(0, letters.length - cut)
      .join('')
      .trimEnd(),
  )
}
