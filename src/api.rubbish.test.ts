import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBuiltService, type BuiltService } from '#testing/built-service.ts'
import type { TestMember } from '#testing/test-service.ts'
import { newRound } from '#testing/preorders.ts'
import { smallCentre } from '#testing/small-centre.ts'

/**
 * Every call of the document, with bodies and queries that have the right shape and the wrong things in them: made from
 * the call's own schema, so that they come past the first check and as far in as they can.
 */
type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Rubbish = {
  text: string
  number: number
  day: string
  moment: string
  time: string
  many: number
  /** Also where only certain words are known, and as names of further fields. */
  everywhere?: boolean
  /** What stands for the end of a period: without it, the moment or day that its start has. */
  later?: { day: string; moment: string; time: string }
}

const harmless: Rubbish = {
  text: '好',
  number: 1,
  day: '2026-11-20',
  moment: '2026-11-20T19:00:00+08:00',
  time: '19:00',
  many: 1,
  later: { day: '2026-11-27', moment: '2026-11-20T20:00:00+08:00', time: '20:00' },
}
const largestInteger = 2_147_483_647
const kinds: Record<string, Rubbish> = {
  'scripts in texts': { ...harmless, text: '<script>alert(1)</script><img src=x onerror=alert(1)>' },
  'ten thousand characters': { ...harmless, text: '字'.repeat(10_000) },
  'emoji, and what joins them': { ...harmless, text: '👩‍👩‍👧‍👦🏸️'.repeat(12) },
  'text from right to left': { ...harmless, text: 'مرحبا \u202Egnp.exe\u202C שלום' },
  'characters that no table takes': { ...harmless, text: 'a\u0000b' },
  'half of a character': { ...harmless, text: 'a\uD800b' },
  'words of the database': { ...harmless, text: `'; drop table members; -- %_\\` },
  'only blanks': { ...harmless, text: ' \u3000\t' },
  'formulas and paths': { ...harmless, text: '=HYPERLINK("http://x")/../../etc/passwd' },
  'numbers below': { ...harmless, number: -1 },
  'numbers beyond every column': { ...harmless, number: 9_007_199_254_740_991 },
  'numbers just beyond an integer column': { ...harmless, number: largestInteger + 1 },
  'the largest number of an integer column': { ...harmless, number: largestInteger },
  'numbers with an exponent': { ...harmless, number: 1e21 },
  zero: { ...harmless, number: 0 },
  'numbers in pieces': { ...harmless, number: 1.5 },
  'days before all days': {
    ...harmless,
    day: '0000-01-01',
    moment: '0000-01-01T00:00:00Z',
    later: { ...harmless.later!, day: '0000-01-02', moment: '0000-01-01T01:00:00Z' },
  },
  'days after all days': {
    ...harmless,
    day: '9999-12-30',
    moment: '9999-12-31T22:59:59+08:00',
    later: { ...harmless.later!, day: '9999-12-31', moment: '9999-12-31T23:59:59+08:00' },
  },
  'days that no calendar has': {
    ...harmless,
    day: '2026-02-30',
    moment: '2026-02-30T19:00:00+08:00',
    later: { ...harmless.later!, day: '2026-02-31', moment: '2026-02-31T19:00:00+08:00' },
  },
  'ends that no calendar has': { ...harmless, later: { day: '2027-02-29', moment: '2027-02-29T19:00:00+08:00', time: '24:01' } },
  'times that no clock has': { ...harmless, moment: '2026-11-20T25:61:00+08:00', time: '25:61' },
  'ends before their starts': { ...harmless, later: { day: '2026-11-13', moment: '2026-11-20T18:00:00+08:00', time: '18:00' } },
  'names that every object has': { ...harmless, text: 'constructor', everywhere: true },
  'the name of every prototype': { ...harmless, text: '__proto__', everywhere: true },
  'a hundred of everything': { ...harmless, many: 100 },
  'nothing of anything': { ...harmless, many: 0 },
}

let service: BuiltService
let document: { paths: Record<string, Record<string, Operation>>; components?: { schemas?: Record<string, Schema> } }
let admin: TestMember
beforeAll(async () => {
  service = await openBuiltService()
  await smallCentre(service.db)
  await newRound(service)
  admin = await service.newMember({ role: 'admin', communityName: '管理社' })
  document = (await service.call('GET', '/api/openapi.json', { as: admin })).body
})
afterAll(() => service.close())

const isEnd = /^(end|to|seasonTo|expiresAt)$/

