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

  it('invites colleagues without a password: they link the issuer of staff in the session that the invitation opens, by a mail that says so', async () => {
    const { member: admin } = await ways.link('city', 'inviting', { role: 'admin' })
    const boss = newApiBrowser(ways.service)
    await ways.enter(boss, 'city', 'inviting')
    const email = 'colleague@example.com'
    const invited = await boss.call('POST', '/api/Staff/Invitation', { as: boss.session(), body: { email, roles: ['desk'] } })
    expect(invited.status, invited.text).toBe(201)
    const [mail] = await ways.service.inbox(email)
    expect(mail!.body).toContain('連結場館人員登入用的市民卡')
    expect(mail!.body).not.toContain('兩步驟驗證')
    const key = /key=([\w-]+)/.exec(mail!.body)![1]
    const browser = newApiBrowser(ways.service)
    const joined = await browser.call('POST', '/api/StaffInvitation/Accept', { body: { key, name: '林', locale: 'tw' } })
    expect(joined.status, joined.text).toBe(200)
    const as = joined.body.session
    const { id } = (await browser.call('GET', own, { as })).body
    expect(await browser.call('GET', own, { as })).toMatchObject({ body: { hasSecret: false, roles: ['desk'], isProvenTwice: false } })
    const { body } = await browser.call('POST', `${wayCalls}/city/Link`, { as })
    await ways.comeBack(browser, await ways.issuers.city.enter(body.address, 'colleague'))
    const next = newApiBrowser(ways.service)
    expect((await ways.enter(next, 'city', 'colleague')).pathname).toBe('/staff')
    expect(await next.whoIs()).toMatchObject({ id, isProvenTwice: true })
    expect(admin.id).not.toBe(id)
  })

  it('confirms an address only in the browser that registered: in another nothing would be left to log in by', async () => {
    const { member } = await ways.link('line', 'confirms-elsewhere')
    const { db, clock } = ways.service
    const email = `elsewhere-${member.email}`
    await db.updateTable('members').set({ email_confirmed_at: null, secret_hash: null, email }).where('id', '=', member.id).execute()
    expect((await ways.service.call('POST', `${own}/SendValidation`, { body: { email } })).status).toBe(204)
    const token = /emailValidation\?token=(\S+)/.exec((await ways.service.inbox(email))[0]!.body)![1]
    clock.advance(1000)
    const confirm = await ways.service.call('POST', `${own}/ValidateEmail`, { body: { token } })
    expect(confirm).toMatchObject({ status: 409, body: { code: 'link_elsewhere' } })
    const row = await db.selectFrom('members').select('email_confirmed_at').where('id', '=', member.id).executeTakeFirstOrThrow()
    expect(row.email_confirmed_at, 'the link may still be opened in the right one').toBeNull()
    expect(await db.selectFrom('login_subjects').select('id').where('member_id', '=', member.id).execute()).toHaveLength(1)
    expect((await ways.service.call('POST', `${own}/ValidateEmail`, { body: { token } })).body.code, 'and is not used up').toBe(
      'link_elsewhere',
    )
  })
})
