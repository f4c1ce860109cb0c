/**
 * A statement is what the bank says it has paid, pasted as text: cells separated by tabs, semicolons, bars or commas, or plain
 * lines. A line belongs to the refund whose number it holds, and pays it only when the amount is the same.
 */
export const statementLinesAtMost = 2000
/** Longest pasted statement, in characters. */
export const statementAtMost = 400_000

/** Cells of a line that are looked at: no bank has as many columns. */
const cellsAtMost = 40

export type StatementCell = { column: number; text: string }
export type StatementLine = {
  /** Counted from 1, as the pasted text has it. */
  number: number
  text: string
  /** Refund numbers in the line, each once. */
  references: string[]
  cells: StatementCell[]
}

const reference = /R\d{6}[2-9A-HJ-NP-Z]{7}/g
const thousands = /\d{1,3}(?:,\d{3})+(?!\d)/g

type Separator = '\t' | ';' | '|' | ',' | 'spaces'

/** What separates the cells: the first of these signs that most lines with a refund number hold. */
function separatorOf(lines: string[]): Separator {
  const telling = lines.filter((line) => line.match(reference))
  const isMost = (holds: (line: string) => boolean) => telling.filter(holds).length * 2 > telling.length
  for (const sign of ['\t', ';', '|'] as const) if (isMost((line) => line.includes(sign))) return sign
  // The comma of 1,200 separates nothing.
  return isMost((line) =>
    line
      .replaceAll(/"[^"]*"/g, '')
      .replaceAll(thousands, '')
      .includes(','),
  )
    ? ','
    : 'spaces'
}

function cellsOf(line: string, separator: Separator): string[] {
  if (separator === 'spaces') return line.trim().split(/\s+/)
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  return [...cells, cell].map((one) => one.trim())
}

/** Full-width letters, digits and signs as the narrow ones. NFKC would make eighteen characters of some: megabytes of a pasted text. */
const narrow = (text: string): string =>
  text.replaceAll(/[\uff01-\uff5e\u3000]/g, (one) => (one === '\u3000' ? ' ' : String.fromCharCode(one.charCodeAt(0) - 0xfee0)))

/** The lines of a pasted statement; empty ones are left out. */
export function readStatement(pasted: string): StatementLine[] {
  const lines = pasted.split(/\r\n|\r|\n/).map((text, n) => ({ number: n + 1, text: text.trim(), plain: narrow(text).toUpperCase() }))
  const written = lines.filter(({ text }) => text !== '')
  const separator = separatorOf(written.map(({ plain }) => plain))
  return written.map(({ number, text, plain }) => ({
    number,
    text,
    references: [...new Set(plain.match(reference) ?? [])],
    cells: cellsOf(plain, separator)
      .slice(0, cellsAtMost)
      .map((one, column) => ({ column: separator === 'spaces' ? -1 : column, text: one })),
  }))
}

/** The sum of a cell: 1,200 · NT$1,200.00 · (1200) · -1200. Numbers of eight digits and more are days or accounts. */
export function amountIn(cell: string): number | undefined {
  const plain = cell
    .replaceAll(/NT\$|TWD|[$元\s"']/g, '')
    .replace(/^\((.+)\)$/, '$1')
    .replace(/^[-+]/, '')
  if (!/^(?:[1-9]\d{0,6}|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d{1,2})?$/.test(plain)) return undefined
  return Number(plain.replaceAll(',', ''))
}

const amountTitle = /金額|支出|提出|轉出|付款|AMOUNT|DEBIT|WITHDRAW|PAID/
const otherTitle = /餘額|存入|收入|BALANCE|CREDIT|DEPOSIT/

export type KnownRefund = { amount: number; isPaid: boolean; isPayable: boolean; isSigned: boolean }
export const matchKinds = [
  'matched',
  'amount-differs',
  'unknown',
  'already-paid',
  'doubled',
  'not-payable',
  'unsigned',
  'several',
  'no-reference',
] as const
export type MatchKind = (typeof matchKinds)[number]
export type Match = {
  number: number
  text: string
  refundNo: string | null
  /** As the statement says; null: no sum was found in the line. */
  amount: number | null
  /** As the refund says. */
  expected: number | null
  kind: MatchKind
}

/** The column of the sums: the one whose title says so, or the one that agrees with the refunds most often. */
function amountColumn(lines: StatementLine[], known: ReadonlyMap<string, KnownRefund>): number | undefined {
  const titles = lines.filter(({ references }) => references.length === 0).flatMap(({ cells }) => cells)
  const excluded = new Set(titles.filter(({ text }) => otherTitle.test(text)).map(({ column }) => column))
  const titled = titles.find(({ text, column }) => amountTitle.test(text) && !excluded.has(column))
  if (titled) return titled.column
  const agreeing = new Map<number, number>()
  for (const { references, cells } of lines) {
    const expected = references.length === 1 ? known.get(references[0]!)?.amount : undefined
    for (const { column, text } of cells) {
      const amount = amountIn(text)
      if (amount === undefined || excluded.has(column)) continue
      agreeing.set(column, (agreeing.get(column) ?? 0) + (amount === expected ? 1 : 0))
    }
  }
  return [...agreeing].toSorted(([a, one], [b, other]) => other - one || a - b)[0]?.[0]
}

/** What each line of a statement means for the refunds that it names. Of a refund that is named twice, the first line counts. */
export function matchStatement(lines: StatementLine[], known: ReadonlyMap<string, KnownRefund>): Match[] {
  const column = amountColumn(lines, known)
  const seen = new Set<string>()
  return lines.map(({ number, text, references, cells }) => {
    const [refundNo] = references
    const refund = refundNo === undefined ? undefined : known.get(refundNo)
    const amounts = cells.flatMap((cell) => (cell.column === column ? (amountIn(cell.text) ?? []) : []))
    const amount = amounts.find((one) => one === refund?.amount) ?? amounts[0] ?? null
    const isDoubled = refundNo !== undefined && seen.has(refundNo)
    if (refundNo !== undefined) seen.add(refundNo)
    const said = { number, text: text.slice(0, 300), amount, expected: refund?.amount ?? null }
    if (refundNo === undefined) return { ...said, refundNo: null, kind: 'no-reference' }
    if (references.length > 1) return { ...said, refundNo: null, expected: null, kind: 'several' }
    return { ...said, refundNo, kind: isDoubled ? 'doubled' : kindOf(refund, amount) }
  })
}

function kindOf(refund: KnownRefund | undefined, amount: number | null): MatchKind {
  if (!refund) return 'unknown'
  if (refund.isPaid) return 'already-paid'
  if (!refund.isPayable) return 'not-payable'
  if (amount !== refund.amount) return 'amount-differs'
  return refund.isSigned ? 'matched' : 'unsigned'
}
