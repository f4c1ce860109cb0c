import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSetting } from '#modules/settings/store.ts'
import { barrier } from '#testing/moments.ts'
import { openTestService, testSecret, type TestService } from '#testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
  // The doors' own limits out of the way: here only the code's own bound is at work.
  await writeSetting(service.db, 'registration', { perAddressHour: 1000 }, null, service.clock.now())
  await writeSetting(service.db, 'links', { resetsPerCallerHour: 1000 }, null, service.clock.now())
})
afterAll(() => service.close())

const newSecret = 'quiet otters row upstream'
const home = '203.0.113.7'

async function codeFor(mobile: string, path = '/api/AccountMember/SendSms', from = home): Promise<string> {
  expect((await service.call('POST', path, { body: { mobile }, from })).status).toBe(204)
  return /\d{6}/.exec((await service.inbox(mobile))[0]!.body)![0]
}
const resetCodeFor = (mobile: string, from?: string) => codeFor(mobile, '/api/AccountMember/SendSms_ResetPassword', from)

/** `count` different codes, the right one at `place`. */
function guesses(right: string, count: number, place: number): string[] {
  const wrong = Array.from({ length: count }, (_, n) => String((Number(right) + 1 + n) % 1_000_000).padStart(6, '0'))
  return wrong.with(place, right)
}

const wrongTriesOf = async (mobile: string) => {
  const row = await service.db.selectFrom('sms_codes').select('wrong_by_caller').where('mobile', '=', mobile).executeTakeFirstOrThrow()
  return Object.values(row.wrong_by_caller as Record<string, number>).reduce((sum, tries) => sum + tries, 0)
}

type Door = (mobile: string, smsCode: string) => Promise<{ status: number }>

const doors: [string, (mobile: string) => Promise<string>, () => Promise<{ mobile: string; open: Door }>][] = [
  [
    'changing the mobile',
    codeFor,
    async () => {
      const member = await service.newMember()
      const open: Door = (mobile, smsCode) =>
        service.call('PUT', '/api/AccountMember', { as: member, body: { mobile, smsCode, secret: testSecret } })
      return { mobile: '0955000001', open }
    },
  ],
  [
    'registering',
    codeFor,
    async () => {
      const form = { email: 'guess@example.com', account: 'guesser', name: '猜', secret: newSecret, memberIdentityId: 1 }
      const privacyFileId = crypto.randomUUID()
      const open: Door = (mobile, smsCode) =>
        service.call('POST', '/api/AccountMember', { body: { ...form, privacyFileId, mobile, smsCode } })
      return { mobile: '0955000002', open }
    },
  ],
  [
    'resetting the secret',
    resetCodeFor,
    async () => {
      const member = await service.newMember()
      const open: Door = (mobile, smsCode) =>
        service.call('POST', '/api/AccountMember/ResetPKey', { body: { mobile, smsCode, secret: newSecret } })
      return { mobile: member.mobile, open }
    },
  ],
  [
    'looking up a report',
    codeFor,
    async () => {
      const open: Door = (mobile, smsCode) =>
        service.call('POST', '/api/Report/Lookup', { body: { ticketNo: 'R-000001', mobile, smsCode } })
      return { mobile: '0955000003', open }
    },
  ],
]

