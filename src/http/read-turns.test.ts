import { describe, expect, it } from 'vitest'
import { Api, reply, type Connected } from './call.ts'
import { openLog } from './log.ts'
import { openReadTurns, readsPerMinute } from './read-turns.ts'
import type { Session } from './session.ts'

const ana = { personId: 'ana', roles: [] }
const home = '203.0.113.7'
let now = 0
const open = () => openReadTurns({ person: 60, address: 300 }, () => now)
const many = (count: number, ask: () => unknown) => Array.from({ length: count }, ask).filter((wait) => wait === undefined).length

describe('turns for reading', () => {
  it('are so many a minute for a person, and come back one by one', () => {
    const take = open()
    expect(many(100, () => take(ana, home))).toBe(60)
    expect(take(ana, home)).toEqual({ retryAfterSeconds: 1 })
    now += 3000
    expect(many(100, () => take(ana, home))).toBe(3)
    now += 3_600_000
    expect(many(100, () => take(ana, home))).toBe(60)
  })

  it('are a person’s own from whatever address, and in however many sessions', () => {
    const take = open()
    many(60, () => take(ana, home))
    expect(take(ana, '198.51.100.9')).toBeDefined()
  })

  it('leave a hall of members behind one address alone', () => {
    const take = open()
    const hall = Array.from({ length: 200 }, (_, n) => ({ personId: `member ${n}` }))
    for (let n = 0; n < 20; n++) expect(hall.every((member) => take(member, home) === undefined)).toBe(true)
    // Nor do they use up what visitors of that address have.
    expect(many(400, () => take(undefined, home))).toBe(300)
  })

  it('are one household’s in IPv6', () => {
    const take = open()
    expect(many(400, () => take(undefined, '2001:db8:1:2::7'))).toBe(300)
    expect(take(undefined, '2001:db8:1:2::8')).toBeDefined()
    expect(take(undefined, '2001:db8:1:3::7')).toBeUndefined()
  })

  it('are not counted for the machine itself: a proxy may stand there', () => {
    const take = open()
    for (const address of ['127.0.0.1', '::1', 'unknown']) expect(many(1000, () => take(undefined, address))).toBe(1000)
  })

  it('forget who has asked longest ago, not who is asking', () => {
    const take = open()
    many(300, () => take(undefined, home))
    const passed = Array.from({ length: 30_000 }, (_, n) => {
      take(undefined, `10.${n >> 14}.${(n >> 7) & 127}.${n & 127}`)
      return n % 1000 === 0 && take(undefined, home) === undefined
    })
    expect(passed).not.toContain(true)
  })
})

/** An API with a call of each kind; `reads` as each says it. */
function openApi() {
  const api = new Api({
    clock: { now: () => new Date() },
    log: openLog('silent'),
    trustProxy: 0,
    pagesOrigin: 'http://localhost:3000',
    readSession: async ({ headers }) => (headers.has('authorization') ? (ana as unknown as Session) : undefined),
    writeAudit: async () => {},
    checkAnswers: true,
    takeReadTurn: openReadTurns(),
  })
  const common = { summary: 'A thing', access: 'public', answers: { 204: null } } as const
  for (const method of ['get', 'post'] as const) api.add({ ...common, method, path: '/api/Thing' }, async () => reply(204))
  api.add({ ...common, method: 'post', path: '/api/Thing/List', reads: true }, async () => reply(204))
  api.add({ ...common, method: 'get', path: '/api/Me', reads: false }, async () => reply(204))
  return async (call: string, headers: Record<string, string> = {}, connected?: Connected) => {
    const [method, path] = call.split(' ')
    return api.app.request(path!, { method: method!, headers: { 'x-fieldhouse-peer': home, ...headers } }, connected)
  }
}

it.each(['GET /api/Thing', 'POST /api/Thing/List'])(
  'stand before every call that reads, such as %s, and before no other',
  async (reading) => {
    const [call, asAna] = [openApi(), { authorization: 'Bearer x' }]
    const passed: Response[] = []
    let refused = await call(reading, asAna)
    // Turns come back while it asks.
    for (; refused.status === 204 && passed.length < readsPerMinute.person * 10; refused = await call(reading, asAna)) passed.push(refused)
    expect(passed.length).toBeGreaterThanOrEqual(readsPerMinute.person - 1)
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call('POST /api/Thing', asAna)).status).toBe(204)
    expect((await call('GET /api/Me', asAna)).status, 'what every page asks for').toBe(204)
    expect((await call(reading)).status, 'of the address').toBe(204)
    expect((await call(reading, asAna, { requestId: 'x', peer: home, isForAll: true })).status, 'for a page of all').toBe(204)
  },
)
