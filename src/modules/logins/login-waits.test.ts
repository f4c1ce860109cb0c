import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSetting } from '#modules/settings/store.ts'
import { openTestService, testSecret, type TestService, type TestMember } from '#testing/test-service.ts'

let service: TestService
let member: TestMember
beforeAll(async () => {
  service = await openTestService()
  member = await service.newMember()
})
afterAll(() => service.close())

const minute = 60_000
const login = (emailOrAccount: string, secret: string, from: string, headers: Record<string, string> = {}) =>
  service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount, secret }, from, headers })
const browser = { 'sec-fetch-site': 'same-origin' }
const wrongly = async (name: string, count: number, from: (n: number) => string) => {
  for (let n = 0; n < count; n++) expect((await login(name, `wrong ${n}`, from(n))).status).toBe(400)
}
/** A refusal without its request id. */
const said = ({ status, headers, body: { requestId: _, ...body } }: Awaited<ReturnType<typeof login>>) => ({
  status,
  retryAfter: headers.get('retry-after'),
  body,
})
/** Logs in with a browser, and returns the cookie by which it is known. */
async function knownDevice(name: string, secret: string, from: string): Promise<Record<string, string>> {
  const cookies = (await login(name, secret, from, browser)).headers.getSetCookie()
  return { ...browser, cookie: cookies.find((cookie) => cookie.startsWith('sports_v2_device='))!.split(';')[0]! }
}

describe('waits after wrong secrets', () => {
  it('grow after five wrong tries for a name from one IP address; the right secret clears them', async () => {
    const victim = await service.newMember()
    const from = '192.0.4.1'
    await wrongly(victim.account, 5, () => from)
    const barred = await login(victim.account, testSecret, from)
    expect(barred).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
    expect(barred.headers.get('retry-after')).toBe('30')
    service.clock.advance(30_000)
    expect((await login(victim.account, 'wrong', from)).status).toBe(400)
    expect((await login(victim.account, testSecret, from)).headers.get('retry-after')).toBe('60')
    service.clock.advance(minute)
    expect((await login(victim.account, testSecret, from)).status).toBe(200)
    await wrongly(victim.account, 4, () => from)
    expect((await login(victim.account, testSecret, from)).status, 'four new tries').toBe(200)
  })

  it('are an hour at most', async () => {
    const waits: number[] = []
    for (let n = 0; n < 14; n++) {
      await login('somebody-else', 'wrong', '192.0.4.2')
      const answer = await login('somebody-else', 'wrong', '192.0.4.2')
      if (answer.status === 429) {
        waits.push(Number(answer.headers.get('retry-after')))
        service.clock.advance(waits.at(-1)! * 1000)
      }
      if (waits.length === 8) break
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600])
  })

  it('begin after twenty wrong tries from one IP address, whatever the names', async () => {
    for (let n = 0; n < 20; n++) expect((await login(`guess${n}`, 'wrong', '192.0.5.1')).status).toBe(400)
    expect((await login(member.email, testSecret, '192.0.5.1')).status).toBe(429)
    expect((await login(member.email, testSecret, '192.0.5.2')).status, 'others are not held up').toBe(200)
  })

  it('are not caused by right secrets, however many come from one IP address', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => service.newMember()))
    for (let n = 0; n < 24; n++) expect((await login(others[n % 6]!.email, testSecret, '192.0.5.3')).status).toBe(200)
  })

  it('count in the database, before the secret is compared: forty guesses at the same moment are not forty guesses', async () => {
    const victim = await service.newMember()
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => login(victim.account, `guess ${n}`, '192.0.6.1')))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35)
  })

  it('limit guesses for one member from all addresses together', async () => {
    await writeSetting(service.db, 'login', { triesFromAnywhere: 12 }, null, service.clock.now())
    const victim = await service.newMember()
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => login(victim.account, `guess ${n}`, `192.0.7.${n}`)))
    await writeSetting(service.db, 'login', {}, null, service.clock.now())
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(12)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(28)
  })
})

describe('a member whom strangers try to lock out', () => {
  it('logs in from a new address after any number of wrong tries from another one', async () => {
    const owner = await service.newMember()
    await wrongly(owner.email, 5, () => '192.0.8.1')
    expect((await login(owner.email, testSecret, '192.0.8.1')).status).toBe(429)
    expect((await login(owner.email, testSecret, '192.0.8.2')).status).toBe(200)
  })

  it('logs in on a known device while strangers have used up the limit for all addresses', async () => {
    await writeSetting(service.db, 'login', { triesFromAnywhere: 10 }, null, service.clock.now())
    const owner = await service.newMember()
    const home = '192.0.9.1'
    const device = await knownDevice(owner.email, testSecret, home)
    await wrongly(owner.email, 5, () => home)
    await wrongly(owner.email, 5, (n) => `192.0.9.${n + 10}`)
    expect((await login(owner.email, testSecret, '192.0.9.99')).status, 'a stranger').toBe(429)
    expect((await login(owner.email, testSecret, home, device)).status, 'even from an address that waits').toBe(200)
    expect((await login(owner.email, testSecret, '192.0.9.98', device)).status).toBe(200)
    await writeSetting(service.db, 'login', {}, null, service.clock.now())
  })

  it('is not delayed by one wrong try an hour', async () => {
    await writeSetting(service.db, 'login', { triesFromAnywhere: 6 }, null, service.clock.now())
    const owner = await service.newMember()
    const shared = '192.0.10.1'
    for (let n = 0; n < 12; n++) {
      await login(owner.email, 'wrong', shared)
      service.clock.advance(8 * minute)
    }
    for (let hour = 0; hour < 4; hour++) {
      service.clock.advance(60 * minute)
      await login(owner.email, 'wrong', hour % 2 ? shared : `192.0.10.${hour + 2}`)
    }
    expect((await login(owner.email, testSecret, shared)).status).toBe(200)
    expect((await login(owner.email, testSecret, '192.0.10.50')).status).toBe(200)
    await writeSetting(service.db, 'login', {}, null, service.clock.now())
  })

  it('logs in after a reset of the secret, wherever the waits came from', async () => {
    await writeSetting(service.db, 'login', { triesFromAnywhere: 10 }, null, service.clock.now())
    const owner = await service.newMember()
    await wrongly(owner.email, 5, () => '192.0.11.1')
    await wrongly(owner.email, 5, (n) => `192.0.11.${n + 10}`)
    expect((await login(owner.email, testSecret, '192.0.11.1')).status).toBe(429)
    await service.call('POST', '/api/AccountMember/ForgetPKey', { body: { email: owner.email } })
    const token = /\/resetPKey\/(\S+)/.exec((await service.inbox(owner.email))[0]!.body)![1]!
    const secret = 'quiet otters row upstream'
    expect((await service.call('POST', '/api/AccountMember/ResetPKey', { body: { token, secret } })).status).toBe(204)
    expect((await login(owner.email, secret, '192.0.11.1')).status).toBe(200)
    await writeSetting(service.db, 'login', {}, null, service.clock.now())
  })
})

