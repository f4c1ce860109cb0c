import { randomBytes } from 'node:crypto'
import { sampleDocx, samplePdf, sampleXlsx, zip } from '#testing/sample-files.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxFileBytes } from './rules.ts'
import { formWith, openDesk, type Desk } from './testing.ts'
import type { UploadedFile } from './wire.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(async () => {
  desk.session = await desk.member()
})
afterEach(async () => {
  expect(await desk.temporary(), 'temporary files that an upload left').toEqual([])
  const rows = await desk.db.selectFrom('files').select('id').execute()
  expect((await desk.stored()).toSorted(), 'bytes in the store, one for each row').toEqual(rows.map((row) => row.id).toSorted())
})

async function upload(content: Buffer | Uint8Array, name: string): Promise<UploadedFile> {
  const response = await desk.send('/api/Upload', formWith(content, name))
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()) as UploadedFile
}

async function refused(form: FormData, path = '/api/Upload'): Promise<[number, string]> {
  const response = await desk.send(path, form)
  return [response.status, ((await response.json()) as { code: string }).code]
}

async function bytesOf(id: string): Promise<Buffer> {
  const response = await desk.api.app.request(`/api/File/${id}`)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const picture = (format: 'jpeg' | 'png' | 'webp', width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#2a7' } }).toFormat(format)

describe('B47 POST /api/Upload takes', () => {
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
    const file = await upload(await make(), name)
    expect(file).toMatchObject({ name, type })
    expect(await bytesOf(file.id)).toHaveLength(file.size)
  })

  it('the bytes of a document as they are', async () => {
    const pdf = samplePdf('exactly this')
    expect(await bytesOf((await upload(pdf, 'a.pdf')).id)).toEqual(pdf)
  })

  it('a type by its content and not by its name', async () => {
    expect(await upload(await picture('png').toBuffer(), 'contract.pdf')).toMatchObject({ name: 'contract.png', type: 'image/png' })
  })

  it('names in Chinese, with emoji, turned round or with a path', async () => {
    expect((await upload(samplePdf('1'), '社團 名冊🏸.pdf')).name).toBe('社團 名冊🏸.pdf')
    expect((await upload(samplePdf('2'), 'fee\u202Efdp.exe')).name).toBe('feefdp.pdf')
    expect((await upload(samplePdf('3'), '..\\..\\win.ini')).name).toBe('win.pdf')
  })

  it('one row for the same bytes and name of one member, another for another name or member', async () => {
    const first = await upload(samplePdf('double'), 'a.pdf')
    expect(await upload(samplePdf('double'), 'a.pdf')).toEqual(first)
    expect((await upload(samplePdf('double'), 'b.pdf')).id).not.toBe(first.id)
    desk.session = await desk.member()
    expect((await upload(samplePdf('double'), 'a.pdf')).id).not.toBe(first.id)
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
    ['a zip that only calls itself Office', zip([{ name: '[Content_Types].xml', content: '<Types/>' }, { name: 'word/document.xml', content: '' }])],
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

  it('a broken image and one with too many pixels', async () => {
    const good = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } }).jpeg().toBuffer()
    expect(await refused(formWith(good.subarray(0, good.length / 2), 'a.jpg'))).toEqual([415, 'file_broken'])
    const png = await picture('png').toBuffer()
    png.writeUInt32BE(60_000, 16)
    expect(await refused(formWith(png, 'a.png'))).toEqual([415, 'file_broken'])
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'red' } }).png({ compressionLevel: 9 }).toBuffer()
    expect(await refused(formWith(bomb, 'bomb.png'))).toEqual([415, 'file_broken'])
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
    const json = await desk.api.app.request('/api/Upload', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
    expect(json.status).toBe(422)
  })

  it('says so in words beside the field, in both languages', async () => {
    const response = await desk.send('/api/Upload', formWith(Buffer.alloc(0), 'a.pdf'))
    expect(await response.json()).toMatchObject({ title: 'This file is empty', errors: [{ path: 'upload', message: 'This file is empty' }] })
    const chinese = await desk.send('/api/Upload', formWith(Buffer.from('x'), 'a.pdf'), { 'accept-language': 'zh-TW' })
    expect(await chinese.json()).toMatchObject({ title: '不支援這種檔案' })
  })

  it('nobody in particular: without a session it is 401', async () => {
    desk.session = undefined
    expect(await refused(formWith(samplePdf(), 'a.pdf'))).toEqual([401, 'not_logged_in'])
  })

  it('the hundred and first file of a member in an hour', async () => {
    const turns = { key: `upload:${desk.session!.memberId}`, count: 100, resets_at: new Date(desk.now.getTime() + 60_000) }
    await desk.db.insertInto('rate_limits').values(turns).execute()
    const response = await desk.send('/api/Upload', formWith(samplePdf(), 'a.pdf'))
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60'])
  })
})

