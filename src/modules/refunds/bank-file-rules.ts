import { encodeBig5, isInBig5 } from '#lib/big5.ts'
import { isFormula } from '#lib/csv.ts'
import type { Day } from '#lib/zone.ts'
import type { Limits, TransferColumnKind } from '#modules/settings/rules.ts'

/**
 * The file that tells the bank whom to pay. Each bank has a format of its own, which is a setting of the centre: columns in
 * order, separated or of fixed width, with or without a header line, in UTF-8 or Big5. A transfer that the format cannot hold
 * is named with the reason and is not written: a name is never cut, and no character is replaced.
 */
export type BankFormat = Omit<Limits['transfers'], 'secondPersonAbove'>
type Column = BankFormat['columns'][number]

export type Transfer = {
  refundNo: string
  orderNo: string
  bankCode: string
  bankAccount: string
  accountName: string
  amount: number
}

export const cellProblems = ['not_in_encoding', 'too_long', 'looks_like_formula', 'has_separator'] as const
export type CellProblem = {
  /** Empty: the header line. */
  refundNo: string
  /** Index of the column. */
  column: number
  kind: TransferColumnKind
  code: (typeof cellProblems)[number]
  /** The characters that are in the way. */
  characters: string
}

const separators = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const
const lineEnds = { crlf: '\r\n', lf: '\n' } as const

const textOf: Record<TransferColumnKind, (transfer: Transfer, column: Column, at: { day: Day; number: number }) => string> = {
  reference: ({ refundNo }) => refundNo,
  order: ({ orderNo }) => orderNo,
  bankCode: ({ bankCode }) => bankCode,
  account: ({ bankAccount }) => bankAccount,
  bankAndAccount: ({ bankCode, bankAccount }) => `${bankCode}-${bankAccount}`,
  holder: ({ accountName }) => accountName,
  amount: ({ amount }) => String(amount),
  amountCents: ({ amount }) => `${amount}00`,
  day: (_, __, { day }) => day.replaceAll('-', ''),
  rocDay: (_, __, { day }) => `${Number(day.slice(0, 4)) - 1911}${day.slice(5).replace('-', '')}`,
  number: (_, __, { number }) => String(number),
  text: (_, { text }) => text,
}

/** Bytes of a text in an encoding, without a byte order mark. */
const bytesIn = (text: string, encoding: BankFormat['encoding']): Uint8Array<ArrayBuffer> =>
  encoding === 'big5' ? encodeBig5(text) : new TextEncoder().encode(text)

const lacking = (text: string, encoding: BankFormat['encoding']): string =>
  encoding === 'big5' ? [...new Set(text)].filter((character) => !isInBig5(character)).join('') : ''

type Cell = { text: string } | { problem: Pick<CellProblem, 'code' | 'characters'> }

function cellOf(text: string, { width, fill }: Column, format: BankFormat): Cell {
  const missing = lacking(text, format.encoding)
  if (missing !== '') return { problem: { code: 'not_in_encoding', characters: missing } }
  if (format.layout === 'separated') return separatedCell(text, format)
  const room = (width ?? 0) - bytesIn(text, format.encoding).length
  if (room < 0) return { problem: { code: 'too_long', characters: text } }
  if (fill === 'spaces-after') return { text: text + ' '.repeat(room) }
  return { text: (fill === 'zeros-before' ? '0' : ' ').repeat(room) + text }
}

function separatedCell(text: string, { separator, quotes }: BankFormat): Cell {
  // A file that somebody opens in a spreadsheet on the way to the bank must not run anything.
  if (isFormula(text)) return { problem: { code: 'looks_like_formula', characters: text.trim().slice(0, 1) } }
  const sign = separators[separator]
  if (!text.includes(sign) && !text.includes('"')) return { text }
  if (!quotes) return { problem: { code: 'has_separator', characters: text.includes(sign) ? sign : '"' } }
  return { text: `"${text.replaceAll('"', '""')}"` }
}

export type WrittenFile = { lines: string[]; problems: CellProblem[] }

/** The lines of the file, and what cannot be written. A transfer with a problem has no line. */
export function writeBankLines(format: BankFormat, transfers: readonly Transfer[], day: Day): WrittenFile {
  const written: WrittenFile = { lines: [], problems: [] }
  const sign = format.layout === 'separated' ? separators[format.separator] : ''
  const add = (refundNo: string, say: (column: Column) => string) => {
    const cells = format.columns.map((column, index) => ({ index, column, cell: cellOf(say(column), column, format) }))
    const problems = cells.flatMap(({ index, column, cell }) =>
      'problem' in cell ? [{ refundNo, column: index, kind: column.kind, ...cell.problem }] : [],
    )
    written.problems.push(...problems)
    if (problems.length === 0) written.lines.push(cells.map(({ cell }) => ('text' in cell ? cell.text : '')).join(sign))
  }
  if (format.header) add('', ({ title }) => title)
  for (const transfer of transfers) {
    const at = { day, number: written.lines.length + (format.header ? 0 : 1) }
    add(transfer.refundNo, (column) => textOf[column.kind](transfer, column, at))
  }
  return written
}

/** The file as it is sent to the bank. */
export function bytesOfFile({ encoding, lineEnd }: BankFormat, lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const text = lines.map((line) => line + lineEnds[lineEnd]).join('')
  return bytesIn(encoding === 'utf-8-bom' ? `\ufeff${text}` : text, encoding)
}

/** Names of a file by its format: what is separated by commas opens in a spreadsheet. */
export const bankFileName = (format: Pick<BankFormat, 'layout' | 'separator'>, batchNo: number): string =>
  `bank-batch-${batchNo}.${format.layout === 'separated' && format.separator !== 'bar' ? (format.separator === 'tab' ? 'tsv' : 'csv') : 'txt'}`
