import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connected } from '#http/call.ts'
import { openTestService, testSecret, type TestService, type TestMember } from '#testing/test-service.ts'

let service: TestService
let member: TestMember
beforeAll(async () => {
  service = await openTestService()
  member = await service.newMember()
})
afterAll(() => service.close())

const login = (emailOrAccount: string, secret: string, from: string, headers: Record<string, string> = {}) =>
  service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount, secret }, from, headers })
const me = (token: string, headers: Record<string, string> = {}) => service.call('GET', '/api/AccountMember', { as: { token }, headers })

describe('B1 logging in', () => {
  it('works by email or account, in any letter case', async () => {
    for (const name of [member.email, member.account, member.email.toUpperCase(), ` ${member.account.toUpperCase()} `]) {
      const answer = await login(name, testSecret, '192.0.2.1')
      expect(answer).toMatchObject({ status: 200, body: { user: { id: member.id, email: member.email, account: member.account } } })
      expect((await me(answer.body.token)).status).toBe(200)
    }
  })

  it('does not say whether the name or the secret was wrong, and never answers 401', async () => {
    const wrongSecret = await login(member.email, 'wrong secret', '192.0.2.2')
    const unknown = await login('nobody@example.com', 'wrong secret', '192.0.2.2')
    expect(wrongSecret).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } })
    const { requestId: _, ...one } = wrongSecret.body
    const { requestId: __, ...other } = unknown.body
    expect(one).toEqual(other)
  })

  it('takes as long for an unknown account as for a known one', async () => {
    const known = await service.newMember()
    // Of the processor, hashing threads included: by the clock it takes as long as the machine is busy.
    const time = async (name: string, n: number) => {
      const begun = process.cpuUsage()
      await login(name, 'wrong secret', `192.0.3.${n}`)
      const { user, system } = process.cpuUsage(begun)
      return user + system
    }
    await time('warm-up', 200)
    const pairs: { known: number; unknown: number }[] = []
    for (let n = 0; n < 4; n++) pairs.push({ known: await time(known.account, n), unknown: await time(`nobody${n}`, n + 50) })
    const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
    const ratio = median(pairs.map((p) => p.unknown)) / median(pairs.map((p) => p.known))
    // Without the decoy hash an unknown account answers in a twentieth of the time.
    expect(ratio).toBeGreaterThan(0.3)
    expect(ratio).toBeLessThan(3.3)
  })

  it('lets fifty members in at the same moment, and other calls do not wait for them', async () => {
    const inside = { count: 0 }
    const logins = Array.from({ length: 50 }, async () => {
      const { status } = await login(member.account, testSecret, '192.0.7.1')
      inside.count++
      return status
    })
    /** How many were let in while one other call was answered. */
    const meanwhile: number[] = []
    while (inside.count < 50) {
      const before = inside.count
      expect((await service.call('GET', '/api/MemberIdentity/List')).status).toBe(200)
      meanwhile.push(inside.count - before)
    }
    expect(await Promise.all(logins)).toEqual(Array.from({ length: 50 }, () => 200))
    // Were hashing on the event loop, the first other call would come back with the last login.
    expect(meanwhile.length).toBeGreaterThan(10)
    expect(Math.max(...meanwhile)).toBeLessThan(25)
  })

  it.each([[{}], [{ emailOrAccount: 1, secret: [] }], ['rubbish'], [[]], [{ emailOrAccount: 'x'.repeat(300), secret: 'x' }]])(
    'answers rubbish clearly: %j',
    async (body) => {
      const answer = await service.call('POST', '/api/AccountMember/Login', { body })
      expect([400, 422]).toContain(answer.status)
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
    },
  )

  it('answers in the caller’s language', async () => {
    expect((await login('nobody', 'wrong', '192.0.8.1')).body.title).toBe('帳號或密碼不正確')
    expect((await login('nobody', 'wrong', '192.0.8.1', { 'accept-language': 'en-GB' })).body.title).toBe('Incorrect account or password')
  })
})

