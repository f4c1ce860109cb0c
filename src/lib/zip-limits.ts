import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

export type ZipBounds = { files: number; unpackedBytes: number }

/** What a field of 16 or 32 bits says when the real number is in a zip64 record, which other readers would follow. */
const [elsewhere16, elsewhere32] = [0xffff, 0xffffffff]

/**
 * Unpacks a zip of few enough files and bytes. Every entry of the directory is unpacked and counted: the sizes that a zip bomb
 * states are lies. Undefined for what is larger, for what is no zip, and for what readers may understand differently: zip64, a
 * second end of the directory, encrypted entries.
 */
export async function unzipSmall(bytes: Buffer, { files, unpackedBytes }: ZipBounds): Promise<Buffer[] | undefined> {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0 || end + 22 > bytes.length || end + 22 + bytes.readUInt16LE(end + 20) !== bytes.length) return undefined
  if (hasZip64(bytes, end)) return undefined
  const count = bytes.readUInt16LE(end + 10)
  if (count === 0 || count > files || bytes.readUInt16LE(end + 8) !== count) return undefined
  const unpacked: Buffer[] = []
  let [at, left] = [bytes.readUInt32LE(end + 16), unpackedBytes]
  for (let n = 0; n < count; n++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50 || (bytes.readUInt16LE(at + 8) & 1) === 1) return undefined
    const fields = [20, 24, 42].map((place) => bytes.readUInt32LE(at + place)) as [number, number, number]
    if (fields.includes(elsewhere32)) return undefined
    const [packed, , offset] = fields
    const content = await unpack(bytes, offset, packed, bytes.readUInt16LE(at + 10), left)
    if (content === undefined) return undefined
    unpacked.push(content)
    left -= content.length
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return unpacked
}

/** Whether the end of the directory refers to a zip64 record: by a locator before it, or by a number that says it is elsewhere. */
function hasZip64(bytes: Buffer, end: number): boolean {
  if (end >= 20 && bytes.readUInt32LE(end - 20) === 0x07064b50) return true
  return (
    [4, 6, 8, 10].some((place) => bytes.readUInt16LE(end + place) === elsewhere16) ||
    [12, 16].some((place) => bytes.readUInt32LE(end + place) === elsewhere32)
  )
}

async function unpack(bytes: Buffer, offset: number, packed: number, method: number, most: number): Promise<Buffer | undefined> {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50) return undefined
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + packed > bytes.length) return undefined
  const content = bytes.subarray(start, start + packed)
  if (method === 0) return packed <= most ? content : undefined
  if (method !== 8) return undefined
  return inflate(content, { maxOutputLength: Math.max(1, most) }).catch(() => undefined)
}
