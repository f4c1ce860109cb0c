import { crc32, deflateRawSync } from 'node:zlib'

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const schemas = 'http://schemas.openxmlformats.org'
const kinds = 'application/vnd.openxmlformats-officedocument'

const contentTypes = (parts: [path: string, kind: string][]) =>
  `${head}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts
    .map(([path, kind]) => `<Override PartName="${path}" ContentType="${kinds}.${kind}+xml"/>`)
    .join('')}</Types>`
const relations = (type: string, target: string) =>
  `${head}<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="rId1" Type="${schemas}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`

/** A Word document of paragraphs; the first one is its title. */
export function makeDocx(paragraphs: string[]): Buffer {
  const body = paragraphs.map((text, n) => {
    const look = n === 0 ? '<w:rPr><w:b/><w:sz w:val="32"/></w:rPr>' : ''
    return `<w:p><w:r>${look}<w:t xml:space="preserve">${xml(text)}</w:t></w:r></w:p>`
  })
  return zip([
    ['[Content_Types].xml', contentTypes([['/word/document.xml', 'wordprocessingml.document.main']])],
    ['_rels/.rels', relations('officeDocument', 'word/document.xml')],
    [
      'word/document.xml',
      `${head}<w:document xmlns:w="${schemas}/wordprocessingml/2006/main"><w:body>${body.join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
    ],
  ])
}

/** An Excel workbook with one sheet. */
export function makeXlsx(name: string, rows: (string | number)[][]): Buffer {
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${xml(value)}</t></is></c>`
  const data = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
  const widths = `<cols><col min="1" max="${rows[0]!.length}" width="18" customWidth="1"/></cols>`
  return zip([
    [
      '[Content_Types].xml',
      contentTypes([
        ['/xl/workbook.xml', 'spreadsheetml.sheet.main'],
        ['/xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'],
      ]),
    ],
    ['_rels/.rels', relations('officeDocument', 'xl/workbook.xml')],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${schemas}/spreadsheetml/2006/main" xmlns:r="${schemas}/officeDocument/2006/relationships"><sheets><sheet name="${xml(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relations('worksheet', 'worksheets/sheet1.xml')],
    [
      'xl/worksheets/sheet1.xml',
      `${head}<worksheet xmlns="${schemas}/spreadsheetml/2006/main">${widths}<sheetData>${data}</sheetData></worksheet>`,
    ],
  ])
}

const firstDay = 0x21

function zip(entries: [name: string, content: string][]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of entries) {
    const raw = Buffer.from(content)
    const packed = deflateRawSync(raw)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt16LE(firstDay, 8)
    fields.writeUInt32LE(crc32(raw), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(raw.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    bodies.push(Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, list, end])
}
