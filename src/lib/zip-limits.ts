import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

/**
 * Whether a zip unpacks to few enough files and bytes. Every entry of the directory is unpacked and counted: the sizes that
 * a zip bomb states are lies. False as well for what is no zip, for zip64 and for encrypted entries.
 */
export async function isSmallZip(bytes: Buffer, { files, unpackedBytes }: { files: number; unpackedBytes: number }): Promise<boolean> {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0 || end + 22 > bytes.length) return false
  const count = bytes.readUInt16LE(end + 10)
  if (count === 0 || count > files) return false
  let [at, left] = [bytes.readUInt32LE(end + 16), unpackedBytes]
  for (let n = 0; n < count; n++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50 || (bytes.readUInt16LE(at + 8) & 1) === 1) return false
    const size = await unpackedSize(bytes, bytes.readUInt32LE(at + 42), bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 10), left)
    if (size === undefined) return false
    left -= size
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return true
}

async function unpackedSize(bytes: Buffer, offset: number, packed: number, method: number, most: number): Promise<number | undefined> {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50) return undefined
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + packed > bytes.length) return undefined
  if (method === 0) return packed <= most ? packed : undefined
  if (method !== 8) return undefined
  return inflate(bytes.subarray(start, start + packed), { maxOutputLength: Math.max(1, most) }).then(
    ({ length }) => length,
    () => undefined,
  )
}