describe('a known device', () => {
  it('has five tries of its own, separate from those of strangers', async () => {
    const owner = await service.newMember()
    const device = await knownDevice(owner.email, testSecret, '192.0.12.1')
    for (let n = 0; n < 5; n++) expect((await login(owner.email, 'wrong', `192.0.12.${n}`, device)).status).toBe(400)
    expect((await login(owner.account, testSecret, '192.0.12.9', device)).status, 'by either name').toBe(429)
    expect((await login(owner.email, testSecret, '192.0.12.1')).status).toBe(200)
  })

  it('is known for the member who logged in on it, and stays so when another member does', async () => {
    await writeSetting(service.db, 'login', { triesFromAnywhere: 2 }, null, service.clock.now())
    const [one, two] = [await service.newMember(), await service.newMember()]
    const first = await knownDevice(one.email, testSecret, '192.0.13.1')
    await wrongly(two.email, 2, () => '192.0.13.2')
    expect((await login(two.email, testSecret, '192.0.13.3', first)).status, 'a device of somebody else').toBe(429)
    service.clock.advance(30_000)
    const answer = await login(two.email, testSecret, '192.0.13.3', first)
    const both = { ...browser, cookie: answer.headers.getSetCookie()[2]!.split(';')[0]! }
    await wrongly(one.email, 2, () => '192.0.13.4')
    await wrongly(two.email, 1, () => '192.0.13.5')
    for (const { email } of [one, two]) expect((await login(email, testSecret, '192.0.13.6', both)).status).toBe(200)
    for (const { email } of [one, two]) expect((await login(email, testSecret, '192.0.13.6')).status).toBe(429)
    await writeSetting(service.db, 'login', {}, null, service.clock.now())
  })

  it('is unknown again after a new secret, after a year, and when its cookie was changed', async () => {
    await writeSetting(service.db, 'login', { triesFromAnywhere: 2 }, null, service.clock.now())
    const owner = await service.newMember()
    const device = await knownDevice(owner.email, testSecret, '192.0.14.1')
    const asks = async (headers: Record<string, string>, secret = testSecret) =>
      (await login(owner.email, secret, '192.0.14.3', headers)).status
    await wrongly(owner.email, 2, () => '192.0.14.2')
    expect(await asks(device)).toBe(200)
    expect(await asks({ ...browser, cookie: device['cookie']!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) })).toBe(429)

    const secret = 'quiet otters row upstream'
    const changed = await service.call('POST', '/api/AccountMember/UpdatePKey', {
      as: owner,
      body: { oldSecret: testSecret, newSecret: secret },
      headers: device,
    })
    const renewed = { ...browser, cookie: changed.headers.getSetCookie()[0]!.split(';')[0]! }
    await wrongly(owner.email, 2, () => '192.0.14.4')
    expect(await asks(device, secret), 'the mark of before').toBe(429)
    expect(await asks(renewed, secret), 'the one that came with the change').toBe(200)
    service.clock.advance(366 * 86_400_000)
    await wrongly(owner.email, 2, () => '192.0.14.5')
    expect(await asks(renewed, secret)).toBe(429)
    await writeSetting(service.db, 'login', {}, null, service.clock.now())
  })
})

describe('probing for accounts', () => {
  it('finds no difference between a member’s two names, nor between a known and an unknown name', async () => {
    await writeSetting(service.db, 'login', { triesFromAnywhere: 8 }, null, service.clock.now())
    const victim = await service.newMember()
    const probe = async (tried: string, asked: string, from: string) => {
      const answers = []
      for (let n = 0; n < 5; n++) answers.push(said(await login(tried, `wrong ${n}`, from)))
      for (let n = 0; n < 5; n++) answers.push(said(await login(tried, `wrong ${n}`, `${from.slice(0, -1)}${n + 2}`)))
      answers.push(said(await login(tried, 'wrong', from)), said(await login(asked, 'wrong', from)))
      return answers
    }
    const ofOneMember = await probe(victim.email, victim.account, '192.0.15.1')
    const ofTwoMembers = await probe((await service.newMember()).email, (await service.newMember()).account, '192.0.16.1')
    const ofNobody = await probe('nobody@example.com', 'nobody', '192.0.17.1')
    expect(ofOneMember).toEqual(ofTwoMembers)
    expect(ofNobody).toEqual(ofTwoMembers)
    expect(ofNobody.map(({ status }) => status)).toContain(429)
    await writeSetting(service.db, 'login', {}, null, service.clock.now())
  })
})