function made(schema: Schema, given: Rubbish, name = ''): unknown {
  const of = isEnd.test(name) ? { ...given, ...given.later } : given
  const ref = schema.$ref?.split('/').at(-1)
  if (ref) return made(document.components!.schemas![ref]!, of)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return of.everywhere ? of.text : schema.enum[0]
  const one = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (one) return made(one, of)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => made(part, of)))
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries([
        ...Object.entries(schema.properties ?? {}).map(([inside, inner]) => [inside, made(inner, given, inside)]),
        ...(of.everywhere ? [[of.text, { [of.text]: of.text }]] : []),
      ])
    case 'array':
      return Array.from({ length: of.many }, () => made(schema.items ?? {}, of))
    case 'string':
      return stringOf(schema, of)
    case 'integer':
    case 'number':
      return of.number
    case 'boolean':
      return true
    default:
      return of.text
  }
}

function stringOf({ format, pattern }: Schema, of: Rubbish): string {
  if (pattern?.includes('24:00')) return of.time
  if (format === 'uuid') return randomUUID()
  if (format === 'date') return of.day
  return format === 'date-time' ? of.moment : of.text
}

function numbersIn(schema: Schema): Schema[] {
  const ref = schema.$ref?.split('/').at(-1)
  if (ref) return numbersIn(document.components!.schemas![ref]!)
  const inner = [
    schema.items,
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ]
  const own = ['integer', 'number'].includes([schema.type].flat()[0] ?? '') ? [schema] : []
  return [...own, ...inner.flatMap((one) => (one ? numbersIn(one) : []))]
}

/** Those that end who asks, and the one that never ends. */
const leftOut = /Close$|EndAll|Logout|Stream/
const everyCall = () =>
  Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })))
    .filter(({ path }) => !leftOut.test(path))

/** Requests that were sent, whatever their identifiers: what a kind does not change need not be asked again. */
const sent = new Set<string>()
const uuid = /[\da-f]{8}-[\da-f-]{27}/g

/** Undefined when another kind has sent the same request. */
async function callWith(path: string, method: string, operation: Operation, of: Rubbish) {
  const schema = operation.requestBody?.content['application/json']?.schema
  const query = new URLSearchParams()
  for (const { name, in: where, schema: inner } of operation.parameters ?? [])
    if (where === 'query') query.set(name, String(made(inner, of, name)).toWellFormed())
  const inPath = new Map(operation.parameters?.filter((one) => one.in === 'path').map((one) => [one.name, one.schema]))
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = made(inPath.get(name) ?? {}, of)
    return encodeURIComponent(String(value).slice(0, 200).toWellFormed())
  })
  const form = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema
  const headers = {
    'idempotency-key': `rubbish-${randomUUID()}`,
    ...(form && { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
  }
  const body = form ? String(new URLSearchParams(made(form, of) as Record<string, string>)) : schema && made(schema, of)
  const request = `${method} ${address}?${query} ${JSON.stringify(body)}`.replaceAll(uuid, 'uuid')
  if (sent.has(request)) return undefined
  sent.add(request)
  return service.call(method, `${address}?${query}`, { as: admin, headers, ...(body === undefined ? {} : { body }) })
}

describe('every call with invalid values of the right shape', () => {
  it('the test finds calls and example bodies', () => {
    expect(everyCall().length).toBeGreaterThan(260)
    const order = document.paths['/api/Order/Member']!['post']!.requestBody!.content['application/json']!.schema
    expect(made(order, kinds['scripts in texts']!)).toMatchObject({ items: [{ venue2ndId: 1, start: harmless.moment }] })
  })

  it('every whole number that comes in has the bounds of a column', () => {
    const seen = everyCall().flatMap(({ path, method, operation }) => {
      const schemas = [
        ...(operation.parameters ?? []).map((one) => one.schema),
        ...Object.values(operation.requestBody?.content ?? {}).map((one) => one.schema),
      ]
      return schemas.flatMap(numbersIn).map((number) => ({ call: `${method} ${path}`, number }))
    })
    expect(seen.length).toBeGreaterThan(60)
    const fits = ({ type, minimum, maximum }: Schema) =>
      minimum! >= (type === 'integer' ? 0 : -largestInteger) && maximum! <= largestInteger
    expect(seen.filter(({ number }) => !fits(number))).toEqual([])
  })

  it.each(Object.keys(kinds))('%s: a problem answer, never a 500', async (kind) => {
    let answered = 0
    for (const { path, method, operation } of everyCall()) {
      const answer = await callWith(path, method, operation, kinds[kind]!)
      if (!answer) continue
      answered++
      expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 300)}`).toBeLessThan(500)
      if (answer.status >= 400 && answer.headers.get('content-type')?.includes('json'))
        expect(answer.body, `${method} ${path}`).toMatchObject({
          status: answer.status,
          code: expect.any(String),
          title: expect.any(String),
        })
    }
    expect(answered, 'requests that no other kind has sent').toBeGreaterThan(0)
  })
})
