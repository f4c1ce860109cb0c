import type { readXlsx } from 'hucre/xlsx'
import { unzipSmall } from '#lib/zip-limits.ts'
import type { FileError } from './file-errors.ts'
import { fileFromRows, type FileFromRows, type SheetRows } from './rows-to-file.ts'
import { rowsAtMost, sheets, type Column, type ColumnKind, type SheetKey, type SheetRow } from './workbook-sheets.ts'
import { timeFrom } from '#lib/zone.ts'

type CellValue = string | number | boolean | Date | null

/** A cell as the field of a file expects it. What does not fit stays as it is, so that the check of the file names it. */
function readCell(value: CellValue | undefined, kind: ColumnKind): unknown {
  const plain = typeof value === 'string' ? value.trim() : (value ?? '')
  if (plain === '') return undefined
  switch (kind) {
    case 'number':
      return typeof plain === 'string' && /^-?\d{1,12}(\.\d+)?$/.test(plain) ? Number(plain) : plain
    case 'flag':
      return flags.get(String(plain).toLowerCase()) ?? plain
    case 'day':
      return plain instanceof Date ? plain.toISOString().slice(0, 10) : String(plain).replaceAll('/', '-')
    case 'time':
      return timeOf(plain)
    case 'list':
      return textOf(plain)
        .split(/[,、，\n]/)
        .map((part) => part.trim())
        .filter(Boolean)
    case 'lines':
      return textOf(plain)
        .split('\n')
        .map((part) => part.trim())
        .filter(Boolean)
    case 'json':
      return jsonOf(plain)
    case 'text':
      return textOf(plain)
  }
}

const flags = new Map<string, boolean>([
  ...['true', 'yes', 'y', '1', '是', 'v', '✓'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', '否'].map((word) => [word, false] as const),
])

const textOf = (value: string | number | boolean | Date): string =>
  value instanceof Date ? value.toISOString().slice(0, 10) : String(value)

/** Spreadsheets hold a time as a part of a day; 1 is midnight at its end. */
function timeOf(value: string | number | boolean | Date): unknown {
  if (typeof value === 'number') return value >= 0 && value <= 1 ? timeFrom(Math.round(value * 1440)) : value
  if (value instanceof Date) return value.toISOString().slice(11, 16)
  return /^\d:\d\d$/.test(String(value)) ? `0${String(value)}` : String(value).replace(/^(\d\d:\d\d):00$/, '$1')
}

function jsonOf(value: string | number | boolean | Date): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** A workbook with every sheet full is a few hundred kilobytes, and some megabytes unpacked. */
const bounds = { files: 200, unpackedBytes: 40_000_000 }
/** No sheet of a catalogue has half as many columns, and no workbook half as many sheets. */
const [columnsAtMost, sheetsAtMost] = [64, 40]

type Sheet = Awaited<ReturnType<typeof readXlsx>>['sheets'][number]

/** Reads a workbook into a document that is checked like any other, with the sheet and line of each of its places. */
export async function readWorkbook(bytes: Buffer): Promise<FileFromRows> {
  const broken = { raw: {}, where: new Map(), errors: [{ part: 'file', path: '', code: 'not_workbook' }] }
  const parts = await unzipSmall(bytes, bounds)
  if (!parts || !areSmallSheets(parts)) return broken
  const hucre = await import('hucre/xlsx')
  // maxRows counts the header; one row more tells that there are too many.
  const workbook = await hucre.readXlsx(bytes, { maxRows: rowsAtMost + 2 }).catch(() => undefined)
  if (!workbook) return broken
  const errors: FileError[] = []
  const rows: SheetRows = new Map()
  for (const sheet of workbook.sheets) {
    const key = sheet.name.split(' ')[0]!.toLowerCase() as SheetKey
    if (Object.hasOwn(sheets, key)) rows.set(key, readSheet(sheet, key, errors))
    else
      errors.push({ part: 'file', path: '', code: 'unknown_sheet', params: { sheet: sheet.name.slice(0, 40) }, sheet: sheet.name, line: 1 })
  }
  if (rows.size === 0) errors.push({ part: 'file', path: '', code: 'no_sheets' })
  const file = fileFromRows(rows)
  return { ...file, errors: [...errors, ...file.errors] }
}

/**
 * Whether no sheet reaches further than a catalogue does. The reader makes a place for every cell up to the last: one cell in column
 * XFD is sixteen thousand. All parts are looked at, since a workbook may call its sheets what it likes.
 */
function areSmallSheets(parts: Buffer[]): boolean {
  const texts = parts.map((part) => part.toString('latin1')).filter((part) => /<(?:\w+:)?worksheet[\s>]/.test(part))
  return texts.length <= sheetsAtMost && texts.every((sheet) => !hasFarCell(sheet))
}

function hasFarCell(sheet: string): boolean {
  for (const [, letters] of sheet.matchAll(/<(?:\w+:)?c\s[^>]*?\br\s*=\s*["']\s*([A-Za-z]+)/g))
    if (columnOf(letters!) > columnsAtMost) return true
  let inRow = 0
  for (const [, tag] of sheet.matchAll(/<(?:\w+:)?(row|c)[\s/>]/g)) {
    inRow = tag === 'row' ? 0 : inRow + 1
    if (inRow > columnsAtMost) return true
  }
  return false
}

/** A is 1, Z is 26, AA is 27. */
const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => Math.min(1e6, sum * 26 + letter.charCodeAt(0) - 64), 0)

function readSheet(sheet: Sheet, key: SheetKey, errors: FileError[]): SheetRow[] {
  const report = (line: number, path: string, code: string, params: FileError['params'] = {}) =>
    void errors.push({ part: key, path, code, params, sheet: sheet.name, line })
  const columns = readHeader(sheet, sheets[key].columns, report)
  for (const [place, cell] of sheet.cells ?? []) {
    const [row = 0, col = 0] = place.split(',').map(Number)
    if (cell.type === 'formula' || cell.formula !== undefined) report(row + 1, columns[col]?.key ?? '', 'formula')
  }
  if (sheet.rows.length > rowsAtMost + 1) report(rowsAtMost + 2, '', 'too_many_rows', { maximum: rowsAtMost })
  return sheet.rows.slice(1, rowsAtMost + 1).flatMap((cells, n) => {
    const values = Object.fromEntries(columns.flatMap((column, k) => (column ? [[column.key, readCell(cells[k], column.kind)]] : [])))
    return Object.values(values).some((value) => value !== undefined) ? [{ line: n + 2, values }] : []
  })
}

/** The column of each place, found by the first word of its header. */
function readHeader(
  { rows }: Sheet,
  known: readonly Column[],
  report: (line: number, path: string, code: string, params?: FileError['params']) => void,
): (Column | undefined)[] {
  const titles = (rows[0] ?? []).map(
    (title) =>
      String(title ?? '')
        .trim()
        .split(/\s/)[0]!,
  )
  const columns = titles.map((title) => known.find(({ key }) => key === title))
  titles.forEach((title, n) => {
    if (title !== '' && !columns[n]) report(1, title, 'unknown_field', { field: title.slice(0, 40) })
  })
  for (const { key, optional } of known) if (!optional && !titles.includes(key)) report(1, key, 'missing_column', { column: key })
  return columns
}
