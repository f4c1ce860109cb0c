import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'

type Operations = Record<string, Record<string, { 'x-access': string | string[] }>>
const staffCalls = (paths: Operations) =>
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => Array.isArray(operation['x-access']))

describe('the description of the API when the demo is off', () => {
  let service: TestService
  let member: TestMember
  let editor: TestMember
  beforeAll(async () => {
    service = await openTestService({ demo: false })
    member = await service.newMember({ communityName: '羽球社' })
    editor = await service.newMember({ role: 'editor' })
  })
  afterAll(() => service.close())

  it('leaves out the calls of staff for everybody else', async () => {
    for (const as of [undefined, member]) {
      const { status, body, text } = await service.call('GET', '/api/openapi.json', { as })
      expect(status).toBe(200)
      expect(staffCalls(body.paths)).toEqual([])
      expect(text).not.toContain('/api/Staff/')
      expect(body.paths['/api/Order/Member'].post['x-access']).toBe('member')
      expect(body.paths['/api/AccountMember/Login']).toBeDefined()
      expect(await service.call('GET', '/api/docs', { as })).toMatchObject({ status: 404, body: { code: 'no_such_call' } })
    }
  })

  it('has all calls for staff, by header or from the browser', async () => {
    const { body, headers } = await service.call('GET', '/api/openapi.json', { as: editor })
    expect(staffCalls(body.paths).length).toBeGreaterThan(20)
    expect(headers.get('cache-control')).toBe('no-store')
    const page = await service.call('GET', '/api/docs', { headers: { cookie: `sports_v2_jwt=${editor.token}` } })
    expect(page.status).toBe(200)
    expect(page.text).toContain('/api/Staff/')
    expect((await service.call('GET', '/api/docs', { headers: { cookie: 'sports_v2_jwt=%00' } })).status).toBe(404)
  })
})

it('the description of the API has all calls for everybody in the demo', async () => {
  const service = await openTestService()
  const { body } = await service.call('GET', '/api/openapi.json')
  expect(staffCalls(body.paths).length).toBeGreaterThan(20)
  expect((await service.call('GET', '/api/docs')).status).toBe(200)
  await service.close()
})
