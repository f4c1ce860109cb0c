import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { removeLooseFiles } from '#modules/files/keep-files.ts'
import { publishStory, storyWith, uploadPicture } from '#testing/highlights.ts'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { makeVariants } from '#modules/files/make-variant.ts'
import { removePictures, storyPictures } from './story-store.ts'

let service: TestService
let editor: TestMember
beforeAll(async () => {
  service = await openTestService()
  editor = await service.newMember({ role: 'editor' })
})
afterAll(() => service.close())

const list = (body: object = {}, language = 'zh-TW') =>
  service.call('POST', '/api/Highlight/List', { body, headers: { 'accept-language': language } })
const save = (body: object, method = 'POST') => service.call(method, '/api/Staff/Highlight', { as: editor, body })
const publish = (body: object) => service.call('POST', '/api/Staff/Highlight/Publish', { as: editor, body })
const withdraw = (id: string) => service.call('POST', '/api/Staff/Highlight/Withdraw', { as: editor, body: { id } })
const preview = (id: string) => service.call('POST', '/api/Staff/Highlight/Preview', { as: editor, body: { id } })
const ofStaff = async (id: string) =>
  (await service.call('GET', '/api/Staff/Highlight/List?pageSize=100', { as: editor })).body.items.find(
    (one: { id: string }) => one.id === id,
  )
const titles = async (body: object = {}, language?: string) =>
  (await list(body, language)).body.items.map(({ title }: { title: string }) => title)

