import { constants, crc32, deflateRawSync, gunzipSync } from 'node:zlib'

/** CRC-32 (ISO 3309), as in gzip: the polynomial, with its bits reflected. */
const polynomial = 0xedb88320
/** The polynomial 1, reflected. */
const one = 0x80000000

/** The product of two polynomials modulo CRC-32's. */
function multiply(a: number, b: number): number {
  let product = 0
  let factor = b
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ polynomial
  }
  return product >>> 0
}

/** x to the power of 2^n: squares of x. */
const powers = [0x40000000]
while (powers.length < 32) powers.push(multiply(powers.at(-1)!, powers.at(-1)!))

/** The factor by which a checksum is multiplied when so many bytes follow. */
function shiftBy(bytes: number): number {
  let factor = one
  // Eight bits in a byte: the exponent is the number of bytes times 2^3.
  for (let [rest, n] = [bytes, 3]; rest > 0; rest = Math.floor(rest / 2), n++)
    if (rest % 2 === 1) factor = multiply(powers[n % powers.length]!, factor)
  return factor
}

/**
 * For the CRC-32 of texts that follow each other: what one of them contributes. `sum` is the CRC-32 of that text alone, `shift` is
 * `shiftBy` of the number of bytes that come after it. The CRC-32 of the whole is the XOR of all contributions.
 */
const partOfCrc32 = (sum: number, shift: number): number => multiply(shift, sum)

const level = 6
/** gzip header: magic number, deflate, no flags, no time, no hints, unknown system. */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty deflate block with the final bit set. */
const lastBlock = Buffer.from([0x03, 0x00])
/** A stored block: the most bytes that it can hold, and how many stand before them. */
const storedAtMost = 0xffff
const storedHead = 5

/** A part of a text: deflate blocks, and what gzip's checksum needs. */
type Piece = { deflated: Buffer; size: number; sum: number }

/**
 * A text with placeholders. The pieces between the placeholders are compressed once, and the values are put in for each
 * answer: `fillings[n]` is the index of the value that stands between the pieces n and n + 1.
 */
export type GappedText = { pieces: Piece[]; fillings: number[]; /** By the lengths of the values. */ forms: Map<string, Form> }

/**
 * A template of the gzip file for values of given lengths: everything is in it but the values and the CRC-32. The CRC-32 of the
 * file is `sum`, that of the pieces, combined by exclusive or with the share of each value (`partOfCrc32`). A value may stand in
 * several places; `factors[n]` combines the shifts of all places of value n, so that its share is calculated once.
 */
type Form = { file: Buffer; places: Place[]; sum: number; factors: number[] }
/** Where a part of a value stands in the file. */
type Place = { at: number; value: number; from: number; to: number }

const formsAtMost = 32

/** Each gap is a random text of letters and digits that stands wherever the filling of the same number belongs. */
export function compressAround(text: string, gaps: string[]): GappedText {
  const parts = text.split(new RegExp(`(${gaps.join('|')})`))
  return {
    // A full flush ends at a byte boundary and resets the window, so that blocks of different pieces can be concatenated.
    pieces: parts.filter((_, n) => n % 2 === 0).map((part) => pieceOf(Buffer.from(part))),
    fillings: parts.filter((_, n) => n % 2 === 1).map((gap) => gaps.indexOf(gap)),
    forms: new Map(),
  }
}

const pieceOf = (plain: Buffer): Piece => ({
  deflated: deflateRawSync(plain, { level, finishFlush: constants.Z_FULL_FLUSH }),
  size: plain.length,
  sum: crc32(plain),
})

/** For the few clients that accept no compression: nothing is kept for them. */
export const fillPlain = (text: GappedText, values: string[]): Buffer => gunzipSync(fillGzip(text, values))

/** A gzip file (RFC 1952) in which the values are stored blocks of deflate (RFC 1951), not compressed. */
export function fillGzip(text: GappedText, values: string[]): Buffer {
  const given = values.map((value) => Buffer.from(value))
  const { file, places, sum, factors } = formFor(text, given)
  const filled = Buffer.from(file)
  for (const { at, value, from, to } of places) given[value]!.copy(filled, at, from, to)
  const whole = given.reduce((before, value, n) => before ^ partOfCrc32(crc32(value), factors[n]!), sum)
  filled.writeUInt32LE(whole >>> 0, filled.length - 8)
  return filled
}

function formFor(text: GappedText, values: Buffer[]): Form {
  const lengths = values.map(({ length }) => length)
  const key = lengths.join()
  const known = text.forms.get(key)
  if (known) return known
  if (text.forms.size >= formsAtMost) text.forms.clear()
  const form = makeForm(text, lengths)
  text.forms.set(key, form)
  return form
}

function makeForm({ pieces, fillings }: GappedText, lengths: number[]): Form {
  const places: Place[] = []
  const parts: Buffer[] = [head]
  let at = head.length
  const add = (part: Buffer) => (parts.push(part), (at += part.length))
  for (const [n, { deflated }] of pieces.entries()) {
    add(deflated)
    const value = fillings[n]
    if (value === undefined) continue
    for (let from = 0; from < lengths[value]!; from += storedAtMost) {
      const to = Math.min(from + storedAtMost, lengths[value]!)
      places.push({ at: at + storedHead, value, from, to })
      add(storedBlock(to - from))
    }
  }
  const { size, sum, factors } = sumOf(pieces, fillings, lengths)
  const foot = Buffer.alloc(8)
  foot.writeUInt32LE(size % 2 ** 32, 4)
  return { file: Buffer.concat([...parts, lastBlock, foot]), places, sum, factors }
}

/** The checksum of all pieces, and the factor of each value, from the last one backwards: each is shifted by what follows it. */
function sumOf(pieces: Piece[], fillings: number[], lengths: number[]): { size: number; sum: number; factors: number[] } {
  const factors = lengths.map(() => 0)
  let [size, sum] = [0, 0]
  for (let n = pieces.length - 1; n >= 0; n--) {
    const value = fillings[n]
    if (value !== undefined) {
      factors[value]! ^= shiftBy(size)
      size += lengths[value]!
    }
    sum ^= partOfCrc32(pieces[n]!.sum, shiftBy(size))
    size += pieces[n]!.size
  }
  return { size, sum, factors }
}

/** A stored block with room for its content. */
function storedBlock(length: number): Buffer {
  const block = Buffer.alloc(storedHead + length)
  block.writeUInt16LE(length, 1)
  block.writeUInt16LE(0xffff - length, 3)
  return block
}
