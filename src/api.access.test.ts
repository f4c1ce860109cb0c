import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newArticle } from '#testing/articles.ts'
import { openHouse, type House, type TestMember } from '#testing/house.ts'
import { publishStory } from '#testing/highlights.ts'
import { newRound } from '#testing/preorders.ts'
import { paid } from '#testing/orders.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { smallCentre } from '#testing/small-centre.ts'

/**
 * Who may make each call. Every operation of the OpenAPI document is called as nobody, as a member, as another
 * member, as a community and as staff of each role; an operation that is missing here fails the test.
 *
 * public: everybody · member: whoever is logged in · owner: the member whose thing it is, others 404 ·
 * owner-or-staff: the same, and staff · community · a list of staff roles
 */
type Rule = 'public' | 'member' | 'owner' | 'owner-or-staff' | 'community' | readonly string[]

const mayCall: Record<string, Rule> = {
  'GET /api/SystemSetting': 'public',
  'PUT /api/Staff/Setting': ['admin', 'manager'],
  'GET /api/File/{id}': 'owner-or-staff',
  'POST /api/File': 'public',
  'POST /api/Upload': 'member',
  'POST /api/AccountMember/Login': 'public',
  'POST /api/AccountMember/LoginForm': 'public',
  'POST /api/AccountMember/Logout': 'member',
  'POST /api/AccountMember/ForgetPKey': 'public',
  'POST /api/AccountMember/ResetPKey': 'public',
  'POST /api/AccountMember': 'public',
  'POST /api/AccountMember/SendSms': 'public',
  'POST /api/AccountMember/SendSms_ResetPassword': 'public',
  'POST /api/AccountMember/ValidateEmail': 'public',
  'POST /api/AccountMember/SendValidation': 'public',
  'POST /api/AccountMember/UpdatePKey': 'member',
  'GET /api/MemberIdentity/List': 'public',
  'GET /api/AccountMember': 'member',
  'PUT /api/AccountMember': 'member',
  'POST /api/AccountMember/Community': 'member',
  'GET /api/AccountMember/Session/List': 'member',
  'DELETE /api/AccountMember/Session/{id}': 'owner',
  'POST /api/AccountMember/Session/EndAll': 'member',
  'GET /api/AccountMember/Export': 'member',
  'POST /api/AccountMember/Close': 'member',
  'GET /api/Staff/Identity/List': ['admin', 'manager', 'desk'],
  'POST /api/Staff/Identity/Review': ['admin', 'manager', 'desk'],
  'GET /api/Staff/Community/List': ['admin', 'manager', 'desk'],
  'POST /api/Staff/Community/Review': ['admin', 'manager', 'desk'],
  'POST /api/Order/Member/Schedule': 'public',
  'GET /api/Availability/Stream': 'public',
  'POST /api/Order/Member/Check': 'public',
  'POST /api/Order/Member': 'member',
  'POST /api/Order/List': 'member',
  'GET /api/Order/Upcoming': 'member',
  'GET /api/Order/{id}': 'owner',
  'GET /api/Order/{id}/Calendar': 'owner',
  'GET /api/Order/{id}/Ticket': 'owner',
  'POST /api/Staff/CheckIn': ['admin', 'manager', 'desk'],
  'GET /api/Calendar/Feed': 'member',
  'POST /api/Calendar/Feed': 'member',
  'DELETE /api/Calendar/Feed': 'member',
  'GET /api/Calendar/{id}': 'public',
  'GET /api/Violation/List': 'member',
  'POST /api/Violation/Appeal': 'member',
  'GET /api/Staff/Violation/List': ['admin', 'manager'],
  'POST /api/Staff/Violation/Decide': ['admin', 'manager'],
  'GET /api/Locker/Plan': 'public',
  'GET /api/Locker/Mine': 'member',
  'POST /api/Locker/Rent': 'member',
  'POST /api/Locker/Renew': 'member',
  'POST /api/Locker/Return': 'member',
  'GET /api/Staff/Locker/List': ['admin', 'manager', 'desk'],
  'POST /api/Staff/Locker/Clear': ['admin', 'manager', 'desk'],
  'PUT /api/Order': 'member',
  'GET /api/Refund/Terms': 'public',
  'POST /api/Order/Refund/Check': 'member',
  'POST /api/Order/Refund': 'member',
  'POST /api/Order/Refund2': 'member',
  'POST /api/Order/Refund/List': 'member',
  'GET /api/Order/Refund/{id}': 'owner',
  'POST /api/Order/Refund/Retry': 'member',
  'POST /api/Order/Refund/Account': 'member',
  'POST /api/Staff/Refund/List': ['admin', 'manager', 'desk', 'finance'],
  'POST /api/Staff/Refund/Review': ['admin', 'manager'],
  'POST /api/Staff/Refund/Retry': ['admin', 'manager', 'finance'],
  'POST /api/Staff/Refund/Batch': ['admin', 'finance'],
  'GET /api/Staff/Refund/Transfers.csv': ['admin', 'finance'],
  'POST /api/Staff/Refund/Paid': ['admin', 'finance'],
  'POST /api/Staff/Refund/Failed': ['admin', 'finance'],
  'POST /api/Staff/Order': ['admin', 'manager', 'desk'],
  'POST /api/Staff/Block': ['admin', 'manager', 'desk'],
  'GET /api/Staff/Block/List': ['admin', 'manager', 'desk'],
  'POST /api/Staff/Block/Lift': ['admin', 'manager', 'desk'],
  'POST /api/Staff/Facility/Close': ['admin', 'manager'],
  'GET /api/PreOrder/Community/Round': 'community',
  'GET /api/PreOrder/CommunityAndUser/List/1st': 'community',
  'GET /api/PreOrder/CommunityAndUser/List/2nd': 'community',
  'GET /api/PreOrder/CommunityAndUser/List/3rd': 'community',
  'GET /api/PreOrder/Community/Schedule': 'community',
  'GET /api/PreOrder/Community/List/Order': 'community',
  'GET /api/PreOrder/Community/Detail': 'community',
  'POST /api/PreOrder/Community/Check': 'community',
  'PUT /api/PreOrder/Community/Draft': 'community',
  'POST /api/PreOrder/Community': 'community',
  'PUT /api/PreOrder/Community': 'community',
  'POST /api/PreOrder/CommunityAndUser/Docs': 'community',
  'PUT /api/PreOrder/Community/Documents': 'community',
  'POST /api/PreOrder/Community/Cancel': 'community',
  'POST /api/PreOrder/Community/GiveBack': 'community',
  'POST /api/Staff/Round': ['admin', 'manager'],
  'PUT /api/Staff/Round': ['admin', 'manager'],
  'GET /api/Staff/Round/List': ['admin', 'manager'],
  'GET /api/Staff/PreOrder/List': ['admin', 'manager', 'desk'],
  'GET /api/Staff/PreOrder/Detail': ['admin', 'manager', 'desk'],
  'POST /api/Staff/PreOrder/Review': ['admin', 'manager', 'desk'],
  'POST /api/Venues/1st/List/Client': 'public',
  'GET /api/Venues/1st/Detail': 'public',
  'POST /api/Venues/2nd/List/Client': 'public',
  'GET /api/Venues/2nd/Detail': 'public',
  'GET /api/Venues/1st/List': 'public',
  'GET /api/Venues/2nd/List': 'public',
  'POST /api/Venues/Search': 'public',
  'POST /api/Repair2': 'public',
  'POST /api/Water': 'public',
  'POST /api/Report/Photo': 'public',
  'GET /api/Report/List': 'member',
  'GET /api/Report/ByLink': 'public',
  'POST /api/Report/Lookup': 'public',
  'GET /api/Report/{id}': 'owner',
  'GET /api/Staff/Report/List': ['admin', 'manager', 'desk'],
  'GET /api/Staff/Report/Detail': ['admin', 'manager', 'desk'],
  'POST /api/Staff/Report/Assign': ['admin', 'manager', 'desk'],
  'POST /api/Staff/Report/Note': ['admin', 'manager', 'desk'],
  'POST /api/Staff/Report/Move': ['admin', 'manager', 'desk'],
  'POST /api/Staff/Report/Block': ['admin', 'manager'],
  'GET /api/Staff/Report/CourtLink': ['admin', 'manager', 'desk'],
  'GET /api/Staff/Court/{id}/Sign': ['admin', 'manager', 'desk'],
  'POST /api/Star': 'member',
  'GET /api/Star/List': 'member',
  'GET /api/Star/Average': 'public',
  'GET /api/Staff/Star/List': ['admin', 'manager'],
  'POST /api/Payment/Start': 'member',
  'POST /api/Payment/Notice': 'public',
  'POST /api/Payment/Return': 'public',
  'GET /api/Payment/Result': 'member',
  'POST /api/News/List': 'public',
  'GET /api/News/Rss': 'public',
  'GET /api/News/Preview': 'public',
  'GET /api/News/{id}': 'public',
  'POST /api/Doc/List': 'public',
  'GET /api/Doc/Preview': 'public',
  'GET /api/Doc/{id}': 'public',
  'POST /api/Staff/News': ['admin', 'manager', 'editor'],
  'PUT /api/Staff/News': ['admin', 'manager', 'editor'],
  'GET /api/Staff/News/List': ['admin', 'manager', 'editor'],
  'GET /api/Staff/News/Detail': ['admin', 'manager', 'editor'],
  'DELETE /api/Staff/News/{id}': ['admin', 'manager', 'editor'],
  'POST /api/Staff/News/Publish': ['admin', 'manager', 'editor'],
  'POST /api/Staff/News/Withdraw': ['admin', 'manager', 'editor'],
  'POST /api/Staff/News/Preview': ['admin', 'manager', 'editor'],
  'POST /api/Staff/Doc': ['admin', 'manager', 'editor'],
  'PUT /api/Staff/Doc': ['admin', 'manager', 'editor'],
  'GET /api/Staff/Doc/List': ['admin', 'manager', 'editor'],
  'GET /api/Staff/Doc/Detail': ['admin', 'manager', 'editor'],
  'DELETE /api/Staff/Doc/{id}': ['admin', 'manager', 'editor'],
  'POST /api/Staff/Doc/Publish': ['admin', 'manager', 'editor'],
  'POST /api/Staff/Doc/Withdraw': ['admin', 'manager', 'editor'],
  'POST /api/Staff/Doc/Preview': ['admin', 'manager', 'editor'],
  'POST /api/Highlight/List': 'public',
  'GET /api/Highlight/Picture/{id}/{size}': 'public',
  'GET /api/Staff/Highlight/List': ['admin', 'manager', 'editor'],
  'POST /api/Staff/Highlight': ['admin', 'manager', 'editor'],
  'PUT /api/Staff/Highlight': ['admin', 'manager', 'editor'],
  'POST /api/Staff/Highlight/Publish': ['admin', 'manager', 'editor'],
  'POST /api/Staff/Highlight/Withdraw': ['admin', 'manager', 'editor'],
  'POST /api/Staff/Highlight/Preview': ['admin', 'manager', 'editor'],
  'GET /api/Share/Picture/{id}': 'public',
  'GET /api/Venues/FreeSoon': 'public',
  'GET /api/Demo/Inbox': 'public',
  'POST /api/Demo/Gateway/Cashier/AioCheckOut/V5': 'public',
  'POST /api/Demo/Gateway/Cashier/QueryTradeInfo/V5': 'public',
  'POST /api/Demo/Gateway/CreditDetail/DoAction': 'public',
  'GET /api/Demo/Gateway/Trade': 'public',
  'POST /api/Demo/Gateway/Way': 'public',
  'GET /api/Demo/Gateway/Counter': 'public',
  'POST /api/Demo/Gateway/Counter': 'public',
}

