import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, testSecret, type TestService, type TestMember } from '#testing/test-service.ts'
import { hashesAtOnce, hashingTurns, mostWaitingHashes } from './secrets.ts'

let service: TestService
let member: TestMember
beforeAll(async () => {
  service = await openTestService()
  member = await service.newMember()
})
afterAll(() => service.close())

let release: (() => Promise<void>) | undefined
afterEach(() => release?.())

/** As if so many hashes were asked for that no place in the queue is left. */
function fillQueue(places = hashesAtOnce + mostWaitingHashes): void {
  let open!: () => void
  const gate = new Promise<void>((resolve) => (open = resolve))
  const all = Promise.all(Array.from({ length: places }, () => hashingTurns(() => gate)))
  release = async () => {
    open()
    await all
    release = undefined
  }
}

const secret = 'quiet otters row upstream'
const login = (emailOrAccount: string) =>
  service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount, secret: testSecret }, from: '192.0.2.1' })
const reset = (body: object, from = '192.0.2.2') => service.call('POST', '/api/AccountMember/ResetPKey', { body, from })
async function resetToken(): Promise<string> {
  const fresh = await service.newMember()
  await service.call('POST', '/api/AccountMember/ForgetPKey', { body: { email: fresh.email } })
  return /\/resetPKey\/(\S+)/.exec((await service.inbox(fresh.email))[0]!.body)![1]!
}
const busy = { status: 503, body: { code: 'busy', title: '目前使用人數較多，請稍等幾秒再試一次' } }

describe('when the queue for hashing secrets is full', () => {
  it('logging in answers 503 for known and unknown accounts, and works again when the queue is shorter', async () => {
    fillQueue()
    for (const name of [member.email, 'nobody@example.com']) {
      const answer = await login(name)
      expect(answer).toMatchObject(busy)
      expect(answer.headers.get('retry-after')).toBe('5')
    }
    await release!()
    expect((await login(member.email)).status).toBe(200)
  })

  it('the plain login form says so on the page, and logs nobody in', async () => {
    fillQueue()
    const answer = await service.call('POST', '/api/AccountMember/LoginForm', {
      body: new URLSearchParams({ emailOrAccount: member.email, secret: testSecret }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.headers.get('location')).toBe('/login?error=busy&wait=5')
    expect(answer.headers.getSetCookie().join()).not.toMatch(/sports_v2_(jwt|key|device)=/)
  })

  it('changing the secret and closing the account answer 503 too', async () => {
    fillQueue()
    const calls = [
      ['/api/AccountMember/UpdatePKey', { oldSecret: testSecret, newSecret: secret }],
      ['/api/AccountMember/Close', { secret: testSecret }],
    ] as const
    for (const [path, body] of calls) expect(await service.call('POST', path, { as: member, body })).toMatchObject(busy)
  })

  it('a reset with a good link answers 503 and keeps its link; with a bad link or code it is refused without hashing', async () => {
    const token = await resetToken()
    fillQueue()
    expect(await reset({ token, secret })).toMatchObject(busy)
    expect((await reset({ token: 'rubbish', secret })).body.code).toBe('link_invalid')
    expect((await reset({ mobile: member.mobile, smsCode: '000000', secret })).body.code).toBe('wrong_sms_code')
    await release!()
    expect((await reset({ token, secret })).status).toBe(204)
    fillQueue()
    expect((await reset({ token, secret })).body.code, 'a link that was used').toBe('link_invalid')
  })

  it('registering with a wrong code is refused without hashing', async () => {
    fillQueue()
    const form = { email: 'flood@example.com', account: 'flood', name: '洪', mobile: '0977000001', smsCode: '000000', secret }
    const answer = await service.call('POST', '/api/AccountMember', {
      body: { ...form, memberIdentityId: 1, privacyFileId: crypto.randomUUID() },
    })
    expect(answer.body.code).toBe('wrong_sms_code')
  })

  it('a login that has to wait after wrong secrets takes no place in the queue', async () => {
    const victim = await service.newMember()
    const wrong = () =>
      service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount: victim.email, secret: 'wrong' }, from: '192.0.2.3' })
    for (let n = 0; n < 5; n++) expect((await wrong()).status).toBe(400)
    fillQueue()
    expect((await wrong()).status).toBe(429)
  })
})

it('resets are limited to sixty an hour from one IP address', async () => {
  const answers = []
  for (let n = 0; n < 61; n++) answers.push(await reset({ token: 'rubbish', secret }, '192.0.2.4'))
  expect(answers.slice(0, 60).every(({ body }) => body.code === 'link_invalid')).toBe(true)
  expect(answers[60]).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(Number(answers[60]!.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect((await reset({ token: 'rubbish', secret }, '192.0.2.5')).status).toBe(400)
})
