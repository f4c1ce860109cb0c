import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { findStreams } from './pdf-streams.ts'

/**
 * Names of a PDF (ISO 32000-2) by which it runs, sends, plays, opens or carries something else. An encrypted one cannot be looked into. `JS` is
 * so short that bytes of a scan may say it: what a script is written in follows.
 */
const active =
  /\/(?:(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|Rendition|Movie|SubmitForm|ImportData|GoTo[ER]|XFA|Encrypt)(?!\w)|JS\s*(?:[(<]|\d+\s+\d+\s+R))/
const mostUnpacked = 32 * 1024 * 1024

/**
 * Whether a PDF has scripts, starts programs, sends forms, opens or carries other files, or is encrypted. Staff open what members send: a
 * picture is drawn anew and Office files have no macros, but a PDF is handed on as it came. Most programs pack objects into streams: every
 * stream is unpacked that is not plainly a picture or a font. Active counts as well what cannot be looked into: objects that are packed in
 * another way than by deflate alone, and a file whose streams are not found.
 */
export async function isActivePdf(path: string): Promise<boolean> {
  const text = (await readFile(path)).toString('latin1')
  if (active.test(plain(text))) return true
  const streams = findStreams(text)
  if (!streams) return true
  let room = mostUnpacked
  for (const stream of streams) {
    const kind = kindOf(plain(stream.dictionary))
    if (kind === 'as-it-stands') continue
    if (kind === 'unknown') return true
    const packed = Buffer.from(text.slice(stream.start, stream.end), 'latin1')
    const unpacked = await unpack(packed, { maxOutputLength: room }).catch(whyNot)
    if (unpacked === 'too-much' || (unpacked === 'not-packed' && kind === 'objects')) return true
    if (unpacked === 'not-packed') continue
    if (active.test(plain(unpacked.toString('latin1')))) return true
    room -= unpacked.length
    if (room <= 0) return true
  }
  return false
}

/**
 * What to do with a stream. Of objects, which only a dictionary with `First` has, it must be known how they are packed: readers know
 * shorter names, several at a time, and a name that stands elsewhere, and undo what a predictor has done.
 */
function kindOf(dictionary: string): 'objects' | 'unknown' | 'as-it-stands' | 'other' {
  if (!/\/(?:First|ObjStm)(?!\w)/.test(dictionary)) return pictureOrFont.test(dictionary) ? 'as-it-stands' : 'other'
  const says = dictionary.match(/\/(?:F|FFilter|Filter|DP|DecodeParms|FDecodeParms)(?!\w)/g) ?? []
  // Without a filter its objects stand in the file itself, and were read there.
  if (says.length === 0) return 'as-it-stands'
  const isDeflated = says.length === 1 && /\/Filter\s*(?:\[\s*\/FlateDecode\s*\]|\/FlateDecode(?!\w))/.test(dictionary)
  return isDeflated ? 'objects' : 'unknown'
}

const pictureOrFont = /\/(?:Subtype\s*\/(?:Image|Type1C|CIDFontType0C|OpenType)|Length1)(?!\w)/

/** Of a stream that is not packed by deflate what it says stands in the file itself. */
const whyNot = (error: { code?: string }): 'too-much' | 'not-packed' => (error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too-much' : 'not-packed')

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

const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)
