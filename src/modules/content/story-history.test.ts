import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeLooseFiles } from '#modules/files/keep-files.ts'
import { namedEditor, type NamedEditor, storyWith, uploadPicture } from '#testing/highlights.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'

let service: TestService
let editor: NamedEditor
let colleague: NamedEditor
let pictures: string[]
beforeAll(async () => {
  service = await openTestService()
  editor = await namedEditor(service, 'editor')
  colleague = await namedEditor(service, 'manager')
  pictures = [await uploadPicture(service, editor), await uploadPicture(service, editor, 600, 400, '#223344')]
})
afterAll(() => service.close())

const staff = (method: string, path: string, body?: object, as = editor) =>
  service.call(method, `/api/Staff/Highlight${path}`, { as, ...(body ? { body } : {}) })
const write = async (...files: string[]): Promise<string> => (await staff('POST', '', storyWith(...files))).body.id
const shown = async () => (await service.call('POST', '/api/Highlight/List', { body: {} })).body.items

describe('the history of a story', () => {
  it('refuses a change of an old version, and says who was faster', async () => {
    const id = await write(pictures[0]!)
    expect((await staff('PUT', '', { id, version: 1, ...storyWith(pictures[0]!), titleTw: '改' }, colleague)).body).toEqual({
      id,
      version: 2,
    })
    expect(await staff('PUT', '', { id, version: 1, ...storyWith(pictures[0]!) })).toMatchObject({
      status: 409,
      body: { code: 'highlight_changed', changedBy: colleague.name },
    })
  })

  it('gives a version back with the picture that it had, whoever restores it', async () => {
    const id = await write(...pictures)
    await staff('PUT', '', { id, version: 1, ...storyWith(pictures[1]!), day: '2026-11-02' })
    service.clock.advance(25 * 3_600_000)
    await removeLooseFiles(service.db, service.files, service.clock.now())
    expect((await staff('GET', `/Version?id=${id}&version=1`)).body).toMatchObject({
      day: '2026-11-01',
      pictures: [{ fileId: pictures[0] }, { fileId: pictures[1] }],
    })
    expect((await staff('POST', '/Restore', { id, version: 2, restored: 1 }, colleague)).body).toEqual({ id, version: 3 })
    const detail = (await staff('GET', `/Detail?id=${id}`)).body
    expect(detail).toMatchObject({ version: 3, day: '2026-11-01', savedBy: colleague.name, pictures: [{ fileId: pictures[0] }, {}] })
    const { versions } = (await staff('GET', `/History?id=${id}`)).body
    expect(versions).toMatchObject([
      { version: 3, restoredFrom: 1, changed: ['day', 'pictures'] },
      { version: 2, savedBy: editor.name, changed: ['day', 'pictures'] },
      { version: 1, changed: [] },
    ])
    expect((await staff('POST', '/Restore', { id, version: 2, restored: 1 })).status).toBe(409)
    expect((await staff('POST', '/Restore', { id, version: 3, restored: 7 })).status).toBe(404)
  })

  it('ends by itself at the moment that was set, and can be deleted only as a draft', async () => {
    const id = await write(pictures[0]!)
    const at = (hours: number) => new Date(service.clock.now().getTime() + hours * 3_600_000).toISOString()
    expect((await staff('POST', '/Publish', { id, publishAt: at(2), expiresAt: at(1) })).body).toMatchObject({ code: 'expires_too_early' })
    expect((await staff('POST', '/Publish', { id, expiresAt: at(1) })).status).toBe(200)
    expect(await shown()).toHaveLength(1)
    service.clock.advance(3_600_000)
    expect(await shown()).toHaveLength(0)
    const listed = async (standing: string) =>
      (await staff('GET', `/List?standing=${standing}&keyword=秋季`)).body.items.map((one: { id: string }) => one.id)
    expect(await listed('expired')).toEqual([id])
    expect(await listed('draft')).not.toContain(id)
    expect((await staff('GET', '/List?keyword=%25')).body.total).toBe(0)
    expect((await staff('DELETE', `/${id}`)).body.code).toBe('highlight_not_draft')
    expect((await staff('DELETE', `/${await write(pictures[0]!)}`)).status).toBe(204)
  })

  it('is previewed before it is saved; pictures of others are left out', async () => {
    const foreign = await uploadPicture(service, await service.newMember())
    const { token, path } = (await staff('POST', '/Draft', { ...storyWith(pictures[0]!, foreign), titleTw: '草稿' })).body
    expect(path).toBe(`/highlights?preview=${token}`)
    const { items } = (await service.call('POST', '/api/Highlight/List', { body: { preview: token } })).body
    expect(items).toMatchObject([{ title: '草稿', pictures: [{ width: 1000, height: 600, avif: [] }] }])
    expect((await service.call('GET', items[0].pictures[0].fallback)).status, 'the page loads it by the link').toBe(200)
    expect((await service.call('GET', `/api/File/${foreign}?preview=${token}`)).status).toBe(404)
    expect(items[0].pictures).toHaveLength(1)
    expect((await service.call('GET', `/api/Highlight/Picture/${pictures[0]}/480.avif?preview=${token}`)).status).toBe(404)
    expect((await service.call('GET', `/api/News/Preview?token=${token}`)).status).toBe(404)
  })
})
