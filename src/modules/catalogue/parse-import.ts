import { parseFile } from './file.ts'
import type { FileError } from './file-errors.ts'
import { isTooDeep, jsonLines } from './json-lines.ts'
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
