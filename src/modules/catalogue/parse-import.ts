import { parseFile, placeOf } from './file.ts'
import type { FileError } from './file-errors.ts'
import { readWorkbook } from './read-workbook.ts'
import { placeKey, type Where } from './rows-to-file.ts'

/** `where`: the sheet and line of each place. */
export type ParsedImport = {
  kind: 'json' | 'xlsx'
  raw: Record<string, unknown>
  errors: FileError[]
  where: Map<string, Where>
}

/** Parses an uploaded catalogue, JSON or XLSX by its content. Every error knows the sheet and line that it stands in. */
export async function parseImport(bytes: Buffer): Promise<ParsedImport> {
  return bytes.subarray(0, 2).toString('latin1') === 'PK' ? fromWorkbook(bytes) : fromJson(bytes)
}

async function fromWorkbook(bytes: Buffer): Promise<ParsedImport> {
  const { raw, where, errors } = await readWorkbook(bytes)
  const locate = (found: FileError[]) => found.map((error) => located(error, where))
  if (where.size === 0) return { kind: 'xlsx', raw: {}, errors, where }
  const parsed = parseFile(raw)
  // What a formula, a missing column or a row too many causes is not said a second time.
  const isKnown = (error: FileError) =>
    errors.some(
      ({ sheet, line, path, code }) =>
        sheet === error.sheet &&
        (line === error.line || code === 'too_many_rows' || (code === 'missing_column' && error.path.endsWith(path))),
    )
  const fields = locate(parsed.errors).filter((error) => !isKnown(error))
  return { kind: 'xlsx', raw: raw as Record<string, unknown>, errors: [...errors, ...fields].toSorted(byPlace), where }
}

function fromJson(bytes: Buffer): ParsedImport {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (isTooDeep(text)) return notJson('nested too deep')
    const raw = JSON.parse(text) as unknown
    const where = jsonLines(text, raw)
    const locate = (errors: FileError[]) => errors.map((error) => located(error, where))
    const isObject = typeof raw === 'object' && raw !== null && !Array.isArray(raw)
    return {
      kind: 'json',
      raw: isObject ? (raw as Record<string, unknown>) : {},
      errors: locate(parseFile(raw).errors).toSorted(byPlace),
      where,
    }
  } catch (error) {
    return notJson((error as Error).message.slice(0, 120))
  }
}

const notJson = (value: string): ParsedImport => ({
  kind: 'json',
  raw: {},
  errors: [{ part: 'file', path: '', code: 'not_json', params: { value } }],
  where: new Map(),
})

/** The place of an error, or of the nearest thing around it. */
export function located(error: FileError, where: ReadonlyMap<string, Where>): FileError {
  // A catalogue file may write the two usual levels, off-peak and peak, as a pair.
  const short = error.path.replace(/^(priceLists\.\d+)\.levels\.1\.hours/, '$1.peak')
  const path = where.has(placeKey(error.part, short)) ? short : error.path
  const steps = path === '' ? [] : path.split('.')
  for (let length = steps.length; length >= 0; length--) {
    const found = where.get(placeKey(error.part, steps.slice(0, length).join('.')))
    if (found) return { ...error, ...found }
  }
  return error
}

export const byPlace = (a: FileError, b: FileError): number => (a.sheet ?? '').localeCompare(b.sheet ?? '') || (a.line ?? 0) - (b.line ?? 0)

/** No catalogue is nested half as deep. The work of a line is as much as it is deep, and some readers go down by recursion. */
const deepest = 24

/** Whether a JSON text nests deeper than a catalogue does. Looked at before it is parsed. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    if (depth > deepest) return true
  }
  return false
}

/** The line of every value in a JSON text that is known to be valid and not too deep, by part and path. */
function jsonLines(text: string, raw: unknown): Map<string, Where> {
  const where = new Map<string, Where>()
  const open: { key: string | number; isList: boolean }[] = []
  let line = 1
  let key: string | undefined
  const note = () => {
    const { part, path } = placeOf(
      open.map((one) => one.key),
      raw,
    )
    const place = placeKey(part, path.join('.'))
    if (!where.has(place)) where.set(place, { line })
  }
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*:|"(?:[^"\\]|\\.)*"|[{}[\],]|[^\s{}[\],:"]+|\n/g)) {
    const isKey = token.startsWith('"') && token.endsWith(':')
    const top = open.at(-1)
    if (token === '\n') line++
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',') {
      if (top?.isList) top.key = Number(top.key) + 1
    } else if (isKey) {
      key = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)) as string
      top!.key = key
      note()
      line += token.split('\n').length - 1
    } else {
      if (top?.isList) note()
      if (token === '{' || token === '[') open.push({ key: token === '[' ? 0 : '', isList: token === '[' })
    }
  }
  return where
}
