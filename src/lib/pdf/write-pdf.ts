import { buffer } from 'node:stream/consumers'
import { setImmediate as pause, setTimeout as delay } from 'node:timers/promises'
import { openQueue } from '../bounded-queue.ts'
import { loadFont } from './load-font.ts'
import type { Block, Letterhead, Paper, Said } from './paper.ts'
import { contentWidth, page, quiet, Sheet } from './sheet.ts'
import { writePass } from './write-pass.ts'
import { writeTable } from './write-table.ts'

/** Papers are written one after the other. */
const oneByOne = openQueue({ atOnce: 1, waiting: 40, retryAfterSeconds: 2 })

/**
 * The paper as a tagged PDF (PDF/UA) with selectable text. Throws TooBusy when too many wait. Writing one keeps the process busy for some
 * 10 to 50 ms at a stretch: after it, everything else has the process for as long, before the next one is begun.
 */
export function writePdf(paper: Paper): Promise<Uint8Array<ArrayBuffer>> {
  const written = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  const inTurn = oneByOne(async () => {
    const began = performance.now()
    await write(paper).then(written.resolve, written.reject)
    await delay(performance.now() - began)
  })
  inTurn.catch(written.reject)
  return written.promise
}

async function write(paper: Paper): Promise<Uint8Array<ArrayBuffer>> {
  const [{ default: PDFDocument }, font] = await Promise.all([import('pdfkit'), loadFont()])
  const { languages, title, letterhead, madeAt } = paper
  const doc = new PDFDocument({
    size: [page.width, page.height],
    // The sheet breaks pages by itself.
    margin: 0,
    font: font as unknown as string,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as 'PDF/A-2',
    tagged: true,
    lang: languages[0]!,
    displayTitle: true,
    bufferPages: true,
    info: { Title: distinct(title).join(' '), Author: letterhead.name[0]!, Creator: 'Fieldhouse', CreationDate: madeAt },
  })
  const bytes = buffer(doc)
  const sheet = new Sheet(doc, font, languages)
  writeHead(sheet, letterhead)
  writeTitle(sheet, title)
  for (const block of paper.blocks) await writeBlock(sheet, block)
  sheet.root.end()
  writeFeet(sheet, paper)
  doc.end()
  return new Uint8Array(await bytes)
}

const distinct = (said: Said): string[] => [...new Set(said)].filter((one) => one !== '')

const logoBox = { width: 150, height: 34 }

function writeHead(sheet: Sheet, { name, lines, logo }: Letterhead): void {
  const { doc, root } = sheet
  let x: number = page.side
  if (logo) {
    // Not a figure: the centre's name stands beside it.
    sheet.artifact('Layout', () => {
      const image = (doc as unknown as { openImage(src: Buffer): { width: number; height: number } }).openImage(Buffer.from(logo))
      const scale = Math.min(logoBox.width / image.width, logoBox.height / image.height)
      doc.image(image as unknown as string, x, sheet.y, { width: image.width * scale, height: image.height * scale })
      x += image.width * scale + 14
    })
  }
  const top = sheet.y
  const width = page.width - page.side - x
  const looks = [
    { said: name, look: { size: 12, bold: true, inline: true } },
    ...lines.map((said) => ({ said, look: { size: 8, colour: quiet, inline: true } })),
  ]
  for (const { said, look } of looks) {
    root.add(sheet.write('P', said, { x, y: sheet.y, width }, look))
    sheet.y += sheet.heightOf(said, width, look)
  }
  sheet.y = Math.max(sheet.y, logo ? top + logoBox.height : 0) + 8
  sheet.rule(sheet.y)
  sheet.y += 16
}

function writeTitle(sheet: Sheet, title: Said): void {
  const look = { size: 18, bold: true, inline: true }
  sheet.root.add(sheet.write('H1', title, { x: page.side, y: sheet.y, width: contentWidth }, look))
  sheet.y += sheet.heightOf(title, contentWidth, look) + 10
}

async function writeBlock(sheet: Sheet, block: Block): Promise<void> {
  const box = () => ({ x: page.side, y: sheet.y, width: contentWidth })
  switch (block.kind) {
    case 'heading': {
      const look = { size: 12, bold: true, inline: true }
      const height = sheet.heightOf(block.text, contentWidth, look)
      // With the first lines of what it heads.
      sheet.makeRoom(height + 100)
      sheet.y += 8
      sheet.root.add(sheet.write('H2', block.text, box(), look))
      sheet.y += height + 4
      return
    }
    case 'text': {
      const look = { size: 9, colour: quiet }
      const height = sheet.heightOf(block.text, contentWidth, look)
      sheet.makeRoom(height)
      sheet.root.add(sheet.write('P', block.text, box(), look))
      sheet.y += height + 6
      return
    }
    case 'pass':
      // Each is some thousand modules: others get their turn before it.
      await pause()
      return writePass(sheet, block.pass)
    case 'facts': {
      const rows = block.facts.map(({ name, value }) => ({ cells: [name, value] }))
      return writeTable(sheet, { columns: factColumns, rows, headedBy: 'first' })
    }
    case 'table':
      return writeTable(sheet, { ...block, headedBy: 'columns' })
  }
}

const factColumns = [
  { head: [], share: 3 },
  { head: [], share: 9 },
]

/** On every page, once their number is known. */
function writeFeet(sheet: Sheet, { foot, pageOf }: Paper): void {
  const { doc } = sheet
  const { start, count } = doc.bufferedPageRange()
  const look = { size: 7.5, colour: quiet, inline: true }
  const y = page.height - page.bottom + 18
  for (let number = 0; number < count; number++) {
    doc.switchToPage(start + number)
    sheet.artifact('Pagination', () => {
      sheet.print(foot, { x: page.side, y, width: contentWidth * 0.7 }, look)
      const x = page.side + contentWidth * 0.72
      sheet.print(pageOf(number + 1, count), { x, y, width: contentWidth * 0.28 }, { ...look, right: true })
    })
  }
}
