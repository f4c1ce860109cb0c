import type { Pass } from './paper.ts'
import { contentWidth, ink, page, quiet, type Look, type Sheet } from './sheet.ts'

const inner = 14
const codeSide = 112
const gap = 24
const least = 130

const looks = {
  above: { size: 11, colour: quiet },
  large: { size: 30, bold: true },
  title: { size: 15, bold: true, inline: true },
  line: { size: 9.5, colour: quiet },
  name: { size: 8, colour: quiet, inline: true },
  letters: { size: 15, bold: true },
} as const satisfies Record<string, Look>

/** A framed pass: words at the left, its code at the right. It is never broken over two pages. */
export function writePass(sheet: Sheet, { above, large, title, lines, colour, code }: Pass): void {
  const width = contentWidth - 2 * inner - (code ? codeSide + gap : 0)
  const words = [
    { tag: 'P', said: above, look: looks.above, after: 0 },
    { tag: 'H2', said: large, look: looks.large, after: 4 },
    { tag: 'P', said: title, look: looks.title, after: 8 },
    ...lines.map((said) => ({ tag: 'P', said, look: looks.line, after: 2 })),
  ].map((one) => ({ ...one, height: sheet.heightOf(one.said, width, one.look) }))
  const codeHeight = code ? codeSide + sheet.heightOf(code.name, codeSide, looks.name) + 30 : 0
  const wordsHeight = words.reduce((sum, { height, after }) => sum + height + after, 0)
  const height = Math.max(least, wordsHeight, codeHeight) + 2 * inner
  sheet.makeRoom(height)

  const top = sheet.y
  drawFrame(sheet, { top, height, colour })
  sheet.y += inner
  for (const { tag, said, look, after, height: own } of words) {
    sheet.root.add(sheet.write(tag, said, { x: page.side + inner, y: sheet.y, width }, look))
    sheet.y += own + after
  }
  if (code) writeCode(sheet, code, top + inner)
  sheet.y = top + height + 14
}

function writeCode(sheet: Sheet, { modules, alt, name, letters }: NonNullable<Pass['code']>, top: number): void {
  const { doc, root } = sheet
  const x = page.width - page.side - inner - codeSide
  const unit = codeSide / modules.length
  const draw = () => {
    for (const [row, cells] of modules.entries())
      for (const [at, dark] of cells.entries()) if (dark) doc.rect(x + at * unit, top + row * unit, unit, unit)
    doc.fill(ink)
  }
  root.add(doc.struct('Figure', { alt: alt.join(' '), bbox: [x, top, x + codeSide, top + codeSide] } as object, draw))
  const below = top + codeSide + 8
  const box = { x, width: codeSide }
  root.add(sheet.write('P', name, { ...box, y: below }, looks.name))
  root.add(sheet.write('P', [letters], { ...box, y: below + sheet.heightOf(name, codeSide, looks.name) }, looks.letters))
}

function drawFrame(sheet: Sheet, { top, height, colour }: { top: number; height: number; colour: string }): void {
  sheet.artifact('Layout', () => {
    const { doc } = sheet
    doc.roundedRect(page.side, top, contentWidth, height, 10).lineWidth(0.8).stroke('#cfc8bb')
    if (/^#[0-9a-f]{6}$/i.test(colour)) doc.roundedRect(page.side, top + 14, 5, height - 28, 2.5).fill(colour)
  })
}
