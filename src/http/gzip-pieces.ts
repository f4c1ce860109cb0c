import { combineCrc32, shiftBy } from '#lib/crc32-combine.ts'
import { constants, crc32, deflateRawSync, gunzipSync } from 'node:zlib'

const level = 6
/** gzip header: magic number, deflate, no flags, no time, no hints, unknown system. */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty deflate block with the final bit set. */
const lastBlock = Buffer.from([0x03, 0x00])
/** The most bytes that a stored block can hold. */
const storedAtMost = 0xffff

/** A part of a text, with what gzip needs to put it between others: deflate blocks, checksum, and the shift of what stands before. */
type Piece = { deflated: Buffer; size: number; sum: number; shift: number }

/**
 * A text with placeholders. The pieces between the placeholders are compressed once, and the values are put in for each
 * answer: `fillings[n]` is the index of the value that stands between the pieces n and n + 1.
 */
export type GappedText = { pieces: Piece[]; fillings: number[] }

/** Each gap is a random text of letters and digits that stands wherever the filling of the same number belongs. */
export function compressAround(text: string, gaps: string[]): GappedText {
  const parts = text.split(new RegExp(`(${gaps.join('|')})`))
  return {
    // A full flush ends at a byte boundary and resets the window, so that blocks of different pieces can be concatenated.
    pieces: parts
      .filter((_, n) => n % 2 === 0)
      .map((part) => pieceOf(part, (plain) => deflateRawSync(plain, { level, finishFlush: constants.Z_FULL_FLUSH }))),
    fillings: parts.filter((_, n) => n % 2 === 1).map((gap) => gaps.indexOf(gap)),
  }
}

function pieceOf(text: string, deflate: (plain: Buffer) => Buffer): Piece {
  const plain = Buffer.from(text)
  return { deflated: deflate(plain), size: plain.length, sum: crc32(plain), shift: shiftBy(plain.length) }
}

/** For the few clients that accept no compression: nothing is kept for them. */
export const fillPlain = (text: GappedText, fillings: string[]): Buffer => gunzipSync(fillGzip(text, fillings))

/** A gzip file (RFC 1952) in which the fillings are stored blocks of deflate (RFC 1951), not compressed. */
export function fillGzip(text: GappedText, fillings: string[]): Buffer {
  const filled = fillings.map((filling) => pieceOf(filling, storedBlocks))
  const pieces = text.pieces.flatMap((piece, n) => (n === 0 ? [piece] : [filled[text.fillings[n - 1]!]!, piece]))
  let sum = 0
  let size = 0
  for (const piece of pieces) {
    sum = combineCrc32(sum, piece.sum, piece.shift)
    size += piece.size
  }
  const foot = Buffer.alloc(8)
  foot.writeUInt32LE(sum, 0)
  foot.writeUInt32LE(size % 2 ** 32, 4)
  return Buffer.concat([head, ...pieces.map(({ deflated }) => deflated), lastBlock, foot])
}

function storedBlocks(bytes: Buffer): Buffer {
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += storedAtMost) {
    const content = bytes.subarray(at, at + storedAtMost)
    const start = Buffer.alloc(5)
    start.writeUInt16LE(content.length, 1)
    start.writeUInt16LE(0xffff - content.length, 3)
    blocks.push(start, content)
  }
  return Buffer.concat(blocks)
}
