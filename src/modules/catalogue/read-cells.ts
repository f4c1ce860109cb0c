import { timeFrom } from '#lib/zone.ts'
import type { ColumnKind } from './workbook-sheets.ts'

type CellValue = string | number | boolean | Date | null

/** A cell as the field of a file expects it. What does not fit stays as it is, so that the check of the file names it. */
export function readCell(value: CellValue | undefined, kind: ColumnKind): unknown {
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
