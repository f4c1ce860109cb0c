import { crc32, deflateRawSync } from 'node:zlib'

/** A PDF with one empty page; `text` makes it another one. */
export function samplePdf(text = ''): Buffer<ArrayBuffer> {
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
% ${text}
trailer<</Root 1 0 R>>
%%EOF
`)
}

export type ZipEntry = { name: string; content: string | Buffer; claimedSize?: number; encrypted?: boolean }

export function zip(entries: ZipEntry[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claimedSize, encrypted } of entries) {
    const raw = Buffer.from(content)
    const packed = deflateRawSync(raw)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(encrypted ? 1 : 0, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(raw), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimedSize ?? raw.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    bodies.push(Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + packed.length
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

const relations = { name: '_rels/.rels', content: '<Relationships/>' }
const contentTypes = (part: string, type: string) => ({
  name: '[Content_Types].xml',
  content: `<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
})

export function sampleDocx(more: ZipEntry[] = []): Buffer {
  return zip([
    contentTypes('word/document.xml', 'wordprocessingml.document'),
    relations,
    { name: 'word/document.xml', content: '<w:document/>' },
    ...more,
  ])
}

export function sampleXlsx(more: ZipEntry[] = []): Buffer {
  return zip([
    { name: 'xl/workbook.xml', content: '<workbook/>' },
    relations,
    contentTypes('xl/workbook.xml', 'spreadsheetml.sheet'),
    ...more,
  ])
}
