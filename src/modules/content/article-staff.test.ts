import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeLooseFiles } from '#modules/files/keep-files.ts'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { samplePdf } from '#testing/sample-files.ts'
import sharp from 'sharp'

let service: TestService
let editor: TestMember
beforeAll(async () => {
  service = await openTestService()
  editor = await service.newMember({ role: 'editor' })
})
afterAll(() => service.close())

const staff = (method: string, path: string, body?: object, as = editor) =>
  service.call(method, `/api/Staff/${path}`, { as, ...(body ? { body } : {}) })
const draft = { category: 'notice', titleTw: '新公告', bodyTw: '內文' }
const write = async (more: object = {}, as = editor): Promise<{ id: number; version: number }> =>
  (await staff('POST', 'News', { ...draft, ...more }, as)).body
const publish = (id: number, more: object = {}) => staff('POST', 'News/Publish', { id, ...more })
const seen = async (id: number) => (await service.call('GET', `/api/News/${id}`)).status

let uploads = 0
async function upload(as = editor, content = samplePdf(`upload ${++uploads}`), name = 'form.pdf'): Promise<string> {
  const form = new FormData()
  form.set('upload', new File([new Uint8Array(content)], name))
  return (await service.call('POST', '/api/Upload', { as, body: form })).body.id
}
const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#5b862b' } })
    .png()
    .toBuffer()

describe('articles of staff', () => {
  it('are drafts that only staff see, and can be published, withdrawn and published again', async () => {
    const { id } = await write()
    expect(await seen(id)).toBe(404)
    expect((await publish(id)).body).toEqual({ standing: 'shown' })
    expect(await seen(id)).toBe(200)
    expect((await staff('POST', 'News/Withdraw', { id })).body).toEqual({ standing: 'withdrawn' })
    expect(await seen(id)).toBe(404)
    expect((await staff('POST', 'News/Withdraw', { id })).body.code).toBe('article_not_published')
    await publish(id)
    expect(await seen(id)).toBe(200)
  })

  it('are shown from a future moment, and until another', async () => {
    const { id } = await write()
    const times = { publishAt: '2026-11-15T11:00:00+08:00', expiresAt: '2026-11-15T12:00:00+08:00' }
    expect((await publish(id, times)).body).toEqual({ standing: 'scheduled' })
    expect((await staff('GET', `News/Detail?id=${id}`)).body).toMatchObject({ standing: 'scheduled', ...times })
    expect((await publish(id, { ...times, expiresAt: times.publishAt })).body).toMatchObject({ status: 422, code: 'expires_too_early' })
    expect((await publish(id, { expiresAt: '2026-11-15T09:00:00+08:00' })).body.errors[0].path).toBe('expiresAt')
  })

  it('keep the publishing date when they are edited', async () => {
    const { id } = await write()
    await publish(id)
    const { publishedAt } = (await service.call('GET', `/api/News/${id}`)).body
    service.clock.advance(60_000)
    await publish(id, { expiresAt: '2027-01-01T00:00:00+08:00' })
    expect((await service.call('GET', `/api/News/${id}`)).body).toMatchObject({ publishedAt, expiresAt: '2027-01-01T00:00:00+08:00' })
  })

  it('cannot be published with a title and no text', async () => {
    const { id } = await write({ bodyTw: '', bodyEn: 'English text without a title' })
    expect((await publish(id)).body).toMatchObject({ status: 409, code: 'article_incomplete' })
  })

  it('cannot lose their text while they are published', async () => {
    const { id, version } = await write()
    const emptied = { id, version, ...draft, bodyTw: '' }
    await publish(id)
    expect((await staff('PUT', 'News', emptied)).body).toMatchObject({ status: 409, code: 'article_incomplete' })
    expect((await service.call('GET', `/api/News/${id}`)).body.bodyHtml).toContain('內文')
    await staff('POST', 'News/Withdraw', { id })
    expect((await staff('PUT', 'News', emptied)).status, 'what nobody sees may be unfinished').toBe(200)
  })

  it('are refused when an old version is saved over a newer one', async () => {
    const { id, version } = await write()
    const change = { id, version, ...draft, titleTw: '改過的標題' }
    expect((await staff('PUT', 'News', change)).body).toEqual({ id, version: version + 1 })
    const two = await Promise.all([1, 2].map(() => staff('PUT', 'News', { ...change, version: version + 1 })))
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await staff('PUT', 'News', change)).body).toMatchObject({ code: 'article_changed', changedBy: expect.stringMatching('會員') })
    expect((await staff('PUT', 'News', { ...change, id: 999_999 })).status).toBe(404)
    expect((await staff('PUT', 'Doc', { ...change, category: 'form' })).status, 'news is not a document').toBe(404)
  })

  it('can be deleted while they are drafts, not once they were published', async () => {
    const { id } = await write()
    await publish(id)
    expect((await staff('DELETE', `News/${id}`)).body.code).toBe('article_not_draft')
    const other = await write()
    expect((await staff('DELETE', `Doc/${other.id}`)).status).toBe(404)
    expect((await staff('DELETE', `News/${other.id}`)).status).toBe(204)
    expect((await staff('DELETE', `News/${other.id}`)).status).toBe(404)
  })

  it('are listed by state and by keyword', async () => {
    const { id } = await write({ titleTw: '內部草稿羽球隊' })
    const found = (await staff('GET', 'News/List?state=draft&keyword=羽球')).body
    expect(found).toMatchObject({ total: 1, items: [{ id, standing: 'draft', titleTw: '內部草稿羽球隊' }] })
    expect((await staff('GET', 'News/List?state=published&keyword=羽球')).body.total).toBe(0)
    expect((await staff('GET', 'Doc/List')).body.total).toBe(0)
  })

  it('with invalid fields are refused, field by field', async () => {
    const refused = async (more: object) => (await staff('POST', 'News', { ...draft, ...more })).body
    expect(await refused({ titleTw: '' })).toMatchObject({ status: 422, errors: [{ path: 'titleTw' }] })
    expect(await refused({ titleTw: '長'.repeat(121) })).toMatchObject({ status: 422, errors: [{ path: 'titleTw' }] })
    expect(await refused({ bodyTw: 'x'.repeat(20_001) })).toMatchObject({ status: 422, errors: [{ path: 'bodyTw' }] })
    expect(await refused({ category: 'form' })).toMatchObject({ status: 422, errors: [{ path: 'category' }] })
    expect(await refused({ fileIds: ['../../etc/passwd'] })).toMatchObject({ status: 422, errors: [{ path: 'fileIds.0' }] })
    const strange = {
      titleTw: '\u202e🏸 مرحبا\u0000\n<b>',
      bodyTw: `a\u0000b\ud800 ${'長'.repeat(10_000)} ${'x'.repeat(9000)}`,
      owner: 'x',
    }
    const { id } = await write(strange)
    expect((await staff('GET', `News/Detail?id=${id}`)).body.titleTw).toBe('🏸 مرحبا <b>')
  })
})

