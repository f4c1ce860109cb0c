import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHouse, type House, type TestMember } from '#testing/house.ts'

type Operations = Record<string, Record<string, { 'x-access': string | string[] }>>
const staffCalls = (paths: Operations) =>
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => Array.isArray(operation['x-access']))

describe('the description of the API when the demo is off', () => {
  let house: House
  let member: TestMember
  let editor: TestMember
  beforeAll(async () => {
    house = await openHouse({ demo: false })
    member = await house.newMember({ communityName: '羽球社' })
    editor = await house.newMember({ role: 'editor' })
  })
  afterAll(() => house.close())

  it('leaves out the calls of staff for everybody else', async () => {
    for (const as of [undefined, member]) {
      const { status, body, text } = await house.call('GET', '/api/openapi.json', { as })
      expect(status).toBe(200)
      expect(staffCalls(body.paths)).toEqual([])
      expect(text).not.toContain('/api/Staff/')
      expect(body.paths['/api/Order/Member'].post['x-access']).toBe('member')
      expect(body.paths['/api/AccountMember/Login']).toBeDefined()
      expect(await house.call('GET', '/api/docs', { as })).toMatchObject({ status: 404, body: { code: 'no_such_call' } })
    }
  })

  it('has all calls for staff, by header or from the browser', async () => {
    const { body, headers } = await house.call('GET', '/api/openapi.json', { as: editor })
    expect(staffCalls(body.paths).length).toBeGreaterThan(20)
    expect(headers.get('cache-control')).toBe('no-store')
    const page = await house.call('GET', '/api/docs', { headers: { cookie: `sports_v2_jwt=${editor.token}` } })
    expect(page.status).toBe(200)
    expect(page.text).toContain('/api/Staff/')
    expect((await house.call('GET', '/api/docs', { headers: { cookie: 'sports_v2_jwt=%00' } })).status).toBe(404)
  })
})

it('the description of the API has all calls for everybody in the demo', async () => {
  const house = await openHouse()
  const { body } = await house.call('GET', '/api/openapi.json')
  expect(staffCalls(body.paths).length).toBeGreaterThan(20)
  expect((await house.call('GET', '/api/docs')).status).toBe(200)
  await house.close()
})