describe('the token', () => {
  const browser = { 'sec-fetch-site': 'same-origin', 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36' }

  it('D6 comes with cookies for a browser: one that scripts can read, one HttpOnly', async () => {
    const answer = await login(member.email, testSecret, '192.0.9.1', browser)
    const cookies = answer.headers.getSetCookie()
    expect(cookies).toHaveLength(3)
    expect(cookies[0]).toMatch(new RegExp(`^sports_v2_jwt=${answer.body.token}; Path=/; SameSite=Lax; Expires=[^;]+$`))
    expect(cookies[1]).toMatch(/^sports_v2_key=[\w-]{43}; Path=\/; SameSite=Lax; Expires=[^;]+; HttpOnly$/)
    expect(cookies[2]).toMatch(/^sports_v2_device=[\w.-]+; Path=\/; SameSite=Lax; Expires=[^;]+ 2027 [^;]+; HttpOnly$/)
  })

  it('of a browser is refused without its companion cookie', async () => {
    const answer = await login(member.email, testSecret, '192.0.9.2', browser)
    const companion = answer.headers.getSetCookie()[1]!.split(';')[0]!
    expect((await me(answer.body.token)).status, 'stolen').toBe(401)
    expect((await me(answer.body.token, { cookie: 'sports_v2_key=made-up' })).status).toBe(401)
    expect((await me(answer.body.token, { cookie: `other=1; ${companion}` })).status).toBe(200)
  })

  it('of a program needs no companion cookie', async () => {
    const answer = await login(member.email, testSecret, '192.0.9.3')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect((await me(answer.body.token)).status).toBe(200)
  })

  it.each([
    ['made up', () => 'a.b.c'],
    ['empty', () => ''],
    ['unsigned', (token: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`],
    ['changed', (token: string) => token.slice(0, -3) + (token.endsWith('AAA') ? 'BBB' : 'AAA')],
  ])('that is %s is nobody’s', async (_, change) => expect((await me(change(member.token))).status).toBe(401))

  it('is refused when its session was ended, or when it has expired', async () => {
    const one = await service.newMember()
    expect((await service.call('POST', '/api/AccountMember/Logout', { as: one })).status).toBe(204)
    expect(await me(one.token)).toMatchObject({ status: 401, body: { code: 'not_logged_in' } })
    const other = await service.newMember()
    for (const day of [5, 10]) {
      service.clock.advance(5 * 86_400_000)
      expect((await me(other.token)).status, `day ${day}`).toBe(200)
    }
    service.clock.advance(4 * 86_400_000)
    expect((await me(other.token)).status, 'day 14').toBe(401)
  })

  it('expires after ten days without use, for good', async () => {
    const one = await service.newMember()
    service.clock.advance(10 * 86_400_000)
    expect((await me(one.token)).status).toBe(401)
    expect((await me(one.token)).status, 'asking does not revive it').toBe(401)
  })

  it('of the previous session is refused once the same browser logs in again', async () => {
    const before = await service.newMember()
    const again = await service.call('POST', '/api/AccountMember/Login', {
      as: before,
      body: { emailOrAccount: before.email, secret: testSecret },
    })
    expect(again.status).toBe(200)
    expect((await me(before.token)).status).toBe(401)
    expect((await me(again.body.token)).status).toBe(200)
  })
})

describe('A23 sessions', () => {
  it('are listed with device and time, and ended one by one or all at once; a member sees only their own', async () => {
    const owner = await service.newMember()
    const phone = (await login(owner.email, testSecret, '192.0.10.1', { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' })).body
    const laptop = (await login(owner.email, testSecret, '192.0.10.2', { 'user-agent': 'Mozilla/5.0 (Windows) Firefox/130' })).body
    const list = (await service.call('GET', '/api/AccountMember/Session/List', { as: phone })).body
    expect(list).toHaveLength(3)
    const phoneRow = list.find((row: { current: boolean }) => row.current)
    expect(phoneRow).toMatchObject({ device: 'Safari · iPhone', address: '192.0.10.1' })

    const stranger = await service.newMember()
    expect((await service.call('DELETE', `/api/AccountMember/Session/${phoneRow.id}`, { as: stranger })).status).toBe(404)
    expect((await service.call('DELETE', '/api/AccountMember/Session/rubbish', { as: phone })).status).toBe(404)
    expect((await service.call('DELETE', `/api/AccountMember/Session/${phoneRow.id}`, { as: laptop })).status).toBe(204)
    expect((await me(phone.token)).status).toBe(401)
    expect((await service.call('POST', '/api/AccountMember/Session/EndAll?keep=current', { as: laptop })).status).toBe(204)
    expect((await me(owner.token)).status).toBe(401)
    expect((await me(laptop.token)).status).toBe(200)
    expect((await service.call('POST', '/api/AccountMember/Session/EndAll', { as: laptop })).status).toBe(204)
    expect((await me(laptop.token)).status).toBe(401)
    expect((await me(stranger.token)).status).toBe(200)
  })
})

describe('the session of a page', () => {
  it('is read once for all calls with the same token, and for no other token', async () => {
    const [own, other] = [await service.newMember(), await service.newMember()]
    const sessions = new Map()
    const nameFor = async (token: string, connected: Connected) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await service.app.fetch(new Request('http://localhost/api/AccountMember', { headers }), connected)
      return answer.status === 200 ? ((await answer.json()) as { account: string }).account : answer.status
    }
    const ofPage = { requestId: 'page', peer: '192.0.2.77', sessions }
    expect(await nameFor(own.token, ofPage)).toBe(own.account)
    await service.call('POST', '/api/AccountMember/Logout', { as: own })
    expect(await nameFor(own.token, ofPage)).toBe(own.account)
    expect(await nameFor(own.token, { ...ofPage, sessions: new Map() })).toBe(401)
    expect(await nameFor(other.token, ofPage)).toBe(other.account)
    expect(await nameFor('rubbish', ofPage)).toBe(401)
  })
})
