import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { openTestService, testSecret, type TestService, type TestMember } from '#testing/test-service.ts'

let service: TestService
let admin: TestMember
type Content = Record<string, { schema: z.ZodType }>
let calls: { method: string; path: string; content: Content }[]
beforeAll(async () => {
  service = await openTestService()
  admin = await service.newMember({ role: 'admin', communityName: '管理社' })
  calls = service.app.openAPIRegistry.definitions.flatMap((one) =>
    one.type === 'route'
      ? [{ method: one.route.method.toUpperCase(), path: one.route.path, content: (one.route.request?.body?.content ?? {}) as Content }]
      : [],
  )
})
afterAll(() => service.close())

const json = 'application/json'
const pathOf = (path: string) => path.replaceAll(/\{\w+\}/g, '1')

describe('a body without the JSON content type', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/json', ''])('is refused by every call: %s', async (type) => {
    const taking = calls.filter(({ content }) => json in content)
    expect(taking.length).toBeGreaterThan(50)
    for (const { method, path } of taking) {
      const answer = await service.call(method, pathOf(path), { as: admin, body: '{}', headers: { 'content-type': type } })
      // Where the address names nothing, that is said first.
      const expected = path.includes('{') ? [415, 404] : [415]
      expect(expected, `${method} ${path} ${answer.text}`).toContain(answer.status)
    }
  })

  it('is refused in the caller’s language; JSON with a charset is accepted', async () => {
    const login = (type: string) =>
      service.call('POST', '/api/AccountMember/Login', {
        body: { emailOrAccount: admin.email, secret: testSecret },
        headers: { 'content-type': type },
      })
    expect((await login('text/plain')).body).toMatchObject({ code: 'unsupported_media_type', title: '只接受 JSON 格式的內容' })
    expect((await login('Application/JSON; charset=UTF-8')).status).toBe(200)
  })
})

describe('a page of another origin', () => {
  const foreign: Record<string, Record<string, string>> = {
    'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    'a sibling on the same domain': { 'sec-fetch-site': 'same-site', origin: 'http://other.localhost:3000' },
    'a page without an origin': { 'sec-fetch-site': 'cross-site', origin: 'null' },
    'another site in an old browser': { origin: 'https://evil.example' },
  }

  it.each(Object.entries(foreign))('cannot change anything by any call: %s', async (_, headers) => {
    const changing = calls.filter(({ method, content }) => method !== 'GET' && !('application/x-www-form-urlencoded' in content))
    expect(changing.length).toBeGreaterThan(60)
    for (const { method, path } of changing) {
      const answer = await service.call(method, pathOf(path), { as: admin, body: {}, headers })
      expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([403, 'foreign_origin'])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  const logIn = (headers: Record<string, string>) =>
    service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount: admin.email, secret: testSecret }, headers })

  it.each<[string, Record<string, string>]>([
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:3000' }],
    ['our pages at another origin than the API', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }],
    ['our own page in an old browser', { origin: 'http://localhost:3000' }],
    ['a program', {}],
  ])('is none of these: %s', async (_, headers) => expect((await logIn(headers)).status).toBe(200))
})

/** Every text that a schema takes, with its path. */
function texts(schema: z.ZodType, path: string): [string, z.ZodType][] {
  const { def } = (schema as unknown as { _zod: { def: Record<string, any> } })._zod
  switch (def['type']) {
    case 'object':
      return Object.entries(def['shape'] as Record<string, z.ZodType>).flatMap(([name, inner]) => texts(inner, `${path}.${name}`))
    case 'array':
      return texts(def['element'], `${path}[]`)
    case 'union':
      return (def['options'] as z.ZodType[]).flatMap((option) => texts(option, path))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return texts(def['innerType'], path)
    case 'pipe':
    case 'string':
      return [[path, schema]]
    default:
      return []
  }
}

describe('text that somebody types', () => {
  /** Secrets and signed links are taken as they are: only their hash or their signature counts. */
  const asTheyAre = /\.(secret|oldSecret|newSecret|token|preview|ref)$/
  /** Texts of several lines. Whatever is not here is one line. */
  const ofSeveralLines =
    /\.(reason|remark|note|purpose|text|textTw|textEn|description|comment|bodyTw|bodyEn|summaryTw|summaryEn|rules\w*|texts\.\w+\.(tw|en)|words\.(tw|en))$/

  it('keeps no control characters, and line breaks only where a text may have several lines', () => {
    const given = 'first\r\nsecond\u0007\u0000third\u2028\u202Efourth'
    const all = calls.flatMap(({ method, path, content }) => (json in content ? texts(content[json]!.schema, `${method} ${path}`) : []))
    const taken = all.filter(([path, schema]) => !asTheyAre.test(path) && schema.safeParse(given).success)
    expect(taken.length).toBeGreaterThan(30)
    const kept = taken.filter(([path, schema]) => {
      const value = String(schema.parse(given))
      return (ofSeveralLines.test(path) ? /(?!\n)\p{Cc}/u : /[\p{Cc}\p{Zl}\p{Zp}]/u).test(value)
    })
    expect(kept.map(([path]) => path)).toEqual([])
  })

  it('is one line in a name', async () => {
    const member = await service.newMember()
    const answer = await service.call('PUT', '/api/AccountMember', {
      as: member,
      body: { name: ' 林\r\n小美\u0007 ', emergencyPhone: '02\n123' },
    })
    expect(answer.body).toMatchObject({ name: '林 小美', emergencyPhone: '02 123' })
    expect((await service.call('PUT', '/api/AccountMember', { as: member, body: { name: '\n\u0007' } })).status).toBe(422)
  })
})
