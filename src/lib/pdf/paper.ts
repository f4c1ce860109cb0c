/**
 * A paper as a PDF writes it: a letterhead, a title, facts, tables and sums. It knows no language: each text comes in the languages of the
 * paper, in their order, and is written once where it is the same in all.
 */
export type Said = readonly string[]

export type Fact = { name: Said; value: Said }

export type Column = {
  head: Said
  /** Of the width, beside those of the others. */
  share: number
  /** Aligned to the right, as numbers and amounts are. */
  right?: boolean
}

/** `sum`: stands out, and its first cell heads it. `gone`: what no longer holds. */
export type Row = { cells: readonly Said[]; look?: 'sum' | 'gone' }

/** What is shown at a door: when and where in large letters, and beside that a code. */
export type Pass = {
  above: Said
  large: Said
  title: Said
  lines: readonly Said[]
  /** Of the bar at its side; what is no colour of the web leaves it out. */
  colour: string
  /**
   * The QR code: its modules (squares, row by row), its text alternative for screen readers, and the code in letters with its name.
   * Undefined: the pass no longer opens anything.
   */
  code: { modules: readonly (readonly boolean[])[]; alt: Said; name: Said; letters: string } | undefined
}

export type Block =
  | { kind: 'heading'; text: Said }
  | { kind: 'text'; text: Said }
  | { kind: 'pass'; pass: Pass }
  | { kind: 'facts'; facts: readonly Fact[] }
  | { kind: 'table'; columns: readonly Column[]; rows: readonly Row[] }

export type Letterhead = {
  name: Said
  /** Number, address, telephone: one below the other. */
  lines: readonly Said[]
  /** PNG or JPEG. */
  logo: Uint8Array | undefined
}

export type Paper = {
  /** As HTML names them, such as zh-Hant-TW; the paper's own first. */
  languages: readonly string[]
  title: Said
  letterhead: Letterhead
  blocks: readonly Block[]
  /** At the foot of each page. */
  foot: Said
  /** 第 1 頁，共 2 頁 */
  pageOf(page: number, pages: number): Said
  madeAt: Date
}
