import type { Day } from './zone.ts'

/**
 * Codes that people read, say and type. 32 characters, five bits each; no 0, O, 1 or I, which are easily taken for one another.
 */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** One character for each byte. 256 is a multiple of 32, so that all are equally likely for a random byte. */
function lettersFrom(random: Uint8Array): string {
  let letters = ''
  for (const byte of random) letters += alphabet[byte % 32]
  return letters
}

/** A code of `count` characters, from the first `count` bytes of `random`. */
export function randomLetters(random: Uint8Array, count: number): string {
  if (random.length < count) throw new Error(`${count} letters need as many random bytes`)
  return lettersFrom(random.subarray(0, count))
}

/** F261115K7M3XQZ: what is numbered, the day, and seven letters, so that nobody guesses the next number. */
export const datedNumber = (prefix: string, day: Day, random: Uint8Array): string =>
  `${prefix}${day.replaceAll('-', '').slice(2)}${randomLetters(random, 7)}`

export const datedNumberPattern = (prefix: string): RegExp => new RegExp(String.raw`^${prefix}\d{6}[2-9A-HJ-NP-Z]{7}$`)

/** Base 32: encodes all bits; `hexFromLetters` is the inverse. */
export function toLetters(bytes: Uint8Array): string {
  const bits = BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`)
  const count = Math.ceil((bytes.length * 8) / 5)
  return Array.from({ length: count }, (_, n) => alphabet[Number((bits >> BigInt(5 * (count - 1 - n))) & 31n)]).join('')
}

/** Decodes a code of `toLetters` to hexadecimal; undefined for a text that `toLetters` cannot have made. */
export function hexFromLetters(code: string): string | undefined {
  const values = Array.from(code, (letter) => alphabet.indexOf(letter))
  if (values.length === 0 || values.includes(-1)) return undefined
  const size = Math.floor((values.length * 5) / 8)
  const hex = values.reduce((bits, value) => (bits << 5n) | BigInt(value), 0n).toString(16)
  return hex.length <= size * 2 ? hex.padStart(size * 2, '0') : undefined
}