describe('150 codes tried at the same moment, the right one at place 146', () => {
  it.each(doors)('compares five of them when %s', async (_, send, make) => {
    const { mobile, open } = await make()
    const right = await send(mobile)
    const answers = await Promise.all(guesses(right, 150, 145).map((code) => open(mobile, code)))
    // 429: changing the mobile also asks for the secret, ten times an hour.
    expect(answers.every(({ status }) => status === 400 || status === 429)).toBe(true)
    expect(await wrongTriesOf(mobile)).toBe(5)
  })

  it('accepts the right one after too many wrong ones when comparing and counting are two statements, so the tests above mean something', async () => {
    const mobile = '0955000009'
    const right = await codeFor(mobile)
    const everybodyHasLooked = barrier(150)
    const carelessly = async (code: string) => {
      const row = await service.db.selectFrom('sms_codes').selectAll().where('mobile', '=', mobile).executeTakeFirstOrThrow()
      await everybodyHasLooked()
      if (row.wrong_by_others >= 5) return false
      if (row.code_hash === service.tokens.hashCode(code, mobile)) return true
      await sql`update sms_codes set wrong_by_others = wrong_by_others + 1 where mobile = ${mobile}`.execute(service.db)
      return false
    }
    const all = guesses(right, 150, 145).map(carelessly)
    expect((await Promise.all(all)).filter(Boolean)).toHaveLength(1)
  })

  it('accepts the right code once when it is sent twenty times at the same moment', async () => {
    const member = await service.newMember()
    const smsCode = await resetCodeFor(member.mobile)
    const reset = () =>
      service.call('POST', '/api/AccountMember/ResetPKey', { body: { mobile: member.mobile, smsCode, secret: newSecret } })
    const answers = await Promise.all(Array.from({ length: 20 }, reset))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })
})

describe('strangers who try the code that somebody else asked for', () => {
  const reset = (mobile: string, smsCode: string, from: string) =>
    service.call('POST', '/api/AccountMember/ResetPKey', { body: { mobile, smsCode, secret: newSecret }, from })

  it('do not use up the owner’s tries, however many strangers there are', async () => {
    const { mobile } = await service.newMember()
    const right = await resetCodeFor(mobile)
    const answers = await Promise.all(
      guesses(right, 40, 39)
        .slice(0, 39)
        .map((code, n) => reset(mobile, code, `198.51.100.${n}`)),
    )
    expect(answers.every(({ status }) => status === 400)).toBe(true)
    expect((await reset(mobile, right, home)).status).toBe(204)
  })

  it('have ten guesses between them: the eleventh is not compared, even if it is right', async () => {
    const { mobile } = await service.newMember()
    const right = await resetCodeFor(mobile)
    await Promise.all(
      guesses(right, 11, 10)
        .slice(0, 10)
        .map((code, n) => reset(mobile, code, `198.51.101.${n}`)),
    )
    expect(await reset(mobile, right, '198.51.101.99')).toMatchObject({ status: 400, body: { code: 'wrong_sms_code' } })
    expect(await wrongTriesOf(mobile)).toBe(10)
  })

  it('cannot replace it by asking for another code', async () => {
    const { mobile } = await service.newMember()
    const mine = await resetCodeFor(mobile)
    service.clock.advance(61_000)
    await service.call('POST', '/api/AccountMember/SendSms_ResetPassword', { body: { mobile }, from: '198.51.102.1' })
    const codes = (await service.inbox(mobile, 2)).map(({ body }) => /\d{6}/.exec(body)![0])
    expect(codes).toHaveLength(2)
    await Promise.all(
      guesses(mine, 20, 19)
        .slice(0, 19)
        .map((code, n) => reset(mobile, code, `198.51.102.${n + 1}`)),
    )
    expect((await reset(mobile, mine, home)).status).toBe(204)
  })

  it('leave it usable from another IP address; five wrong tries use it up for one address only', async () => {
    const { mobile } = await service.newMember()
    const right = await resetCodeFor(mobile)
    const [one, two, ...more] = guesses(right, 8, 7)
    expect((await reset(mobile, one!, '198.51.103.1')).status).toBe(400)
    expect((await reset(mobile, two!, '198.51.103.2')).status).toBe(400)
    for (const code of more.slice(0, 4)) await reset(mobile, code, '198.51.103.1')
    expect((await reset(mobile, right, '198.51.103.1')).status, 'five from there').toBe(400)
    expect((await reset(mobile, right, '198.51.103.2')).status).toBe(204)
  })
})
