import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, symlink } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

const block = 512
const types = { file: new Set(['0', '\0']), folder: '5', symbolicLink: '2' }

/** Unpacks a tar file (ustar, as PostgreSQL writes it) into a folder. Refuses names that lead out of it. */
export async function untar(archive: Readable, folder: string): Promise<void> {
  const read = reader(archive)
  for (;;) {
    const header = await read(block)
    if (header === undefined || header.every((byte) => byte === 0)) return
    const entry = parseHeader(header)
    const path = inside(folder, entry.name)
    await mkdir(entry.type === types.folder ? path : dirname(path), { recursive: true, mode: 0o700 })
    if (types.file.has(entry.type)) await writeFile(read, path, entry)
    else if (entry.type === types.symbolicLink) await symlink(entry.link, path)
    else if (entry.type === types.folder) await chmod(path, entry.mode)
    else throw new Error(`the archive has an entry of an unknown kind: ${entry.name}`)
  }
}

type Entry = { name: string; mode: number; size: number; type: string; link: string }

function parseHeader(header: Buffer): Entry {
  const text = (from: number, length: number) =>
    header
      .subarray(from, from + length)
      .toString('utf8')
      .replace(/\0.*$/s, '')
  const octal = (from: number, length: number) => Number.parseInt(text(from, length).trim() || '0', 8)
  const sum = header.reduce((total, byte, n) => total + (n >= 148 && n < 156 ? 32 : byte), 0)
  if (sum !== octal(148, 8)) throw new Error('the archive is damaged: the check sum of an entry is wrong')
  const prefix = text(345, 155)
  return {
    name: prefix ? `${prefix}/${text(0, 100)}` : text(0, 100),
    mode: octal(100, 8) & 0o777,
    // Sizes of eight gigabytes and more are binary numbers, marked by the highest bit.
    size: header[124]! & 0x80 ? Number(header.readBigUInt64BE(128)) : octal(124, 12),
    type: String.fromCharCode(header[156]!),
    link: text(157, 100),
  }
}

function inside(folder: string, name: string): string {
  const path = normalize(name)
  if (path.startsWith('/') || path.split('/').includes('..')) throw new Error(`the archive has a name that leads out of it: ${name}`)
  return join(folder, path)
}

type Read = (length: number) => Promise<Buffer | undefined>

async function writeFile(read: Read, path: string, { size, mode }: Entry): Promise<void> {
  const file = createWriteStream(path, { mode })
  const written = finished(file)
  for (let left = size; left > 0;) {
    const part = await read(Math.min(left, 1 << 18))
    if (part === undefined) throw new Error('the archive ends in the middle of a file')
    left -= part.length
    if (!file.write(part)) await Promise.race([once(file, 'drain'), written])
  }
  file.end()
  await written
  if (size % block > 0) await read(block - (size % block))
}

/** Reads exactly so many bytes at a time; undefined at the end. */
function reader(stream: Readable): Read {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  return async (length) => {
    const parts: Buffer[] = []
    for (let missing = length; missing > 0;) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done) return parts.length === 0 ? undefined : Promise.reject(new Error('the archive ends too early'))
        rest = next.value
      }
      const part = rest.subarray(0, missing)
      parts.push(part)
      missing -= part.length
      rest = rest.subarray(part.length)
    }
    return parts.length === 1 ? parts[0] : Buffer.concat(parts)
  }
}
