import { writeCsv } from '#lib/csv.ts'
import type { DaySpan } from './rules.ts'
import type { FigureTable } from './wire.ts'

const cellsOf = ({ columns, rows }: FigureTable): (string | number)[][] => [
  columns.map(({ head }) => head),
  ...rows.map((row) => row.map((cell) => cell ?? '')),
]

export const figureCsv = (table: FigureTable): string => writeCsv(cellsOf(table))

/** All figures as a workbook, a sheet each. */
export async function figuresWorkbook(tables: FigureTable[]): Promise<Uint8Array<ArrayBuffer>> {
  const sheets = tables.map((table) => ({
    name: table.title.slice(0, 31),
    rows: cellsOf(table),
    columns: table.columns.map(({ kind }) => ({ width: kind === 'text' ? 28 : 14 })),
    freezePane: { rows: 1 },
  }))
  const { writeXlsx } = await import('hucre/xlsx')
  return new Uint8Array(await writeXlsx({ sheets }))
}

export const insightFileName = ({ from, to }: DaySpan, what: string): string => `insight-${from}-${to}${what}`