const roles = ['admin', 'manager', 'desk', 'finance', 'editor'] as const
type Caller = 'nobody' | 'owner' | 'other member' | 'community' | (typeof roles)[number]
const callers: Caller[] = ['nobody', 'owner', 'other member', 'community', ...roles]

/** What a caller meets: let in (whatever the empty body then earns), or one of the three doors. */
function expected(rule: Rule, caller: Caller): 'in' | 401 | 403 | 404 {
  if (rule === 'public') return 'in'
  const isStaff = roles.some((role) => role === caller)
  if (rule === 'owner-or-staff') return caller === 'owner' || isStaff ? 'in' : 404
  if (caller === 'nobody') return 401
  if (rule === 'member') return 'in'
  if (rule === 'owner') return caller === 'owner' ? 'in' : 404
  if (rule === 'community') return caller === 'community' ? 'in' : 403
  return rule.includes(caller) ? 'in' : 403
}

let house: House
let operations: { name: string; method: string; path: string }[]
beforeAll(async () => {
  house = await openHouse()
  await smallCentre(house.db)
  await newRound(house)
  const { body } = await house.call('GET', '/api/openapi.json')
  operations = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path })),
  )
})
afterAll(() => house.close())

/** Fresh for every call: some calls end the session or the account that makes them. */
async function newCaller(caller: Caller): Promise<TestMember | undefined> {
  if (caller === 'nobody') return undefined
  if (caller === 'community') return house.newMember({ communityName: '測試社' })
  const role = roles.find((one) => one === caller)
  return house.newMember(role ? { role } : {})
}

