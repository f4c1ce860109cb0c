/** Reads a secret as an authenticator app does (RFC 4648). */
export function fromBase32(typed: string): Buffer {
  const bits = Array.from(typed, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)))
}
