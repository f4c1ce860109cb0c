/** A stream of a PDF: the text of its dictionary, where its keyword stands in the file, and where its bytes begin and end. */
export type PdfStream = { dictionary: string; at: number; start: number; end: number }

const mostStreams = 50_000
const keyword = 'stream'

/**
 * The streams of a PDF (ISO 32000-2, 7.3.8). Each object is parsed forward from `obj`, as PDF readers do: searching backward from `stream`
 * could take the word `obj` in a comment or a string for the beginning. Undefined when the file is malformed: a dictionary does not end, a
 * stream lies within another or belongs to no object, or there are too many.
 */
export function findStreams(text: string): PdfStream[] | undefined {
  const streams: PdfStream[] = []
  // Text is read twice where one beginning lies in the dictionary of another: not in an ordinary file, and here only for so long.
  let room = text.length * 2
  for (const { index } of text.matchAll(/(?<!end)obj/g)) {
    const begin = skipBlank(text, index + 3)
    if (!text.startsWith('<<', begin)) continue
    const over = endOfDictionary(text, begin)
    if (over === undefined || (room -= over - begin) < 0) return undefined
    const at = skipBlank(text, over)
    if (!text.startsWith(keyword, at)) continue
    const start = beginOfBytes(text, at + keyword.length)
    const last = streams.at(-1)
    if (start === undefined || (last && at < last.end) || streams.length === mostStreams) return undefined
    const end = text.indexOf('endstream', start)
    if (end < 0) return undefined
    streams.push({ dictionary: text.slice(begin, over), at, start, end })
  }
  return haveAllObjects(text, streams) ? streams : undefined
}

const codes = { lf: 10, cr: 13, open: 0x28, close: 0x29, less: 0x3c, more: 0x3e, percent: 0x25, escape: 0x5c } as const
const isSpace = (code: number): boolean => code === 0 || code === 9 || code === 10 || code === 12 || code === 13 || code === 32

/** After white space and comments. */
function skipBlank(text: string, from: number): number {
  let at = from
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === codes.percent) at = endOfLine(text, at)
    else if (!isSpace(code)) break
  }
  return at
}

function endOfLine(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) !== codes.lf && text.charCodeAt(at) !== codes.cr) at += 1
  return at
}

/** After the `>>` that ends the dictionary; undefined when there is none. */
function endOfDictionary(text: string, begin: number): number | undefined {
  let depth = 0
  for (let at = begin; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isDouble = text.charCodeAt(at + 1) === code
    if (code === codes.percent) at = endOfLine(text, at)
    else if (code === codes.open) at = endOfString(text, at)
    else if (code === codes.less && !isDouble) at = endOfHex(text, at)
    else if (code === codes.close || (code === codes.more && !isDouble)) return undefined
    else if (code === codes.less || code === codes.more) {
      depth += code === codes.less ? 1 : -1
      at += 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

/** At the `>` that ends bytes in hexadecimal digits; behind the text when there is none. */
function endOfHex(text: string, begin: number): number {
  const end = text.indexOf('>', begin)
  return end < 0 ? text.length : end
}

/** At the `)` that ends the string; behind the text when there is none. */
function endOfString(text: string, begin: number): number {
  let depth = 0
  for (let at = begin; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === codes.escape) at += 1
    else if (code === codes.open) depth += 1
    else if (code === codes.close && --depth === 0) return at
  }
  return text.length
}

/** After the end of the line of `stream`; no packed bytes begin with white space. Undefined when something else stands in that line. */
function beginOfBytes(text: string, from: number): number | undefined {
  let at = from
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1
  return /[\r\n]/.test(text.slice(from, Math.min(at, from + 1000))) ? at : undefined
}

/** Whether every `stream` is one of these, or within the bytes of one. */
function haveAllObjects(text: string, streams: PdfStream[]): boolean {
  let next = 0
  for (const { index } of text.matchAll(/(?<!end)stream[ \t]*[\r\n]/g)) {
    while (next < streams.length && streams[next]!.end <= index) next += 1
    const stream = streams[next]
    if (!stream || index < stream.at) return false
  }
  return true
}
