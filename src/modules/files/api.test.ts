import { samplePdf, sampleXlsx } from '#testing/sample-files.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { receiveUploads } from './receive-upload.ts'
import { formRequest, formWith, openFilesFixture, type FilesFixture } from '#testing/files-fixture.ts'
import type { UploadedFile } from './wire.ts'

let fixture: FilesFixture
beforeAll(async () => {
  fixture = await openFilesFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  fixture.session = await fixture.member()
})

const post = async (path: string, content: Buffer, name: string, headers?: Record<string, string>) => {
  const response = await fixture.send(path, formWith(content, name), headers)
  expect(response.status).toBe(201)
  return (await response.json()) as UploadedFile
}
const get = (id: string, headers: Record<string, string> = {}, method = 'GET') =>
  fixture.api.app.request(`/api/File/${id}`, { headers, method })

describe('B45 GET /api/File/{id}', () => {
  it('shows a file that nothing refers to to its owner, and says 404 to everybody else, staff too', async () => {
    const { id } = await post('/api/Upload', samplePdf('mine'), 'mine.pdf')
    expect((await get(id)).status).toBe(200)
    fixture.session = await fixture.member()
    expect(await (await get(id)).json()).toMatchObject({ status: 404, code: 'not_found' })
    fixture.session = undefined
    expect((await get(id)).status).toBe(404)
    fixture.session = await fixture.member('admin')
    expect((await get(id)).status).toBe(404)
  })

  it('shows a published file to everybody', async () => {
    const { id } = await post('/api/Upload', samplePdf('public'), 'public.pdf')
    await fixture.db.updateTable('files').set({ published: true }).where('id', '=', id).execute()
    fixture.session = undefined
    const response = await get(id)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, max-age=300'])
  })

  it("says 404 to an id that is none, or nobody's", async () => {
    expect((await get('not-an-id')).status).toBe(404)
    expect((await get('00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })

  it('sends headers that keep a browser from running it as a page', async () => {
    const { id, size } = await post('/api/Upload', samplePdf('safe'), '社團 "名冊" (7月).pdf')
    const { headers } = await get(id)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(size),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, max-age=0, must-revalidate',
      'content-disposition': `attachment; filename="__ ____ (7_).pdf"; filename*=UTF-8''%E7%A4%BE%E5%9C%98%20_%E5%90%8D%E5%86%8A_%20%287%E6%9C%88%29.pdf`,
    })
  })

  it('refuses a PDF in which something runs', async () => {
    const active = Buffer.concat([samplePdf('active'), Buffer.from('4 0 obj<</S/JavaScript/JS(1)>>endobj')])
    const answer = await fixture.send('/api/Upload', formWith(active, 'active.pdf'))
    expect(await answer.json()).toMatchObject({ status: 415, code: 'file_active' })
  })

  it('opens pictures in place and saves Office files', async () => {
    const picture = await post(
      '/api/Upload',
      await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .webp()
        .toBuffer(),
      'a.webp',
    )
    expect((await get(picture.id)).headers.get('content-disposition')).toMatch(/^inline;/)
    const list = await post('/api/Upload', sampleXlsx(), '名單.xlsx')
    expect((await get(list.id)).headers.get('content-disposition')).toMatch(/^attachment;/)
  })

  it('answers 304 to a matching If-None-Match', async () => {
    const { id } = await post('/api/Upload', samplePdf('etag'), 'etag.pdf')
    const etag = (await get(id)).headers.get('etag')!
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    const again = await get(id, { 'if-none-match': `W/"x", ${etag}` })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  })

  it('does not open the stored file for HEAD', async () => {
    const { id, size } = await post('/api/Upload', samplePdf('head'), 'head.pdf')
    const open = fixture.store.open
    fixture.store.open = () => expect.fail('opened')
    const response = await get(id, {}, 'HEAD')
    fixture.store.open = open
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(size)])
  })

  it('closes the stored file when the client disconnects', async () => {
    const { id } = await post('/api/Upload', Buffer.concat([samplePdf(), Buffer.alloc(1_000_000)]), 'long.pdf')
    const open = fixture.store.open
    let source: Awaited<ReturnType<typeof open>> | undefined
    fixture.store.open = async (key) => (source = await open(key))
    const reader = (await get(id)).body!.getReader()
    await reader.read()
    await reader.cancel()
    fixture.store.open = open
    expect(source!.destroyed).toBe(true)
  })

  it('answers 500 when the bytes are lost', async () => {
    const { id } = await post('/api/Upload', samplePdf('lost'), 'lost.pdf')
    await fixture.store.remove(id)
    expect((await get(id)).status).toBe(500)
  })
})

describe('B46 POST /api/File', () => {
  it('accepts the consent file before there is an account, and shows it to nobody until a registration uses it', async () => {
    fixture.session = undefined
    const { id } = await post('/api/File', samplePdf('consent'), '同意書.pdf')
    expect(await fixture.db.selectFrom('files').select(['owner_id', 'purpose', 'kept_at']).where('id', '=', id).executeTakeFirst()).toEqual(
      {
        owner_id: null,
        purpose: 'privacy',
        kept_at: null,
      },
    )
    expect((await get(id)).status).toBe(404)
    fixture.session = await fixture.member()
    expect((await get(id)).status).toBe(404)
    fixture.session = await fixture.member('admin')
    expect((await get(id)).status).toBe(404)
  })

  it('stores the same file of two visitors twice', async () => {
    fixture.session = undefined
    const first = await post('/api/File', samplePdf('blank form'), 'form.pdf')
    expect((await post('/api/File', samplePdf('blank form'), 'form.pdf')).id).not.toBe(first.id)
  })

  it('gives the file to the caller who is logged in', async () => {
    const { id } = await post('/api/File', samplePdf('again'), 'a.pdf')
    expect((await get(id)).status).toBe(200)
    expect((await post('/api/File', samplePdf('again'), 'a.pdf')).id).toBe(id)
  })

  it('is limited to twenty an hour from one IP address', async () => {
    fixture.session = undefined
    const from = (peer: string) => fixture.send('/api/File', formWith(Buffer.from('x'), 'x.pdf'), { 'x-fieldhouse-peer': peer })
    for (let i = 0; i < 20; i += 1) expect((await from(`2001:db8:1:2::${i + 1}`)).status).toBe(415)
    const over = await from('2001:db8:1:2::ffff')
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '3600'])
    expect((await from('192.0.2.7')).status).toBe(415)
    fixture.now = new Date(fixture.now.getTime() + 3_600_001)
    expect((await from('2001:db8:1:2::1')).status).toBe(415)
  })
})

