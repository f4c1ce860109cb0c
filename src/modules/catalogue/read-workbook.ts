import type { readXlsx } from 'hucre/xlsx'
import { unzipSmall } from '#lib/zip-limits.ts'
import type { FileError } from './file-errors.ts'
import { fileFromRows, type FileFromRows, type SheetRows } from './rows-to-file.ts'
import { readCell } from './read-cells.ts'
import { rowsAtMost, sheets, type Column, type SheetKey, type SheetRow } from './workbook-sheets.ts'

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
