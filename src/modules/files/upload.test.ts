import { randomBytes } from 'node:crypto'
import { sampleDocx, samplePdf, sampleXlsx, zip } from '#testing/sample-files.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assertTidy, formWith, openFilesFixture, type FilesFixture } from '#testing/files-fixture.ts'

let fixture: FilesFixture
beforeAll(async () => {
  fixture = await openFilesFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  fixture.session = await fixture.member()
})
afterEach(() => assertTidy(fixture))

async function refused(form: FormData): Promise<[number, string]> {
  const response = await fixture.send('/api/Upload', form)
  return [response.status, ((await response.json()) as { code: string }).code]
}

const picture = (format: 'jpeg' | 'png' | 'webp') =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#2a7' } }).toFormat(format)

describe('B47 POST /api/Upload accepts', () => {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

  it.each([
    ['a PDF', async () => samplePdf(), '同意書.pdf', 'application/pdf'],
    ['a Word file', async () => sampleDocx(), '計畫.docx', word],
    ['an Excel file, whatever the order of its parts', async () => sampleXlsx(), '名單.xlsx', excel],
    ['a JPEG', () => picture('jpeg').toBuffer(), '照片.jpg', 'image/jpeg'],
    ['a PNG', () => picture('png').toBuffer(), 'logo.png', 'image/png'],
    ['a WebP', () => picture('webp').toBuffer(), 'web.webp', 'image/webp'],
  ])('%s', async (_, make, name, type) => {
    const file = await fixture.upload(await make(), name)
    expect(file).toMatchObject({ name, type })
    expect(await fixture.bytesOf(file.id)).toHaveLength(file.size)
  })

  it('the bytes of a document as they are', async () => {
    const pdf = samplePdf('exactly this')
    expect(await fixture.bytesOf((await fixture.upload(pdf, 'a.pdf')).id)).toEqual(pdf)
  })

  it('a type by its content and not by its name', async () => {
    expect(await fixture.upload(await picture('png').toBuffer(), 'contract.pdf')).toMatchObject({ name: 'contract.png', type: 'image/png' })
  })

  it('names in Chinese, with emoji, a direction override or a path', async () => {
    expect((await fixture.upload(samplePdf('1'), '社團 名冊🏸.pdf')).name).toBe('社團 名冊🏸.pdf')
    expect((await fixture.upload(samplePdf('2'), 'fee\u202Efdp.exe')).name).toBe('feefdp.pdf')
    expect((await fixture.upload(samplePdf('3'), '..\\..\\win.ini')).name).toBe('win.pdf')
  })

  it('one row for the same bytes and name of one member, another for another name or member', async () => {
    const first = await fixture.upload(samplePdf('double'), 'a.pdf')
    expect(await fixture.upload(samplePdf('double'), 'a.pdf')).toEqual(first)
    expect((await fixture.upload(samplePdf('double'), 'b.pdf')).id).not.toBe(first.id)
    fixture.session = await fixture.member()
    expect((await fixture.upload(samplePdf('double'), 'a.pdf')).id).not.toBe(first.id)
  })
})

describe('B47 POST /api/Upload refuses', () => {
  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a program', Buffer.concat([Buffer.from('MZ\x90\x00'), randomBytes(500)])],
    ['plain text', Buffer.from('hello')],
    ['a PDF that begins with something else', Buffer.concat([Buffer.from('<html>'), samplePdf()])],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;')],
    ['a plain zip', zip([{ name: 'readme.txt', content: 'hello' }])],
    [
      'a zip that only calls itself Office',
      zip([
        { name: '[Content_Types].xml', content: '<Types/>' },
        { name: 'word/document.xml', content: '' },
      ]),
    ],
    ['an Office file with macros', sampleDocx([{ name: 'word/vbaProject.bin', content: 'x' }])],
    ['an encrypted part', sampleDocx([{ name: 'word/a.xml', content: 'x', encrypted: true }])],
    ['a part outside of the package', sampleDocx([{ name: '../evil.xml', content: 'x' }])],
    ['a bomb that says its size', sampleDocx([{ name: 'word/media/a.bin', content: Buffer.alloc(1000), claimedSize: 4_000_000_000 }])],
    ['thousands of parts', sampleDocx(Array.from({ length: 3000 }, (_, i) => ({ name: `word/${i}.xml`, content: '' })))],
    ['a zip cut off', sampleDocx().subarray(0, 200)],
  ])('%s, even when it is called .pdf or .docx', async (_, content) => {
    expect(await refused(formWith(content, 'harmless.pdf'))).toEqual([415, 'file_type_not_allowed'])
    expect(await refused(formWith(content, 'harmless.docx'))).toEqual([415, 'file_type_not_allowed'])
  })

  it('an empty file, another field, two files, and no form at all', async () => {
    expect(await refused(formWith(Buffer.alloc(0), 'a.pdf'))).toEqual([422, 'file_empty'])
    expect(await refused(formWith(samplePdf(), 'a.pdf', 'file'))).toEqual([422, 'upload_missing'])
    const two = formWith(samplePdf(), 'a.pdf')
    two.append('upload', new File(['%PDF-'], 'b.pdf'))
    expect(await refused(two)).toEqual([422, 'upload_too_many'])
    const none = new FormData()
    none.append('upload', 'only text')
    expect(await refused(none)).toEqual([422, 'upload_missing'])
    const json = await fixture.api.app.request('/api/Upload', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect(json.status).toBe(422)
  })

  it('with a text for the field, in both languages', async () => {
    const response = await fixture.send('/api/Upload', formWith(Buffer.alloc(0), 'a.pdf'))
    expect(await response.json()).toMatchObject({
      title: 'This file is empty',
      errors: [{ path: 'upload', message: 'This file is empty' }],
    })
    const chinese = await fixture.send('/api/Upload', formWith(Buffer.from('x'), 'a.pdf'), { 'accept-language': 'zh-TW' })
    expect(await chinese.json()).toMatchObject({ title: '不支援這種檔案' })
  })

  it('a caller without a session: 401', async () => {
    fixture.session = undefined
    expect(await refused(formWith(samplePdf(), 'a.pdf'))).toEqual([401, 'not_logged_in'])
  })

  it('the hundred and first file of a member in an hour', async () => {
    const turns = { key: `upload:${fixture.session!.memberId}`, count: 100, resets_at: new Date(fixture.now.getTime() + 60_000) }
    await fixture.db.insertInto('rate_limits').values(turns).execute()
    const response = await fixture.send('/api/Upload', formWith(samplePdf(), 'a.pdf'))
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60'])
  })
})
