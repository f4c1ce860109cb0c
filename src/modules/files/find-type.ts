import { open, type FileHandle } from 'node:fs/promises'
import { typeOf, type FileType } from './rules.ts'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

/** The type of a file by its content; the name and type that the sender gives are ignored. */
export async function findType(path: string): Promise<FileType | undefined> {
  const head = await firstBytes(path, 5)
  if (head === '%PDF-') return 'application/pdf'
  if (head.startsWith('PK')) return findOfficeType(path)
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const known = typeOf(found?.mime ?? '')
  return known?.kind === 'image' ? known.type : undefined
}

async function firstBytes(path: string, count: number): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/*
 * Recognises Word and Excel files: a zip with a table of its parts (ECMA-376, part 2). Only the zip's directory and that
 * table are read, so that other zips are refused and a zip bomb is never unpacked.
 */
const mainParts: Record<string, FileType> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml':
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml':
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const maxEntries = 2000
const maxDirectoryBytes = 1024 * 1024
const maxUnpackedBytes = 200 * 1024 * 1024
const maxTableBytes = 512 * 1024

type Entry = { name: string; encrypted: boolean; method: number; packed: number; unpacked: number; offset: number }

export async function findOfficeType(path: string): Promise<FileType | undefined> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const entries = await readDirectory(file, size)
    if (!entries || !isSane(entries, size)) return undefined
    const table = entries.find((entry) => entry.name === '[Content_Types].xml')
    const xml = table && (await readSmallEntry(file, table))
    return xml === undefined ? undefined : mainPartType(xml, new Set(entries.map((entry) => entry.name)))
  } finally {
    await file.close()
  }
}

function isSane(entries: Entry[], fileSize: number): boolean {
  const packed = entries.reduce((sum, entry) => sum + entry.packed, 0)
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
  // Overlapping entries add up to more than the file: a flat zip bomb.
  if (packed > fileSize || unpacked > maxUnpackedBytes) return false
  if (new Set(entries.map((entry) => entry.name)).size !== entries.length) return false
  return entries.every((entry) => !entry.encrypted && !isOddName(entry.name) && !isActivePart(entry.name))
}

/** Macros, controls, and programs of others that a double click starts. */
const isActivePart = (name: string): boolean => /(?:^|\/)(?:vbaProject\.bin$|activeX\/|embeddings\/.*\.bin$)/i.test(name)

function isOddName(name: string): boolean {
  return name === '' || name.startsWith('/') || /[\0\\:]/.test(name) || name.split('/').includes('..')
}

/** The zip's directory; undefined for a zip that Office would not write. */
async function readDirectory(file: FileHandle, size: number): Promise<Entry[] | undefined> {
  const tail = await readAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557))
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0 || end + 22 > tail.length) return undefined
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (count === 0 || count > maxEntries || length > maxDirectoryBytes || start + length > size) return undefined
  return parseDirectory(await readAt(file, start, length), count)
}

function parseDirectory(directory: Buffer, count: number): Entry[] | undefined {
  const entries: Entry[] = []
  for (let at = 0; entries.length < count;) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) return undefined
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
    entries.push({
      name: directory.toString('utf8', at + 46, nameEnd),
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    })
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

async function readSmallEntry(file: FileHandle, entry: Entry): Promise<string | undefined> {
  if (entry.packed > maxTableBytes || entry.unpacked > maxTableBytes) return undefined
  const head = await readAt(file, entry.offset, 30)
  if (head.length < 30 || head.readUInt32LE(0) !== 0x04034b50) return undefined
  const bytes = await readAt(file, entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28), entry.packed)
  if (entry.method === 0) return bytes.toString('utf8')
  if (entry.method !== 8) return undefined
  return inflate(bytes, { maxOutputLength: maxTableBytes }).then(
    (xml) => xml.toString('utf8'),
    () => undefined,
  )
}

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

/** The type of the one main part that the table names, if that part exists. */
function mainPartType(table: string, names: ReadonlySet<string>): FileType | undefined {
  for (const tag of tagsOf(table)) {
    if (!/^<(?:\w+:)?Override\b/.test(tag)) continue
    const type = mainParts[attribute(tag, 'ContentType') ?? '']
    if (type && names.has((attribute(tag, 'PartName') ?? '').replace(/^\//, ''))) return type
  }
  return undefined
}

/** Each from its last `<` to its `>`: whatever the text, every character is looked at once. */
function* tagsOf(xml: string): Generator<string> {
  for (let at = 0, end = xml.indexOf('>'); end >= 0; at = end + 1, end = xml.indexOf('>', at)) {
    const piece = xml.slice(at, end)
    yield piece.slice(Math.max(0, piece.lastIndexOf('<')))
  }
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find((value) => value !== undefined)
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