describe('several files in one form', () => {
  const request = (...files: [Buffer, string][]) => {
    const form = new FormData()
    for (const [content, name] of files) form.append('uploads', new File([new Uint8Array(content)], name))
    return formRequest('/', form)
  }
  const keeping = () => ({
    db: fixture.db,
    store: fixture.store,
    ownerId: fixture.session!.memberId,
    purpose: 'upload' as const,
    now: fixture.now,
  })

  it('are answered in their order', async () => {
    const received = await receiveUploads(
      await request([samplePdf('a'), 'a.pdf'], [sampleXlsx(), 'b.xlsx']),
      { field: 'uploads', max: 5 },
      keeping(),
    )
    expect(received).toMatchObject({ ok: true, value: [{ name: 'a.pdf' }, { name: 'b.xlsx' }] })
  })

  it('are all refused when one is', async () => {
    const received = await receiveUploads(
      await request([samplePdf('c'), 'c.pdf'], [Buffer.from('rubbish'), 'd.pdf']),
      { field: 'uploads', max: 5 },
      keeping(),
    )
    expect(received).toMatchObject({ ok: false, refusal: { code: 'file_type_not_allowed', path: 'uploads' } })
    expect(await fixture.db.selectFrom('files').select('id').where('owner_id', '=', fixture.session!.memberId).execute()).toEqual([])
  })

  it('are limited in number', async () => {
    const received = await receiveUploads(
      await request([samplePdf('e'), 'e.pdf'], [samplePdf('f'), 'f.pdf'], [samplePdf('g'), 'g.pdf']),
      { field: 'uploads', max: 2 },
      keeping(),
    )
    expect(received).toMatchObject({ ok: false, refusal: { code: 'upload_too_many', max: 2 } })
  })
})
