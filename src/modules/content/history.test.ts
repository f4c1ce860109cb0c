import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeLooseFiles } from '#modules/files/keep-files.ts'
import { namedEditor, type NamedEditor, uploadPicture } from '#testing/highlights.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { versionsKept } from './publishing-store.ts'

let service: TestService
let editor: NamedEditor
let colleague: NamedEditor
beforeAll(async () => {
  service = await openTestService()
  editor = await namedEditor(service, 'editor')
  colleague = await namedEditor(service, 'manager')
})
afterAll(() => service.close())

const staff = (method: string, path: string, body?: object, as = editor) =>
  service.call(method, `/api/Staff/${path}`, { as, ...(body ? { body } : {}) })
const draft = { category: 'notice', titleTw: '新公告', bodyTw: '內文' }
const write = async (more: object = {}): Promise<{ id: number; version: number }> =>
  (await staff('POST', 'News', { ...draft, ...more })).body
const change = (id: number, version: number, more: object, as = editor) => staff('PUT', 'News', { id, version, ...draft, ...more }, as)

describe('the history of an article', () => {
  it('says who saved, published and withdrew it, when, and which fields changed', async () => {
    const { id } = await write()
    service.clock.advance(60_000)
    await change(id, 1, { bodyTw: '新的內文', pinned: true }, colleague)
    await staff('POST', 'News/Publish', { id })
    await staff('POST', 'News/Withdraw', { id }, colleague)
    const { versions, moves } = (await staff('GET', `News/History?id=${id}`)).body
    expect(versions).toMatchObject([
      { version: 2, savedBy: colleague.name, restoredFrom: null, changed: ['pinned', 'body_tw'] },
      { version: 1, savedBy: editor.name, changed: [] },
    ])
    expect(Date.parse(versions[0].savedAt) - Date.parse(versions[1].savedAt)).toBe(60_000)
    expect(moves).toMatchObject([
      { action: 'withdrawn', by: colleague.name },
      { action: 'published', by: editor.name, expiresAt: null },
    ])
    expect((await staff('GET', `News/Detail?id=${id}`)).body).toMatchObject({ savedBy: colleague.name, version: 2 })
    expect((await staff('GET', `Doc/History?id=${id}`)).status, 'news is no document').toBe(404)
  })

  it('gives a version back as a new one, with its pictures; nothing of the history is lost', async () => {
    const picture = await uploadPicture(service, editor)
    const { id } = await write({ bodyTw: `![場地](/api/File/${picture})`, titleEn: 'Notice' })
    await change(id, 1, { bodyTw: '沒有圖' })
    await staff('POST', 'News/Publish', { id })
    service.clock.advance(25 * 3_600_000)
    await removeLooseFiles(service.db, service.files, service.clock.now())
    expect((await staff('GET', `News/Version?id=${id}&version=1`)).body).toMatchObject({ titleEn: 'Notice', files: [{ id: picture }] })
    // A colleague restores what somebody else had uploaded.
    expect(await staff('POST', 'News/Restore', { id, version: 2, restored: 1 }, colleague)).toMatchObject({
      status: 200,
      body: { id, version: 3 },
    })
    expect((await service.call('GET', `/api/News/${id}`)).body.bodyHtml).toContain(`src="/api/File/${picture}"`)
    expect((await service.call('GET', `/api/File/${picture}`)).status, 'shown to everybody again').toBe(200)
    const { versions } = (await staff('GET', `News/History?id=${id}`)).body
    expect(versions.map((one: { version: number }) => one.version)).toEqual([3, 2, 1])
    expect(versions[0]).toMatchObject({ restoredFrom: 1, savedBy: colleague.name, changed: ['title_en', 'body_tw', 'files'] })
  })

  it('restores nothing over what somebody saved meanwhile, nor what does not exist, nor an unfinished text while it is published', async () => {
    const { id } = await write({ bodyTw: '' })
    await change(id, 1, {}, colleague)
    const restore = (version: number, restored: number) => staff('POST', 'News/Restore', { id, version, restored })
    expect(await restore(1, 1)).toMatchObject({ status: 409, body: { code: 'article_changed', changedBy: colleague.name } })
    expect((await restore(2, 9)).status).toBe(404)
    await staff('POST', 'News/Publish', { id })
    expect(await restore(2, 1)).toMatchObject({ status: 409, body: { code: 'article_incomplete' } })
    expect((await staff('GET', `News/History?id=${id}`)).body.versions).toHaveLength(2)
  })

  it('keeps the newest fifty versions, and drops files that only older ones had', async () => {
    const picture = await uploadPicture(service, editor, 50, 40, '#123456')
    const { id } = await write({ fileIds: [picture] })
    for (let version = 1; version <= versionsKept; version += 1) await change(id, version, { bodyTw: `第 ${version} 次` })
    const { versions } = (await staff('GET', `News/History?id=${id}`)).body
    expect([versions.length, versions[0].version, versions.at(-1).version]).toEqual([versionsKept, versionsKept + 1, 2])
    service.clock.advance(25 * 3_600_000)
    await removeLooseFiles(service.db, service.files, service.clock.now())
    expect((await service.call('GET', `/api/File/${picture}`, { as: editor })).status).toBe(404)
  })
})

