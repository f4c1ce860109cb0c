import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newArticle } from '#testing/articles.ts'
import { openBuiltService, type BuiltService } from '#testing/built-service.ts'
import { openTestService, type TestMember } from '#testing/test-service.ts'
import { closureCalls } from '#testing/closures.ts'
import { publishStory, uploadPicture } from '#testing/highlights.ts'
import { drawnBallot } from '#testing/ballot-rounds.ts'
import { insertTestRound, newRound } from '#testing/preorders.ts'
import { newPaperThing } from '#testing/paper-things.ts'
import { paid } from '#testing/orders.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { callers, expected, mayCall, roles, rolesOf, type Caller } from '#testing/who-may-call.ts'

let service: BuiltService
/** Who may read the whole description of the calls. */
let reader: TestMember
let operations: { name: string; method: string; path: string }[]
beforeAll(async () => {
  service = await openBuiltService()
  await smallCentre(service.db)
  await newRound(service)
  await putUpLogo()
  reader = await service.newMember({ role: 'admin' })
  const { body } = await service.call('GET', '/api/openapi.json', { as: reader })
  operations = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path })),
  )
})
afterAll(() => service.close())

let published: { id: string; pictureId: string } | undefined

async function newCaller(caller: Caller): Promise<TestMember | undefined> {
  if (caller === 'nobody') return undefined
  if (caller === 'community') return service.newMember({ communityName: '測試社' })
  return service.newMember({ roles: rolesOf(caller) })
}

