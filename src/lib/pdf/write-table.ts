import { setImmediate as pause } from 'node:timers/promises'
import type { Column, Row } from './paper.ts'
import { contentWidth, ink, page, quiet, type Box, type Look, type Sheet, type Tag } from './sheet.ts'

/** `first`: the first cell of each row heads it, and there is no row of heads. */
type Table = { columns: readonly Column[]; rows: readonly Row[]; headedBy: 'columns' | 'first' }
type Cells = { boxes: Omit<Box, 'y'>[]; rights: boolean[] }

const padding = 4
const gap = 10
/** After so many rows other requests get their turn. */
const rowsAtOnce = 25

const headLook = (right: boolean): Look => ({ size: 8, colour: quiet, right, inline: true })

export async function writeTable(sheet: Sheet, { columns, rows, headedBy }: Table): Promise<void> {
  if (rows.length === 0) return
  const cells = layOut(columns)
  const table = sheet.doc.struct('Table')
  sheet.root.add(table)
  if (headedBy === 'columns') writeHeads(sheet, table, columns, cells)
  for (const [number, row] of rows.entries()) {
    if (number % rowsAtOnce === rowsAtOnce - 1) await pause()
    const looks = row.cells.map((_, at) => lookOf(row, at, headedBy, cells.rights[at]!))
    const height = Math.max(...row.cells.map((said, at) => sheet.heightOf(said, cells.boxes[at]!.width, looks[at]!))) + 2 * padding
    if (sheet.makeRoom(height) && headedBy === 'columns') repeatHeads(sheet, columns, cells)
    const line = sheet.doc.struct('TR')
    table.add(line)
    const y = sheet.y + padding
    for (const [at, said] of row.cells.entries()) {
      const isHead = at === 0 && (headedBy === 'first' || row.look === 'sum')
      const options = isHead ? { scope: 'Row' } : {}
      line.add(sheet.write(isHead ? 'TH' : 'TD', said, { ...cells.boxes[at]!, y }, looks[at]!, options as object))
    }
    line.end()
    sheet.y += height
    sheet.rule(sheet.y)
  }
  table.end()
  sheet.y += 10
}

function lookOf({ look }: Row, at: number, headedBy: Table['headedBy'], right: boolean): Look {
  if (headedBy === 'first' && at === 0) return { size: 8.5, colour: quiet, inline: true }
  return { size: 9.5, bold: look === 'sum', colour: look === 'gone' ? quiet : ink, right }
}

function layOut(columns: readonly Column[]): Cells {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const unit = (contentWidth - gap * (columns.length - 1)) / shares
  let x: number = page.side
  const boxes = columns.map(({ share }) => {
    const box = { x, width: share * unit }
    x += box.width + gap
    return box
  })
  return { boxes, rights: columns.map(({ right = false }) => right) }
}

const headHeight = (sheet: Sheet, columns: readonly Column[], { boxes, rights }: Cells): number =>
  Math.max(...columns.map(({ head }, at) => sheet.heightOf(head, boxes[at]!.width, headLook(rights[at]!)))) + 2 * padding

function writeHeads(sheet: Sheet, table: Tag, columns: readonly Column[], cells: Cells): void {
  const height = headHeight(sheet, columns, cells)
  // With the first row.
  sheet.makeRoom(height + 60)
  const line = sheet.doc.struct('TR')
  table.add(line)
  const y = sheet.y + padding
  for (const [at, { head }] of columns.entries())
    line.add(sheet.write('TH', head, { ...cells.boxes[at]!, y }, headLook(cells.rights[at]!), { scope: 'Column' } as object))
  line.end()
  sheet.y += height
  sheet.rule(sheet.y, quiet)
}

/** On a further page: readers have had them. */
function repeatHeads(sheet: Sheet, columns: readonly Column[], cells: Cells): void {
  const y = sheet.y + padding
  sheet.artifact('Pagination', () => {
    for (const [at, { head }] of columns.entries()) sheet.print(head, { ...cells.boxes[at]!, y }, headLook(cells.rights[at]!))
  })
  sheet.y += headHeight(sheet, columns, cells)
  sheet.rule(sheet.y, quiet)
}