async function thingOf(path: string, owner: TestMember): Promise<string> {
  if (path.startsWith('/api/AccountMember/Session/')) return owner.sessionId
  if (path.startsWith('/api/Order/Refund/')) return giveBack(owner)
  if (path.startsWith('/api/Order/')) return placeOrder(owner)
  if (path === '/api/Calendar/{id}') return calendarOf(owner)
  if (path.startsWith('/api/Report/')) return reportFault(owner)
  if (path.startsWith('/api/Share/')) return 'default'
  if (path.startsWith('/api/Staff/Court/')) return '1'
  if (/^\/api\/(Staff\/)?(News|Doc)\//.test(path)) return articleFor(path)
  if (path.startsWith('/api/Highlight/')) return (published ??= await publishStory(house)).pictureId
  const form = new FormData()
  form.set('upload', new File([samplePdf(owner.id)], 'mine.pdf'))
  return (await house.call('POST', '/api/Upload', { as: owner, body: form })).body.id
}

async function calendarOf(as: TestMember): Promise<string> {
  return (await house.call('POST', '/api/Calendar/Feed', { as })).body.url.split('/').at(-1)
}

/** A draft where staff act on it, otherwise one that everybody sees. */
async function articleFor(path: string): Promise<string> {
  const kind = path.includes('/Doc/') ? 'document' : 'news'
  return String(await newArticle(house.db, { kind, state: path.startsWith('/api/Staff/') ? 'draft' : 'published' }))
}

let published: { pictureId: string } | undefined
async function reportFault(as: TestMember): Promise<string> {
  const body = { venue1stId: 1, title: '網柱鬆脫', description: '會搖', contactName: '林', contactPhone: '0912345678' }
  return (await house.call('POST', '/api/Repair2', { as, body })).body.ticketNo
}

let placed = 0
async function placeOrder(as: TestMember): Promise<string> {
  const n = placed++
  const hour = (plus: number) => new Date(Date.parse('2026-11-16T06:00:00+08:00') + (Math.floor(n / 8) + plus) * 3_600_000).toISOString()
  const body = { items: [{ venue2ndId: (n % 8) + 1, start: hour(0), end: hour(1) }] }
  return (await house.call('POST', '/api/Order/Member', { as, body, headers: { 'idempotency-key': `order-${n}-of-all` } })).body.orderNo
}

/** A refund of their own. */
async function giveBack(as: TestMember): Promise<string> {
  const orderNo = await placeOrder(as)
  await paid(house.db, orderNo, house.clock.now())
  const { body } = await house.call('POST', '/api/Order/Refund', { as, body: { orderNo, acceptZero: true } })
  return body.refundNo
}

describe('who may call', () => {
  it('has a line for every operation, and no line too many', () => {
    expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(mayCall).toSorted())
  })

  it.each(callers)('every operation as %s', async (caller) => {
    for (const { name, method, path } of operations) {
      const me = await newCaller(caller)
      const owner = caller === 'owner' ? me! : await house.newMember()
      const id = path.includes('{id}') ? await thingOf(path, owner) : ''
      const answer = await house.call(method, path.replace('{id}', id).replace('{size}', '480.webp'), {
        as: me,
        ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
      })
      const door = expected(mayCall[name]!, caller)
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

  it('every operation with rubbish: a clear answer, never a fault', async () => {
    const rubbish = [
      'not json',
      '[]',
      `{"email":${'['.repeat(200)}`,
      JSON.stringify({ email: { $gt: '' }, secret: -1, memberId: "'; drop table members; --", page: -1 }),
    ]
    const admin = await house.newMember({ role: 'admin', communityName: '管理社' })
    for (const { name, method, path } of operations) {
      if (name.includes('Close') || name.includes('EndAll') || name.includes('Logout')) continue
      for (const body of rubbish) {
        const options = method === 'GET' || method === 'DELETE' ? {} : { body, headers: { 'content-type': 'application/json' } }
        const answer = await house.call(method, `${path.replace('{id}', '%00%F0%9F')}?page=abc&pageSize=99999`, { as: admin, ...options })
        expect(answer.status, `${name} with ${body.slice(0, 40)}`).toBeLessThan(500)
      }
    }
  })

  it('answers a path that does not exist with a problem, not with a page', async () => {
    expect(await house.call('GET', '/api/NoSuchCall')).toMatchObject({ status: 404, body: { code: 'no_such_call' } })
    expect((await house.call('GET', '/api/accountmember')).status, 'paths keep their letter case').toBe(404)
  })
})

describe('a page of another origin', () => {
  const asked = (origin: string) => house.call('GET', '/api/SystemSetting', { headers: { origin } })
  it('may read answers when it is ours (API_BASE), and only then', async () => {
    const ours = await asked('http://localhost:3000')
    expect(ours.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(ours.headers.get('access-control-allow-credentials')).toBe('true')
    expect((await asked('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the demo’s inbox', () => {
  it('does not exist when the demo is off', async () => {
    const live = await openHouse({ demo: false })
    expect(await live.call('GET', '/api/Demo/Inbox')).toMatchObject({ status: 404, body: { code: 'no_such_call' } })
    await live.close()
  })
})

describe('the description', () => {
  it('says of every problem code what a person reads, in both languages', async () => {
    const { body } = await house.call('GET', '/api/openapi.json')
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
    const page = await house.call('GET', '/api/docs')
    expect(page.headers.get('content-type')).toContain('text/html')
    for (const { path } of operations) expect(page.text).toContain(path.replace('{id}', '{id}'))
    expect(page.text).not.toContain('<script')
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
  })
})
