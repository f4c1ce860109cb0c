import { constants, crc32, deflateRawSync } from 'node:zlib'

const level = 6
/** gzip header: magic number, deflate, no flags, no time, no hints, unknown system. */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty deflate block with the final bit set. */
const lastBlock = Buffer.from([0x03, 0x00])

/** A text with gaps that are filled differently each time. What lies between the gaps is compressed once. */
export type GappedText = { pieces: Buffer[]; compressed: Buffer[] }

export function compressAround(text: string, gap: string): GappedText {
  const pieces = text.split(gap).map((piece) => Buffer.from(piece))
  // A full flush ends at a byte boundary and resets the window, so that blocks of different pieces can be concatenated.
  const compressed = pieces.map((piece) => deflateRawSync(piece, { level, finishFlush: constants.Z_FULL_FLUSH }))
  return { pieces, compressed }
}

export function fillPlain({ pieces }: GappedText, filling: string): Buffer {
  const between = Buffer.from(filling)
  return Buffer.concat(pieces.flatMap((piece, n) => (n === 0 ? [piece] : [between, piece])))
}

/** A gzip file (RFC 1952) in which the fillings are stored blocks of deflate (RFC 1951), not compressed. */
export function fillGzip({ pieces, compressed }: GappedText, filling: string): Buffer {
  const between = Buffer.from(filling)
  const stored = storedBlock(between)
  let sum = 0
  let size = 0
  const parts: Buffer[] = [head]
  for (const [n, piece] of pieces.entries()) {
    if (n > 0) {
      parts.push(stored)
      sum = crc32(between, sum)
      size += between.length
    }
    parts.push(compressed[n]!)
    sum = crc32(piece, sum)
    size += piece.length
  }
  const foot = Buffer.alloc(8)
  foot.writeUInt32LE(sum, 0)
  foot.writeUInt32LE(size % 2 ** 32, 4)
  return Buffer.concat([...parts, lastBlock, foot])
}

function storedBlock(bytes: Buffer): Buffer {
  const start = Buffer.alloc(5)
  start.writeUInt16LE(bytes.length, 1)
  start.writeUInt16LE(0xffff - bytes.length, 3)
  return Buffer.concat([start, bytes])
}
