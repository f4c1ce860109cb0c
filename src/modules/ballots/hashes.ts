import { createHash } from 'node:crypto'
import { ballotProgram, type Draw, type Manifest } from './manifest-wire.ts'

/**
 * Canonical JSON by RFC 8785 (JSON Canonicalization Scheme), for integers only: no white space; keys of objects in the order of
 * their UTF-16 code units; strings with the shortest escapes; every number a safe integer in decimal without exponent.
 * Hashed as UTF-8. Any other program that follows the RFC gets the same bytes.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${fields.map(([key, field]) => `${text(key)}:${canonicalJson(field)}`).join(',')}}`
  }
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value === 0 ? 0 : value)
  if (typeof value === 'boolean' || value === null) return String(value)
  throw new TypeError(`Canonical JSON has no ${typeof value} such as ${String(value)}`)
}

function text(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('Canonical JSON has no lone surrogates')
  return JSON.stringify(value)
}

const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** SHA-256 of the manifest's canonical JSON as UTF-8, in hexadecimal. */
export const hashManifest = (manifest: Manifest): string => sha256(canonicalJson(manifest)).toString('hex')

/** What is published, byte by byte: `sha256sum manifest.json` gives the manifest's hash. */
export const publishedText = (document: Manifest | Draw): string => canonicalJson(document)

/** SHA-256("fieldhouse-ballot-1" ‖ manifest hash, 32 bytes ‖ randomness, 32 bytes), in hexadecimal. */
export const seedOf = (manifestHash: string, randomness: string): string =>
  sha256(ballotProgram, Buffer.from(manifestHash, 'hex'), Buffer.from(randomness, 'hex')).toString('hex')

/** Ticket i (from 1) of an entry: SHA-256(seed, 32 bytes ‖ entry's number ‖ i), both as 4 bytes, the most significant first. */
export function ticketOf(seed: string, entry: number, i: number): string {
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(entry, 0)
  numbers.writeUInt32BE(i, 4)
  return sha256(Buffer.from(seed, 'hex'), numbers).toString('hex')
}

/** The commitment to a secret of 32 bytes, both in hexadecimal. */
export const commitmentTo = (secret: string): string => sha256(Buffer.from(secret, 'hex')).toString('hex')
