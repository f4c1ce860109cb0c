import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#process/read-config.ts'
import { newApiBrowser } from '#testing/api-browser.ts'
import { testSecret } from '#testing/test-service.ts'
import { openWayService, wayCalls, type WayService } from '#testing/way-service.ts'

const own = '/api/AccountMember'
let ways: WayService
beforeAll(async () => {
  ways = await openWayService({ LOGIN_ALLOWED: 'line,city', STAFF_ISSUER: 'city' })
})
afterAll(() => ways?.close())
afterEach(() => ways.mend())

describe('the setting of allowed ways', () => {
  const read = (given: Record<string, string>) => readConfig({ ...ways.issuers.settings, ...given })
  it.each([
    [{ LOGIN_ALLOWED: ' , ' }, 'it names no way to log in'],
    [{ LOGIN_ALLOWED: 'secret,town' }, 'there is no way “town”; there are secret, passkey, line, google, apple, city'],
    [{ LOGIN_ALLOWED: 'secret,line', STAFF_ISSUER: 'city' }, 'staff log in by “city”, which it leaves out'],
    [{ LOGIN_ALLOWED: 'line' }, 'staff would have no way: name secret or passkey, or set STAFF_ISSUER'],
  ])('is refused with a sentence: %j', (given, sentence) => {
    expect(() => read(given)).toThrow(`LOGIN_ALLOWED cannot be used: ${sentence}.`)
  })

  it('is all that is set where nothing is said', () => {
    expect(read({}).loginAllowed).toBeUndefined()
    expect(read({ LOGIN_ALLOWED: 'passkey, line' }).loginAllowed).toEqual(['passkey', 'line'])
  })
})

describe('a centre that allows LINE and the city’s issuer only', () => {
  it('has buttons of these two, and says that there is nothing else', async () => {
    const { loginWays, loginBy } = (await ways.service.call('GET', '/api/SystemSetting')).body
    expect(loginWays.map(({ name }: { name: string }) => name)).toEqual(['line', 'city'])
    expect(loginBy).toEqual([])
    expect((await ways.service.call('GET', ways.startAt('google'))).body).toMatchObject({ status: 409, code: 'no_such_way' })
  })

  it('takes no secret and no passkey, right or wrong, and sets none', async () => {
    const member = await ways.service.newMember()
    const register = {
      email: 'n@example.com',
      name: '陳',
      mobile: '0911222333',
      memberIdentityId: 1,
      locale: 'tw',
      secret: 'seven quiet herons',
    }
    const refused = { status: 403, body: { code: 'way_not_allowed' } }
    const calls: [string, object, { token: string }?][] = [
      [`${own}/Login`, { emailOrAccount: member.account, secret: testSecret }],
      [`${own}/Login`, { emailOrAccount: 'nobody', secret: 'wrong wrong wrong' }],
      [`${own}/Login/PasskeyOptions`, {}],
      [`${own}/ForgetPKey`, { email: member.email }],
      [`${own}/SendSms_ResetPassword`, { mobile: member.mobile }],
      [`${own}/ResetPKey`, { mobile: member.mobile, smsCode: '123456', secret: 'seven quiet herons' }],
      [`${own}/UpdatePKey`, { oldSecret: testSecret, newSecret: 'seven quiet herons' }, member],
      [own, { ...register, privacyFileId: '7d1c4a3e-5a9f-4a57-9c3e-0f6f3c1d2b4a', smsCode: '123456' }],
    ]
    for (const [path, body, as] of calls) expect(await ways.service.call('POST', path, { body, as }), path).toMatchObject(refused)
    const form = new URLSearchParams({ emailOrAccount: member.account, secret: testSecret })
    const plain = await ways.service.call('POST', `${own}/LoginForm`, {
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    })
    expect(plain.headers.get('location')).toContain('error=way_not_allowed')
    expect(plain.headers.getSetCookie().join()).not.toContain('sports_v2_jwt')
  })

  it('logs in by them, and keeps the last one that it allows, whatever secret there is', async () => {
    const { member } = await ways.link('line', 'only-line')
    const browser = newApiBrowser(ways.service)
    expect((await ways.enter(browser, 'line', 'only-line')).pathname).toBe('/member')
    const as = browser.session()
    const { linked } = (await browser.call('GET', `${wayCalls}/List`, { as })).body
    expect((await browser.whoIs()).hasSecret).toBe(true)
    expect(await browser.call('DELETE', `${wayCalls}/${linked[0].id}`, { as })).toMatchObject({ status: 409, body: { code: 'last_way' } })
    expect((await browser.whoIs()).id).toBe(member.id)
  })
})
