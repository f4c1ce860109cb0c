import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSecret } from './secrets.ts'
import { openTestService, testSecret, type TestService, type TestMember } from '#testing/test-service.ts'

let service: TestService
let member: TestMember
beforeAll(async () => {
  service = await openTestService()
  member = await service.newMember()
})
afterAll(() => service.close())

const fromOwnPage = { 'sec-fetch-site': 'same-origin' }
type Fields = { demo?: string; emailOrAccount?: string; secret?: string; redirect?: string; prefix?: string }

const post = (fields: Fields, headers: Record<string, string> = fromOwnPage, from = '198.51.100.1') =>
  service.call('POST', '/api/AccountMember/LoginForm', {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    from,
  })
const right = () => ({ emailOrAccount: member.email, secret: testSecret })
const way = async (fields: Fields, headers?: Record<string, string>) => {
  const { status, headers: answered } = await post(fields, headers)
  expect(status).toBe(303)
  return answered.get('location')
}

describe('B1 logging in by a plain HTML form', () => {
  it('A4 works before any script has loaded, and sets the two cookies of a browser', async () => {
    const answer = await post(right())
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/member'])
    const [token, companion] = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!)
    const me = await service.call('GET', '/api/AccountMember', { as: { token: token!.split('=')[1]! }, headers: { cookie: companion! } })
    expect(me).toMatchObject({ status: 200, body: { email: member.email } })
  })

  it('ends the session that the browser has had until then, and no other', async () => {
    const begin = async (headers: Record<string, string> = {}) => {
      const { headers: answered } = await post(right(), { ...fromOwnPage, ...headers })
      const cookie = answered
        .getSetCookie()
        .map((set) => set.split(';')[0]!)
        .join('; ')
      const token = /sports_v2_jwt=([^;]+)/.exec(cookie)![1]!
      return {
        cookie,
        isOpen: async () => (await service.call('GET', '/api/AccountMember', { as: { token }, headers: { cookie } })).status === 200,
      }
    }
    const first = await begin()
    const elsewhere = await begin()
    await way({ emailOrAccount: member.email, secret: 'wrong' }, { ...fromOwnPage, cookie: first.cookie })
    expect(await first.isOpen(), 'a login that is refused ends nothing').toBe(true)
    await begin({ cookie: first.cookie.replace(/sports_v2_key=[^;]+/, 'sports_v2_key=of-somebody-else') })
    expect(await first.isOpen(), 'nor does a token without its companion').toBe(true)
    const second = await begin({ cookie: first.cookie })
    expect([await first.isOpen(), await elsewhere.isOpen(), await second.isOpen()]).toEqual([false, true, true])
  })

  it('C7 goes where the visitor wanted to go, in the language of the page, and never to another site', async () => {
    expect(await way({ ...right(), redirect: '/member/setting?a=1', prefix: 'en' })).toBe('/en/member/setting?a=1')
    for (const redirect of ['//evil.example', 'https://evil.example', '/..//evil.example', '/en//evil.example', '/\\evil.example'])
      expect(await way({ ...right(), redirect })).toBe('/member')
    expect(await way({ ...right(), prefix: '/evil.example' })).toBe('/member')
  })

  it('keeps the typed account name for a minute in a cookie, and clears it after a login', async () => {
    const name = `${member.email} ; 王`
    const cookieOf = async (fields: Fields) =>
      (await post(fields)).headers.getSetCookie().find((cookie) => cookie.startsWith('sports_v2_tried='))
    const kept = await cookieOf({ emailOrAccount: name, secret: 'wrong' })
    expect(kept).toContain(`sports_v2_tried=${encodeURIComponent(name)};`)
    expect(kept).toContain(`Expires=${new Date(service.clock.now().getTime() + 60_000).toUTCString()}`)
    expect(kept).toContain('HttpOnly')
    expect(kept, 'never what else was typed').not.toContain('wrong')
    expect(await cookieOf({ emailOrAccount: member.email, secret: '' })).toContain(encodeURIComponent(member.email))
    expect(await cookieOf(right())).toContain('sports_v2_tried=; ')
  })

  it('leads back to the form with the reason, and with nothing of what was typed in the URL', async () => {
    expect(await way({ emailOrAccount: member.email, secret: 'wrong', redirect: '/order', prefix: 'en' })).toBe(
      '/en/login?redirect=%2Forder&error=invalid_credentials',
    )
    expect(await way({ emailOrAccount: '', secret: '' })).toBe('/login?error=incomplete')
    const fresh = await service.newMember({ confirmed: false })
    expect(await way({ emailOrAccount: fresh.account, secret: testSecret })).toBe('/login?error=email_unconfirmed')
  })

  it('has to wait like any other login after too many tries', async () => {
    const victim = await service.newMember()
    for (let n = 0; n < 5; n++) await post({ emailOrAccount: victim.email, secret: 'wrong' }, fromOwnPage, '198.51.100.2')
    const answer = await post({ emailOrAccount: victim.email, secret: testSecret }, fromOwnPage, '198.51.100.2')
    expect(answer.headers.get('location')).toBe('/login?error=too_many_attempts&wait=30')
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['sports_v2_tried'])
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour on the same domain', { 'sec-fetch-site': 'same-site' }],
    ['another origin, in an old browser', { origin: 'https://evil.example' }],
    ['nowhere', {}],
  ])('lets nobody in from %s', async (_, headers: Record<string, string>) => {
    const answer = await post(right(), headers)
    expect(answer.headers.get('location')).toBe('/login?error=not_from_here')
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('logs into a demo account by one button, and only in the demo', async () => {
    const secretHash = await hashSecret('fieldhouse-demo')
    const staff = await service.newMember({ account: 'staff' })
    await service.db.updateTable('members').set({ secret_hash: secretHash }).where('id', '=', staff.id).execute()
    const entered = await post({ demo: 'staff', redirect: '/order', prefix: 'en' })
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/en/order'])
    expect(entered.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toContain('sports_v2_jwt')
    await service.db
      .updateTable('members')
      .set({ roles: ['desk'], staff_since: service.clock.now() })
      .where('id', '=', staff.id)
      .execute()
    expect(await way({ demo: 'staff' }), 'staff begin in the console').toMatch(/^\/staff$|^\/login\/second\?redirect=%2Fstaff$/)
    expect(await way({ demo: 'staff', redirect: '/order' })).toMatch(/^\/order$|redirect=%2Forder$/)
    expect(await way({ demo: member.account })).toBe('/login?error=incomplete')
    expect(await way({ demo: 'staff' }, { 'sec-fetch-site': 'cross-site' })).toBe('/login?error=not_from_here')

    const live = await openTestService({ demo: false })
    try {
      const real = await live.newMember({ account: 'staff' })
      await live.db.updateTable('members').set({ secret_hash: secretHash }).where('id', '=', real.id).execute()
      const refused = await live.call('POST', '/api/AccountMember/LoginForm', {
        body: 'demo=staff',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...fromOwnPage },
      })
      expect([refused.headers.get('location'), refused.headers.getSetCookie()]).toEqual(['/login?error=incomplete', []])
      expect((await live.call('GET', '/api/SystemSetting')).body.demo).toBe(false)
    } finally {
      await live.close()
    }
  })

  it('trusts the Origin header where the browser sends no Sec-Fetch-Site', async () => {
    expect(await way(right(), { origin: 'http://localhost:3000' })).toBe('/member')
  })
})