describe('B15 highlights', () => {
  it('are shown once they are published, not before, and not after they are withdrawn', async () => {
    const { body: story } = await save(storyWith(await uploadPicture(service, editor)))
    expect((await list()).body.total).toBe(0)
    expect((await publish({ id: story.id })).status).toBe(200)
    const { body } = await list()
    expect(body).toMatchObject({ total: 1, page: 1, pageSize: 10 })
    expect(body.items[0]).toMatchObject({ id: story.id, title: '秋季盃', text: '兩天，四十八場比賽。', day: '2026-11-01' })
    expect(body.items[0].pictures[0]).toMatchObject({ alt: '第 1 張', width: 1000, height: 600 })
    expect((await withdraw(story.id)).status).toBe(200)
    expect((await list()).body.total).toBe(0)
    expect(await withdraw(story.id)).toMatchObject({ status: 409, body: { code: 'highlight_not_published' } })
  })

  it('are shown from their scheduled moment on', async () => {
    const { body: story } = await save({ ...storyWith(await uploadPicture(service, editor)), titleTw: '預告' })
    await publish({ id: story.id, publishAt: '2026-11-15T12:00:00+08:00' })
    expect((await ofStaff(story.id)).state).toBe('scheduled')
    expect(await titles()).not.toContain('預告')
    service.clock.advance(2 * 3_600_000)
    expect(await titles()).toContain('預告')
    expect((await ofStaff(story.id)).state).toBe('published')
    await withdraw(story.id)
  })

  it('come in the language of the caller, with the other one where a translation is missing', async () => {
    const file = await uploadPicture(service, editor)
    const { body: story } = await save({ ...storyWith(file), titleEn: '', textTw: '' })
    await publish({ id: story.id })
    expect((await list({}, 'en')).body.items[0]).toMatchObject({ title: '秋季盃', text: 'Two days, forty-eight matches.' })
    expect((await list({}, 'zh-TW')).body.items[0].text).toBe('Two days, forty-eight matches.')
    await withdraw(story.id)
  })

  it('come page by page, the newest first', async () => {
    const ids: string[] = []
    for (const day of ['2026-10-01', '2026-10-03', '2026-10-02']) {
      const { body } = await save({ ...storyWith(await uploadPicture(service, editor)), titleTw: day, day })
      await publish({ id: body.id })
      ids.push(body.id)
    }
    expect(await titles({ pageSize: 2 })).toEqual(['2026-10-03', '2026-10-02'])
    expect(await titles({ pageSize: 2, page: 2 })).toEqual(['2026-10-01'])
    for (const id of ids) await withdraw(id)
  })

  it('show a draft with its pictures through a preview link, for a week, and not without it', async () => {
    const [{ body: story }, { body: other }] = [
      await save(storyWith(await uploadPicture(service, editor))),
      await save(storyWith(await uploadPicture(service, editor))),
    ]
    const { status, body: link } = await preview(story.id)
    expect(status).toBe(200)
    expect(link.url).toBe(`http://localhost:3000/highlights?preview=${link.token}`)
    const { body } = await list({ preview: link.token, page: 3 })
    expect(body).toMatchObject({ items: [{ id: story.id }], total: 1, page: 1 })
    const src: string = body.items[0].pictures[0].webp[0].src
    expect(src).toContain(`?preview=${link.token}`)
    expect(await service.call('GET', src)).toMatchObject({ status: 200 })
    expect((await service.call('GET', src)).headers.get('cache-control')).toBe('private, no-store')
    expect((await service.call('GET', src.split('?')[0]!)).status, 'not without the link').toBe(404)
    const elsewhere = (await ofStaff(other.id)).pictures[0].id
    expect((await service.call('GET', src.replace(/[\da-f-]{36}/, elsewhere))).status, 'of another story').toBe(404)

    service.clock.advance(Date.parse(link.expiresAt) - service.clock.now().getTime() - 1000)
    expect((await list({ preview: link.token })).status).toBe(200)
    service.clock.advance(2000)
    expect(await list({ preview: link.token })).toMatchObject({ status: 410, body: { code: 'preview_expired' } })
    expect((await service.call('GET', src)).status).toBe(404)
    editor = await service.newMember({ role: 'editor' })
    await publish({ id: story.id })
    expect((await service.call('GET', src)).status, 'everybody’s now, whatever the link').toBe(200)
    await withdraw(story.id)
  })

  it('refuse a preview link that is forged, or signed for something else', async () => {
    const now = service.clock.now()
    const { body: story } = await save(storyWith(await uploadPicture(service, editor)))
    const pictureId = (await ofStaff(story.id)).pictures[0].id
    const sign = (id: string, purpose: 'preview-article' | 'preview-highlight' | 'reset-secret') =>
      service.tokens.signLink(id, purpose, now, new Date(now.getTime() + 60_000))
    const { token } = (await preview(story.id)).body
    const wrong = [
      await sign(story.id, 'preview-article'),
      await sign(story.id, 'reset-secret'),
      await sign(crypto.randomUUID(), 'preview-highlight'),
      `${token}x`,
      story.id,
      'x',
    ]
    for (const one of wrong) {
      expect(await list({ preview: one }), one).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect((await service.call('GET', `/api/Highlight/Picture/${pictureId}/480.webp?preview=${one}`)).status, one).toBe(404)
    }
    for (const rubbish of ['', 7, 'x'.repeat(2001)]) expect((await list({ preview: rubbish })).status).toBe(422)
    expect((await service.call('GET', `/api/News/Preview?token=${token}`)).status, 'nor is it one of an article').toBe(404)
    expect((await preview(crypto.randomUUID())).status).toBe(404)
  })

  it('are refused with a file that is no picture, another member’s, used twice, or without an alternative text', async () => {
    const form = new FormData()
    form.set('upload', new File([new Uint8Array(samplePdf('a'))], 'a.pdf'))
    const { body: pdf } = await service.call('POST', '/api/Upload', { as: editor, body: form })
    expect(await save(storyWith(pdf.id))).toMatchObject({
      status: 422,
      body: { code: 'not_a_picture', errors: [{ path: 'pictures.0.fileId' }] },
    })
    const other = await uploadPicture(service, await service.newMember())
    expect(await save(storyWith(other))).toMatchObject({ status: 422, body: { code: 'not_a_picture' } })
    const mine = await uploadPicture(service, editor)
    expect(await save(storyWith(mine, mine))).toMatchObject({ status: 422, body: { code: 'invalid_body' } })
    expect(await save({ ...storyWith(mine), pictures: [{ fileId: mine, altTw: ' \u0000' }] })).toMatchObject({ status: 422 })
    expect(await save({ ...storyWith(mine), titleTw: '標'.repeat(10_000) })).toMatchObject({ status: 422 })
    expect(await save({ ...storyWith(mine), id: crypto.randomUUID(), version: 1 }, 'PUT')).toMatchObject({ status: 404 })
  })
})