describe('the list of staff', () => {
  it('is narrowed by what visitors see now', async () => {
    const at = (hours: number) => new Date(service.clock.now().getTime() + hours * 3_600_000).toISOString()
    const title = { titleTw: '清單狀態測試' }
    const ids = await Promise.all([1, 2, 3, 4].map(() => write(title)))
    await staff('POST', 'News/Publish', { id: ids[1]!.id, publishAt: at(2) })
    await staff('POST', 'News/Publish', { id: ids[2]!.id })
    await staff('POST', 'News/Publish', { id: ids[3]!.id, publishAt: at(-3), expiresAt: at(1) })
    const found = async (standing: string) =>
      (await staff('GET', `News/List?standing=${standing}&keyword=清單狀態測試`)).body.items.map((one: { id: number }) => one.id)
    expect(await found('shown')).toEqual(expect.arrayContaining([ids[2]!.id, ids[3]!.id]))
    expect(await found('scheduled')).toEqual([ids[1]!.id])
    service.clock.advance(2 * 3_600_000)
    expect(await found('expired')).toEqual([ids[3]!.id])
    expect((await found('shown')).toSorted()).toEqual([ids[1]!.id, ids[2]!.id].toSorted())
    expect(await found('draft')).toEqual([ids[0]!.id])
    expect((await staff('GET', 'News/List?standing=nonsense')).status).toBe(422)
  })
})

describe('the preview of an unsaved text', () => {
  it('is the real page’s answer with what is typed; the saved article does not change', async () => {
    const { id } = await write()
    await staff('POST', 'News/Publish', { id })
    const picture = await uploadPicture(service, editor, 60, 40, '#654321')
    const typed = { id, ...draft, titleTw: '還沒存', bodyTw: `**粗** ![圖](/api/File/${picture})` }
    const { body } = await staff('POST', 'News/Draft', typed)
    expect(body.path).toBe(`/news/detail?preview=${body.token}`)
    const seen = (await service.call('GET', `/api/News/Preview?token=${body.token}`)).body
    expect(seen).toMatchObject({ id, title: '還沒存' })
    expect(seen.bodyHtml).toContain('<strong>粗</strong>')
    const src = /src="([^"]+)"/.exec(seen.bodyHtml)![1]!
    expect((await service.call('GET', src)).status, 'the frame loads it by the link').toBe(200)
    expect((await service.call('GET', src.split('?')[0]!)).status).toBe(404)
    expect((await service.call('GET', `/api/News/${id}`)).body.title).toBe('新公告')
    // Typed on: the same row is written again.
    await staff('POST', 'News/Draft', { ...typed, titleTw: '' })
    expect((await service.call('GET', `/api/News/Preview?token=${body.token}`)).body).toMatchObject({ title: '' })
    expect(await service.db.selectFrom('preview_drafts').select('id').where('member_id', '=', editor.id).execute()).toHaveLength(1)
  })

  it('shows no file that is neither the writer’s nor an article’s, and is gone after a day', async () => {
    const member = await service.newMember()
    const secret = await uploadPicture(service, member, 40, 40, '#ff0000')
    const { token } = (await staff('POST', 'Doc/Draft', { category: 'form', bodyTw: `![x](/api/File/${secret})`, fileIds: [secret] })).body
    const seen = (await service.call('GET', `/api/Doc/Preview?token=${token}`)).body
    expect(seen).toMatchObject({ id: 0, files: [] })
    expect(seen.bodyHtml).not.toContain('<img')
    expect((await service.call('GET', `/api/File/${secret}?preview=${token}`)).status, 'nor by naming it in a draft').toBe(404)
    expect((await service.call('GET', `/api/News/Preview?token=${token}`)).status).toBe(404)
    service.clock.advance(25 * 3_600_000)
    expect((await service.call('GET', `/api/Doc/Preview?token=${token}`)).body.code).toBe('preview_expired')
    await staff('POST', 'News/Draft', draft, colleague)
    expect(await service.db.selectFrom('preview_drafts').select('member_id').execute()).toEqual([{ member_id: colleague.id }])
  })
})
