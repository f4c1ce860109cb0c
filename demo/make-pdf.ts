export type PdfLine = { text: string; size?: number; /** Space above, in points. */ above?: number }

const page = { width: 595, height: 842, margin: 56 }
const isWide = (letter: string) => letter > '\u2e7f'
const widthOf = (text: string, size: number) => [...text].reduce((sum, letter) => sum + (isWide(letter) ? size : size * 0.52), 0)

/**
 * A small PDF of text lines. The Chinese font is named and not embedded: readers bring their own for Adobe's Traditional
 * Chinese characters, so a form of a page stays at a few kilobytes.
 */
export function makePdf(title: string, lines: PdfLine[]): Buffer {
  const contents = paginate(lines).map((shown) => stream(shown.join('\n')))
  const first = 7
  const kids = contents.map((_, n) => `${first + n * 2} 0 R`)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/Lang(zh-TW)>>',
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${kids.length}>>`,
    `<</Title<${utf16(title, 'feff')}>/Producer(Fieldhouse)>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Font/Subtype/Type0/BaseFont/MSung-Light-UniCNS-UCS2-H/Encoding/UniCNS-UCS2-H/DescendantFonts[6 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/MSung-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(CNS1)/Supplement 0>>/DW 1000' +
      '/FontDescriptor<</Type/FontDescriptor/FontName/MSung-Light/Flags 6/FontBBox[-160 -249 1015 888]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>>>',
    ...contents.flatMap((content, n) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${page.width} ${page.height}]/Resources<</Font<</F1 4 0 R/F2 5 0 R>>>>/Contents ${first + n * 2 + 1} 0 R>>`,
      content,
    ]),
  ]
  return assemble(objects)
}

function assemble(objects: string[]): Buffer {
  let body = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n'
  const offsets = objects.map((object, n) => {
    const at = body.length
    body += `${n + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<</Size ${size}/Root 1 0 R/Info 3 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + end, 'latin1')
}

const stream = (text: string) => `<</Length ${text.length}>>\nstream\n${text}\nendstream`
const utf16 = (text: string, mark = '') => mark + Buffer.from(text, 'utf16le').swap16().toString('hex')

function paginate(lines: PdfLine[]): string[][] {
  const pages: string[][] = [[]]
  let y = page.height - page.margin
  for (const { text, size = 11, above = 0 } of lines)
    for (const [n, row] of wrap(text, size).entries()) {
      y -= size * 1.7 + (n === 0 ? above : 0)
      if (y < page.margin) {
        pages.push([])
        y = page.height - page.margin - size * 1.7
      }
      pages.at(-1)!.push(`BT ${page.margin} ${y.toFixed(1)} Td ${runs(row, size)} ET`)
    }
  return pages
}

function wrap(text: string, size: number): string[] {
  const rows = ['']
  for (const word of text.match(/[\u2e80-\uffff]|[^\u2e80-\uffff ]+ *| +/g) ?? ['']) {
    const row = rows.at(-1)!
    if (row !== '' && widthOf(row + word.trimEnd(), size) > page.width - 2 * page.margin) rows.push(word)
    else rows[rows.length - 1] = row + word
  }
  return rows
}

/** Latin in one font, Chinese in the other, one after the other on the same line. */
const runs = (text: string, size: number) =>
  (text.match(/[\u2e80-\uffff]+|[^\u2e80-\uffff]+/g) ?? [])
    .map((run) => (isWide(run[0]!) ? `/F2 ${size} Tf <${utf16(run)}> Tj` : `/F1 ${size} Tf (${escaped(run)}) Tj`))
    .join(' ')

// Everything between the two fonts (dashes, quotation marks) is spelled plainly.
const escaped = (text: string) =>
  text
    .replaceAll(/[\u2013\u2014]/g, '-')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[^\u0020-\u007e]/g, ' ')
    .replaceAll(/[\\()]/g, (mark) => `\\${mark}`)