describe('B13 one document', () => {
  it('comes with its files in their order, each with name, size and type, in the caller’s language', async () => {
    const [form, table] = [await upload(), await upload(editor, samplePdf('a longer one'), '名冊.pdf')]
    const { id } = (
      await staff('POST', 'Doc', {
        category: 'form',
        titleTw: '場地借用申請書',
        titleEn: 'Application form',
        bodyTw: '**請先填寫**',
        fileIds: [table, form],
      })
    ).body
    const read = (language = 'zh-TW') => service.call('GET', `/api/Doc/${id}`, { headers: { 'accept-language': language } })
    expect((await read()).status, 'a draft').toBe(404)
    await staff('POST', 'Doc/Publish', { id })
    const { body } = await read()
    expect(body).toMatchObject({ id, title: '場地借用申請書', category: 'form', bodyHtml: '<p><strong>請先填寫</strong></p>\n' })
    expect(body.files).toMatchObject([
      { id: table, name: '名冊.pdf', type: 'application/pdf', size: samplePdf('a longer one').length },
      { id: form, name: 'form.pdf', type: 'application/pdf' },
    ])
    expect((await service.call('GET', `/api/File/${table}`)).status).toBe(200)
    expect((await read('en')).body).toMatchObject({ title: 'Application form', bodyHtml: '<p><strong>請先填寫</strong></p>\n' })
    expect((await service.call('GET', `/api/News/${id}`)).status, 'it is no news').toBe(404)
    await staff('POST', 'Doc/Withdraw', { id })
    expect((await read()).status, 'withdrawn').toBe(404)
  })

  it.each(['0', '-1', 'abc', '99999999999', '%00'])('%s is none: 404', async (id) => {
    expect((await service.call('GET', `/api/Doc/${id}`)).status).toBe(404)
  })
})

