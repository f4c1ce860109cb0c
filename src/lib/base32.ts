import { alphabet } from './letter-codes.ts'

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