describe('A18 pictures', () => {
  it('come in AVIF, WebP and JPEG, in widths up to their own, and may be cached for ever', async () => {
    const { pictureId, id } = await publishStory(service)
    const picture = (await list()).body.items.find((one: { id: string }) => one.id === id).pictures[0]
    expect(picture.avif.map(({ width }: { width: number }) => width)).toEqual([480, 800])
    for (const [size, type, format] of [
      ['480.avif', 'image/avif', 'heif'],
      ['800.webp', 'image/webp', 'webp'],
      ['800.jpg', 'image/jpeg', 'jpeg'],
    ]) {
      const response = await service.app.request(`/api/Highlight/Picture/${pictureId}/${size}`)
      expect(response.headers.get('content-type')).toBe(type)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const { width, height, format: found } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      expect({ width, ratio: Math.round((width / height) * 100), found }).toEqual({
        width: Number.parseInt(size!, 10),
        ratio: 167,
        found: format,
      })
    }
    for (const size of ['1200.avif', '481.avif', '480.png', '480.avif.exe', '..%2F480.avif'])
      expect((await service.call('GET', `/api/Highlight/Picture/${pictureId}/${size}`)).status, size).toBe(404)
    await withdraw(id)
    expect((await service.call('GET', `/api/Highlight/Picture/${pictureId}/480.avif`)).status).toBe(404)
  })

  it('are made once when several processes make them at the same time', async () => {
    const { pictureId, id } = await publishStory(service)
    const asked = Array.from({ length: 4 }, () => service.call('GET', `/api/Highlight/Picture/${pictureId}/480.avif`))
    const answers = await Promise.all([
      ...asked,
      makeVariants(service, storyPictures, service.clock.now()),
      makeVariants(service, storyPictures, service.clock.now()),
    ])
    for (const answer of answers) if (typeof answer === 'object') expect(answer.status).toBe(200)
    const made = await service.db.selectFrom('highlight_variants').selectAll().where('picture_id', '=', pictureId).execute()
    expect(made.map(({ width, format }) => `${width}.${format}`).toSorted()).toEqual([
      '480.avif',
      '480.webp',
      '800.avif',
      '800.jpg',
      '800.webp',
    ])
    expect(await makeVariants(service, storyPictures, service.clock.now())).toBe(0)
    await withdraw(id)
  })

  it('are made although the file of another picture is broken', async () => {
    const [broken, good] = [await publishStory(service), await publishStory(service)]
    await service.files.remove(broken.fileId)
    const failed: string[] = []
    await makeVariants(service, storyPictures, service.clock.now(), { onFailure: (_, id) => failed.push(id) })
    expect(failed).toEqual([broken.pictureId])
    const made = await service.db.selectFrom('highlight_variants').select('width').where('picture_id', '=', good.pictureId).execute()
    expect(made).toHaveLength(5)
    await removePictures(service.db, [broken.pictureId])
    for (const { id } of [broken, good]) await withdraw(id)
  })

  it('keep their address while the story changes, and are removed with their variants when they leave it', async () => {
    const { id, fileId, pictureId, editor: author } = await publishStory(service)
    await makeVariants(service, storyPictures, service.clock.now())
    const variants = await service.db.selectFrom('highlight_variants').select('file_id').where('picture_id', '=', pictureId).execute()
    const second = await uploadPicture(service, author, 700, 500, '#a33a3a')
    const change = async (...files: string[]) =>
      service.call('PUT', '/api/Staff/Highlight', {
        as: author,
        body: { id, version: (await ofStaff(id)).version, ...storyWith(...files) },
      })
    expect((await change(second, fileId)).status).toBe(200)
    expect((await ofStaff(id)).pictures.map((one: { fileId: string }) => one.fileId)).toEqual([second, fileId])
    expect((await ofStaff(id)).pictures[1].id).toBe(pictureId)
    expect((await change(second)).status).toBe(200)
    expect((await service.call('GET', `/api/Highlight/Picture/${pictureId}/480.avif`)).status).toBe(404)
    service.clock.advance(25 * 3_600_000)
    await removeLooseFiles(service.db, service.files, service.clock.now())
    const gone = variants.map((one) => one.file_id)
    expect(gone).toHaveLength(5)
    expect(await service.db.selectFrom('files').select('id').where('id', 'in', gone).execute()).toEqual([])
    const kept = await service.db.selectFrom('files').select('id').where('id', 'in', [second, fileId]).execute()
    expect(kept, 'the picture itself stays in the history').toHaveLength(2)
  })
})

describe('the preview image of a shared link', () => {
  it('shows the court of the facility, or a default one, at the size that social networks ask for', async () => {
    const response = await service.app.request('/api/Share/Picture/default')
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toContain('public')
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect([width, height]).toEqual([1200, 630])
    expect((await service.call('GET', '/api/Share/Picture/999')).status).toBe(404)
    expect((await service.call('GET', '/api/Share/Picture/..%2Fa')).status).toBe(404)
  })
})