describe('the files of an article', () => {
  it('B45 can be downloaded by everybody while it is shown, and only by staff before and after', async () => {
    const file = await upload()
    const nobody = async () => (await service.call('GET', `/api/File/${file}`)).status
    const { id } = await write({ fileIds: [file] })
    expect(await nobody()).toBe(404)
    await publish(id, { publishAt: new Date(service.clock.now().getTime() + 1000).toISOString() })
    expect(await nobody()).toBe(404)
    service.clock.advance(1000)
    expect(await nobody()).toBe(200)
    expect((await service.call('GET', `/api/News/${id}`)).body.files).toMatchObject([
      { id: file, name: 'form.pdf', type: 'application/pdf' },
    ])
    await staff('POST', 'News/Withdraw', { id })
    expect(await nobody()).toBe(404)
  })

  it('must be uploaded by the writer, or be part of it already', async () => {
    const mine = await upload()
    const colleague = await service.newMember({ role: 'editor' })
    expect((await staff('POST', 'News', { ...draft, fileIds: [mine] }, colleague)).body).toMatchObject({
      status: 422,
      code: 'no_such_file',
    })
    const { id, version } = await write({ fileIds: [mine] })
    const theirs = await upload(colleague)
    expect((await staff('PUT', 'News', { id, version, ...draft, fileIds: [theirs, mine] }, colleague)).status).toBe(200)
    expect((await staff('GET', `News/Detail?id=${id}`)).body.files.map((one: { id: string }) => one.id)).toEqual([theirs, mine])
  })

  it('are kept while a version shows them, for staff only, and deleted a day after the draft', async () => {
    const [kept, dropped] = [await upload(), await upload()]
    const { id, version } = await write({ fileIds: [kept, dropped] })
    await staff('PUT', 'News', { id, version, ...draft, fileIds: [kept] })
    await publish(id)
    const again = await service.newMember({ role: 'editor' })
    const statusOf = async (file: string, as?: TestMember) => (await service.call('GET', `/api/File/${file}`, as ? { as } : {})).status
    const dayLater = async () => {
      service.clock.advance(25 * 3_600_000)
      await removeLooseFiles(service.db, service.files, service.clock.now())
    }
    await dayLater()
    expect([await statusOf(kept), await statusOf(dropped), await statusOf(dropped, again)]).toEqual([200, 404, 200])
    const thrownAway = await upload()
    const other = await write({ fileIds: [thrownAway] })
    await staff('DELETE', `News/${other.id}`)
    await dayLater()
    expect(await statusOf(thrownAway, editor)).toBe(404)
  })

  it('that its text shows are pictures, not attachments; images from other addresses are shown as text', async () => {
    const [shown, strange] = [await upload(editor, await picture(), 'p.png'), await upload(editor, samplePdf('strange'))]
    const { id } = await write({ bodyTw: `![場地](/api/File/${shown} "40x30") ![外](https://example.com/x.png)`, fileIds: [strange] })
    await publish(id)
    const { body } = await service.call('GET', `/api/News/${id}`)
    expect(body.bodyHtml).toContain(`<img src="/api/File/${shown}" alt="場地" width="40" height="30"`)
    expect(body.bodyHtml).not.toContain('example.com')
    expect(body).toMatchObject({ picture: `/api/File/${shown}`, files: [{ id: strange }] })
    const unknown = crypto.randomUUID()
    expect((await staff('POST', 'News', { ...draft, bodyTw: `![x](/api/File/${unknown})` })).body.code).toBe('no_such_file')
  })
})

describe('a preview link', () => {
  it('shows a draft and its files without a login, for a week', async () => {
    const shown = await upload(
      editor,
      await sharp(await picture())
        .negate()
        .png()
        .toBuffer(),
      'preview.png',
    )
    const { id } = await write({ bodyTw: `![圖](/api/File/${shown})` })
    const { token, url, expiresAt } = (await staff('POST', 'News/Preview', { id })).body
    expect(url).toBe(`http://localhost:3000/news/detail?preview=${token}`)
    const preview = () => service.call('GET', `/api/News/Preview?token=${token}`)
    const { body } = await preview()
    expect(body).toMatchObject({ id, title: '新公告', publishedAt: null, previous: null, next: null })
    const src = /src="([^"]+)"/.exec(body.bodyHtml)![1]!
    expect((await service.call('GET', src)).status).toBe(200)
    expect((await service.call('GET', src.split('?')[0]!)).status, 'not without the link').toBe(404)
    expect((await service.call('GET', `/api/Doc/Preview?token=${token}`)).status, 'not as a document').toBe(404)
    service.clock.advance(Date.parse(expiresAt) - service.clock.now().getTime() + 1000)
    expect(await preview()).toMatchObject({ status: 410, body: { code: 'preview_expired' } })
    expect((await service.call('GET', src)).status).toBe(404)
  })

  it('is refused when it is forged, or signed for something else', async () => {
    const now = service.clock.now()
    const reset = await service.tokens.signLink('1', 'reset-secret', now, new Date(now.getTime() + 60_000))
    for (const token of [reset, `${reset}x`, 'x', '1'])
      expect((await service.call('GET', `/api/News/Preview?token=${token}`)).status).toBe(404)
    expect((await service.call('GET', '/api/News/Preview')).status).toBe(422)
  })
})
