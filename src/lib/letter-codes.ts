import type { Day } from './zone.ts'

/**
 * Codes that people read, say and type. 32 characters, five bits each; no 0, O, 1 or I, which are easily taken for one another.
 */
export const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

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