describe('the size of a file', () => {
  const padded = (size: number) => Buffer.concat([samplePdf(), Buffer.alloc(size - samplePdf().length)])

  it('may be ten megabytes and not a byte more', async () => {
    expect((await upload(padded(maxFileBytes), 'full.pdf')).size).toBe(maxFileBytes)
    expect(await refused(formWith(padded(maxFileBytes + 1), 'over.pdf'))).toEqual([413, 'file_too_large'])
  })

  it('is refused by its announcement, before a byte is read', async () => {
    let read = 0
    const body = new ReadableStream({ pull: (controller) => (read++, controller.enqueue(new Uint8Array(1000))) }, { highWaterMark: 0 })
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '50000000' }
    const response = await desk.api.app.request(new Request('http://x/api/Upload', { method: 'POST', body, headers, duplex: 'half' } as RequestInit))
    expect([response.status, read]).toEqual([413, 0])
  })

  it('is counted while it streams, so that an endless body without a length is not read for ever', async () => {
    let sent = 0
    let cancelled = false
    const head = Buffer.from('--x\r\ncontent-disposition: form-data; name="upload"; filename="a.pdf"\r\n\r\n%PDF-1.4\n')
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(sent === 0 ? head : new Uint8Array(65_536))
        sent += 65_536
      },
      cancel() {
        cancelled = true
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const response = await desk.api.app.request(new Request('http://x/api/Upload', { method: 'POST', body, headers, duplex: 'half' } as RequestInit))
    expect([response.status, cancelled]).toEqual([413, true])
    expect(sent).toBeLessThan(maxFileBytes + 1_000_000)
  })
})

describe('an upload that breaks off', () => {
  const interrupted = (last: (controller: ReadableStreamDefaultController<Uint8Array>) => void) => {
    let step = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        step += 1
        if (step === 1) controller.enqueue(Buffer.from('--x\r\ncontent-disposition: form-data; name="upload"; filename="a.pdf"\r\n\r\n%PDF-1.4\n'))
        else if (step < 20) controller.enqueue(new Uint8Array(65_536))
        else last(controller)
      },
    })
    return desk.api.app.request(new Request('http://x/api/Upload', { method: 'POST', body, headers: { 'content-type': 'multipart/form-data; boundary=x' }, duplex: 'half' } as RequestInit))
  }

  it('leaves nothing when the connection is lost', async () => {
    expect((await interrupted((controller) => controller.error(new Error('connection lost')))).status).toBe(422)
  })

  it('leaves nothing when the form does not end', async () => {
    const response = await interrupted((controller) => controller.close())
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([422, 'upload_incomplete'])
  })
})

describe('an image is drawn anew', () => {
  it('without place, camera and whatever else it knew, upright', async () => {
    const photo = await picture('jpeg').withExif({ IFD0: { Make: 'Camera', Copyright: 'Lin' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '25/1 2/1 0/1' } }).withMetadata({ orientation: 6 }).toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const file = await upload(photo, 'me.jpg')
    const kept = await sharp(await bytesOf(file.id)).metadata()
    expect(kept).toMatchObject({ format: 'jpeg', width: 20, height: 40 })
    expect([kept.exif, kept.icc, kept.xmp, kept.orientation]).toEqual([undefined, undefined, undefined, undefined])
  })

  it('without what hides behind its end', async () => {
    const polyglot = Buffer.concat([await picture('png').toBuffer(), Buffer.from('<script>alert(1)</script>')])
    expect((await bytesOf((await upload(polyglot, 'a.png')).id)).includes('<script>')).toBe(false)
  })

  it('at most 4096 pixels a side', async () => {
    const file = await upload(await picture('png', 5000, 100).toBuffer(), 'wide.png')
    expect(await sharp(await bytesOf(file.id)).metadata()).toMatchObject({ width: 4096, height: 82 })
  })
})

describe('when the store or the database fails', () => {
  it('nothing is left of a file that could not be stored', async () => {
    const put = desk.store.put
    desk.store.put = async (id, bytes, size) => {
      await put(id, bytes, size)
      throw new Error('the store lost its connection')
    }
    try {
      expect((await desk.send('/api/Upload', formWith(samplePdf('lost'), 'a.pdf'))).status).toBe(500)
    } finally {
      desk.store.put = put
    }
    expect(await desk.db.selectFrom('files').select('id').where('owner_id', '=', desk.session!.memberId).execute()).toEqual([])
  })

  it('bytes without a row cannot be: a process that dies in between leaves a loose row that nobody sees', async () => {
    let seen: unknown
    const put = desk.store.put
    desk.store.put = async (id, bytes, size) => {
      await put(id, bytes, size)
      seen = [await desk.db.selectFrom('files').select('stored').where('id', '=', id).execute(), (await desk.api.app.request(`/api/File/${id}`)).status]
    }
    try {
      await upload(samplePdf('order'), 'a.pdf')
    } finally {
      desk.store.put = put
    }
    expect(seen).toEqual([[{ stored: false }], 404])
  })
})
