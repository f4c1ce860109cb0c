import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

/** Names of a PDF (ISO 32000-2) by which it runs, sends or carries something else. An encrypted one cannot be looked into. */
const active = /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE|XFA|Encrypt)(?!\w)/
const mostStreams = 50_000
const mostUnpacked = 32 * 1024 * 1024
/** Longer than the dictionary of any stream of objects. */
const longestDictionary = 2000

/**
 * Whether a PDF has scripts, starts programs, sends forms, carries other files, or is encrypted. Staff open what members send: a picture
 * is drawn anew and Office files have no macros, but a PDF is handed on as it came. Streams of objects are unpacked, because most programs
 * write them, and one whose packing is unusual counts as active.
 */
export async function isActivePdf(path: string): Promise<boolean> {
  const text = (await readFile(path)).toString('latin1')
  if (active.test(plain(text))) return true
  let room = mostUnpacked
  for (const packed of packedObjects(text)) {
    const unpacked = packed && (await unpack(packed, { maxOutputLength: room }).catch(() => undefined))
    if (!unpacked || active.test(plain(unpacked.toString('latin1')))) return true
    room -= unpacked.length
    if (room <= 0) return true
  }
  return false
}

const digits = new Map(
  [...'0123456789abcdef'].flatMap((digit, value) => [digit, digit.toUpperCase()].map((one) => [one.charCodeAt(0), value])),
)

/** Characters of a name may be written as `#` and their number. Byte by byte: a file may be full of them. */
function plain(text: string): string {
  if (!text.includes('#')) return text
  const bytes = Buffer.from(text, 'latin1')
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const [high, low] = bytes[at] === 0x23 ? [digits.get(bytes[at + 1]!), digits.get(bytes[at + 2]!)] : []
    if (high !== undefined && low !== undefined) at += 2
    bytes[length++] = high === undefined || low === undefined ? bytes[at]! : high * 16 + low
  }
  return bytes.toString('latin1', 0, length)
}

/** Streams of objects, of which only these say where their first object is; undefined for one that is not packed by deflate alone. */
function* packedObjects(text: string): Generator<Buffer | undefined> {
  let streams = 0
  for (const { index, 0: begin } of text.matchAll(/stream\r?\n/g)) {
    // No program writes so many into so small a file.
    if (++streams > mostStreams) return yield undefined
    const before = text.slice(Math.max(0, index - longestDictionary), index)
    const dictionary = plain(before.slice(Math.max(0, before.lastIndexOf('obj'))))
    if (!/\/First(?!\w)/.test(dictionary)) continue
    const filters = [...dictionary.matchAll(/\/(\w+Decode)(?!\w)/g)].map(([, name]) => name)
    // Without a filter its objects stand in the file itself, and were read there.
    if (filters.length === 0) continue
    const start = index + begin.length
    const end = text.indexOf('endstream', start)
    yield filters.length === 1 && filters[0] === 'FlateDecode'
      ? Buffer.from(text.slice(start, end < 0 ? undefined : end), 'latin1')
      : undefined
  }
}

const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)