async function thingOf(path: string, owner: TestMember): Promise<string> {
  if (path.startsWith('/api/AccountMember/Session/')) return owner.sessionId
  if (path.startsWith('/api/AccountMember/Passkey/')) return passkeyOf(owner)
  if (path.startsWith('/api/AccountMember/LoginWay/')) return subjectOf(owner)
  if (/^\/api\/Staff\/(Paper\/)?Till\//.test(path)) return (till ??= await openTill())
  if (path.startsWith('/api/Staff/Counter/Person/') || path.startsWith('/api/Staff/Person/')) return owner.id
  if (path.startsWith('/api/Staff/Payment/Receipt/') || path.startsWith('/api/Staff/Order/')) return placeOrder(owner)
  if (path.startsWith('/api/Staff/Point/Evidence/')) return pointOf(owner)
  if (/\/(Order|Paper)\/Refund\/|\/Staff\/Refund\/Story\//.test(path)) return giveBack(owner)
  if (/\/Paper\/(Season|Invoice|Ticket)\//.test(path)) return newPaperThing(service, path, owner, placeOrder)
  if (path.startsWith('/api/Order/Offer/')) return randomUUID()
  if (path.startsWith('/api/Order/Booking/')) return itemOf(await placeOrder(owner))
  if (path.startsWith('/api/Order/') || /^\/api\/(Staff\/)?Paper\/Order\//.test(path)) return placeOrder(owner)
  if (path === '/api/Calendar/{id}') return calendarOf(owner)
  if (path.startsWith('/api/Report/')) return reportFault(owner)
  if (path.startsWith('/api/Share/')) return 'default'
  if (path.startsWith('/api/Staff/Catalogue/Template/')) return 'pool'
  if (path.startsWith('/api/Staff/Court/')) return '1'
  if (path.startsWith('/api/Staff/Review/')) return (await service.newMember({ communityName: '待審社' })).id
  if (path.startsWith('/api/Staff/Season/')) return String((season ??= await newSeason()))
  if (/^\/api\/(Staff\/)?Ballot\//.test(path)) return String((ballot ??= await drawnBallot(service.db)))
  if (path.startsWith('/api/Staff/Closure/')) return (closure ??= await closeHall())
  if (path.startsWith('/api/Staff/Booking/')) return (booking ??= await itemOf(await placeOrder(owner)))
  if (/^\/api\/(Staff\/)?(News|Doc)\//.test(path)) return articleFor(path)
  if (path.startsWith('/api/Staff/Highlight/')) return (published ??= await publishStory(service)).id
  if (path.startsWith('/api/Highlight/')) return (published ??= await publishStory(service)).pictureId
  if (path.startsWith('/api/Venues/Picture/')) return (shown ??= await hangPicture())
  const form = new FormData()
  form.set('upload', new File([samplePdf(owner.id)], 'mine.pdf'))
  return (await service.call('POST', '/api/Upload', { as: owner, body: form })).body.id
}

let shown: string | undefined
/** A picture of the first facility. */
async function hangPicture(): Promise<string> {
  const manager = await service.newMember({ role: 'manager' })
  const file = await uploadPicture(service, manager)
  const { file: catalogue, revisions } = (await service.call('GET', '/api/Staff/Catalogue', { as: manager })).body
  const facility = { ...catalogue.facilities[0], pictures: [{ file, alt: { tw: '球場' } }] }
  const changed = await service.call('POST', '/api/Staff/Catalogue/Change', {
    as: manager,
    body: { changes: { facilities: [facility] }, basedOn: revisions },
  })
  expect(changed.status).toBe(200)
  return (await service.db.selectFrom('facility_pictures').select('id').executeTakeFirstOrThrow()).id
}

let ballot: number | undefined
let season: number | undefined
const newSeason = () =>
  insertTestRound(service.db, { viewStart: service.clock.now(), orderStart: service.clock.now(), end: new Date('2026-12-31T00:00:00Z') })
/** A closure of days on which this test has no bookings. */
let closure: string | undefined
const closeHall = async () =>
  closureCalls(() => service).close(await service.newMember({ role: 'manager' }), { facilities: [1], from: '2027-06-01', to: '2027-06-01' })

let till: string | undefined
async function openTill(): Promise<string> {
  const as = await service.newMember({ role: 'desk' })
  return (await service.call('POST', '/api/Staff/Till/Open', { as, body: { name: '櫃檯', float: 1000 } })).body.tillId
}

/** Uploads a logo for the centre: without one the call for the logo answers 404 to everybody. */
async function putUpLogo(): Promise<void> {
  const manager = await service.newMember({ role: 'manager' })
  const logoFileId = await uploadPicture(service, manager)
  const { version } = (await service.call('GET', '/api/Staff/Centre', { as: manager })).body
  expect((await service.call('PUT', '/api/Staff/Centre', { as: manager, body: { version, logoFileId } })).status).toBe(200)
}

async function passkeyOf({ id }: TestMember): Promise<string> {
  const now = service.clock.now()
  const row = { member_id: id, credential_id: randomUUID(), public_key: Buffer.from('key'), counter: 0, transports: [], name: '手機' }
  const inserted = await service.db
    .insertInto('passkeys')
    .values({ ...row, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return inserted.id
}

async function calendarOf(as: TestMember): Promise<string> {
  return (await service.call('POST', '/api/Calendar/Feed', { as })).body.url.split('/').at(-1)
}

/** A draft where staff act on it, otherwise one that everybody sees. */
async function articleFor(path: string): Promise<string> {
  const kind = path.includes('/Doc/') ? 'document' : 'news'
  return String(await newArticle(service.db, { kind, state: path.startsWith('/api/Staff/') ? 'draft' : 'published' }))
}

async function reportFault(as: TestMember): Promise<string> {
  const body = { venue1stId: 1, title: '網柱鬆脫', description: '會搖', contactName: '林', contactPhone: '0912345678' }
  return (await service.call('POST', '/api/Repair2', { as, body })).body.ticketNo
}

/** One booking for all calls of staff about a booking: none of them gets a body that it accepts. */
async function subjectOf({ id: member_id }: TestMember): Promise<string> {
  const row = { issuer: 'https://issuer.example', subject: member_id, member_id, way: 'example', linked_at: service.clock.now() }
  return (await service.db.insertInto('login_subjects').values(row).returning('id').executeTakeFirstOrThrow()).id
}

let booking: string | undefined
async function itemOf(orderNo: string): Promise<string> {
  const items = service.db.selectFrom('order_items as i').innerJoin('orders as o', 'o.id', 'i.order_id').where('o.order_no', '=', orderNo)
  return (await items.select('i.id').executeTakeFirstOrThrow()).id
}

let placed = 0
async function placeOrder(as: TestMember): Promise<string> {
  const n = placed++
  const [day, hourOfDay] = [Math.floor(n / 96), Math.floor(n / 8) % 12]
  const hour = (plus: number) => new Date(Date.parse('2026-11-16T06:00:00+08:00') + (day * 24 + hourOfDay + plus) * 3_600_000).toISOString()
  const body = { items: [{ venue2ndId: (n % 8) + 1, start: hour(0), end: hour(1) }] }
  return (await service.call('POST', '/api/Order/Member', { as, body, headers: { 'idempotency-key': `order-${n}-of-all` } })).body.orderNo
}

/** A point of theirs. */
async function pointOf(as: TestMember): Promise<string> {
  const orderNo = await placeOrder(as)
  const order = await service.db.selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()
  const [id, at] = [randomUUID(), service.clock.now()]
  const row = { id, member_id: as.id, order_id: order.id, kind: 'no-show', cause: `no-show:${id}`, day: '2026-11-16', at }
  await service.db
    .insertInto('violations')
    .values({ ...row, expires_at: new Date(at.getTime() + 86_400_000) })
    .execute()
  return id
}

/** A refund of their own. */
async function giveBack(as: TestMember): Promise<string> {
  const orderNo = await placeOrder(as)
  await paid(service.db, orderNo, service.clock.now())
  const { body } = await service.call('POST', '/api/Order/Refund', { as, body: { orderNo, acceptZero: true } })
  return body.refundNo
}

describe('the table of who may call what', () => {
  it('has a line for every operation, and no line too many', () => {
    const named = Object.keys(mayCall).filter((name) => service.isDemo || !name.includes('/api/Demo/'))
    expect(operations.map(({ name }) => name).toSorted()).toEqual(named.toSorted())
  })

  it.each(callers)('every operation as %s', { timeout: 60_000 }, async (caller) => {
    let me: TestMember | undefined
    let isSpent = true
    for (const { name, method, path } of operations) {
      const hasThing = path.includes('{id}')
      // A call that succeeds may end the session or the account that makes it, and orders of one member meet the quota.
      if (isSpent || (caller === 'owner' && hasThing)) me = await newCaller(caller)
      const id = hasThing ? await thingOf(path, caller === 'owner' ? me! : await service.newMember()) : ''
      const size = path.startsWith('/api/Centre/') ? 'mark' : '800.webp'
      const answer = await service.call(
        method,
        path
          .replace('{id}', id)
          .replace('{size}', size)
          .replace('{provider}', 'ecpay')
          .replace('{way}', 'nobody')
          .replace('{kind}', path.startsWith('/api/Staff/Review/') ? 'club' : 'terms'),
        { as: me, ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }) },
      )
      isSpent = answer.status < 400 && method !== 'GET'
      // No way to log in is set, so that there is no sign of one either.
      const door = path.endsWith('/{way}/Sign') ? 404 : expected(mayCall[name]!, caller)
      if (door === 'in') expect([401, 403, 404], `${name} as ${caller}`).not.toContain(answer.status)
      else expect(answer.status, `${name} as ${caller}`).toBe(door)
      expect(answer.status, `${name} as ${caller}`).toBeLessThan(500)
      if (answer.status >= 400)
        expect(answer.body, `${name} as ${caller}`).toMatchObject({
          status: answer.status,
          code: expect.any(String),
          title: expect.stringMatching(/\p{Script=Han}/u),
        })
    }
  })

  it('every operation of staff, in a session without the second factor: refused by that code, whatever the role', async () => {
    const found: string[] = []
    for (const role of roles) {
      const as = await service.newMember({ role, isProvenTwice: false })
      for (const { name, method, path } of operations) {
        const rule = mayCall[name]
        if (!Array.isArray(rule) || !rule.includes(role)) continue
        const answer = await service.call(method, path.replace('{id}', '1'), { as, ...(method === 'GET' ? {} : { body: {} }) })
        expect(answer.body, `${name} as ${role}`).toMatchObject({ status: 403, code: 'second_factor_required' })
        found.push(name)
      }
    }
    expect(new Set(found).size).toBe(Object.values(mayCall).filter(Array.isArray).length)
  })

  it('every operation with rubbish: a clear answer, never a fault', { timeout: 60_000 }, async () => {
    const rubbish = [
      'not json',
      '[]',
      `{"email":${'['.repeat(200)}`,
      JSON.stringify({ email: { $gt: '' }, secret: -1, memberId: "'; drop table members; --", page: -1 }),
    ]
    const admin = await service.newMember({ role: 'admin', communityName: '管理社' })
    for (const { name, method, path } of operations) {
      if (name.includes('Close') || name.includes('EndAll') || name.includes('Logout')) continue
      const hasBody = method !== 'GET' && method !== 'DELETE'
      for (const body of hasBody ? rubbish : rubbish.slice(0, 1)) {
        const options = hasBody ? { body, headers: { 'content-type': 'application/json' } } : {}
        const answer = await service.call(method, `${path.replace('{id}', '%00%F0%9F')}?page=abc&pageSize=99999`, { as: admin, ...options })
        expect(answer.status, `${name} with ${body.slice(0, 40)}`).toBeLessThan(500)
      }
    }
  })

  it('answers a path that does not exist with a problem, not with a page', async () => {
    expect(await service.call('GET', '/api/NoSuchCall')).toMatchObject({ status: 404, body: { code: 'no_such_call' } })
    expect((await service.call('GET', '/api/accountmember')).status, 'paths keep their letter case').toBe(404)
  })
})

describe('a page of another origin', () => {
  const asked = (origin: string) => service.call('GET', '/api/SystemSetting', { headers: { origin } })
  it('may read answers when it is ours (API_BASE), and only then', async () => {
    const ours = await asked('http://localhost:3000')
    expect(ours.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(ours.headers.get('access-control-allow-credentials')).toBe('true')
    expect((await asked('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the demo’s inbox', () => {
  it('does not exist when the demo is off', async () => {
    const live = await openTestService({ demo: false })
    expect(await live.call('GET', '/api/Demo/Inbox')).toMatchObject({ status: 404, body: { code: 'no_such_call' } })
    await live.close()
  })
})

describe('the description', () => {
  it('says of every problem code what a person reads, in both languages', async () => {
    const { body } = await service.call('GET', '/api/openapi.json', { as: reader })
    const codes = new Set<string>()
    for (const methods of Object.values(
      body.paths as Record<string, Record<string, { responses: Record<string, { description: string }> }>>,
    ))
      for (const { responses } of Object.values(methods))
        for (const [status, { description }] of Object.entries(responses))
          if (Number(status) >= 400) description.split(', ').forEach((code) => codes.add(code))
    const [tw, en] = await Promise.all([import('./i18n/messages/tw.json'), import('./i18n/messages/en.json')])
    for (const code of codes) for (const messages of [tw.default, en.default]) expect(messages, code).toHaveProperty(`problem_${code}`)
  })

  it('is readable at /api/docs, without a script', async () => {
    const page = await service.call('GET', '/api/docs', { as: reader })
    expect(page.headers.get('content-type')).toContain('text/html')
    for (const { path } of operations) expect(page.text).toContain(path.replace('{id}', '{id}'))
    expect(page.text).not.toContain('<script')
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
  })
})
