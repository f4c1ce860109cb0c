import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, testSecret, type TestService } from '#testing/test-service.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

let furnished: Promise<unknown> | undefined
const smallCentreOnce = () => (furnished ??= smallCentre(service.db))
const newSecret = 'another good long secret'
const forget = (email: string) => service.call('POST', '/api/AccountMember/ForgetPKey', { body: { email } })
const check = (token: string | undefined) => service.call('POST', '/api/AccountMember/ResetPKey/Check', { body: { token } })
const reset = (body: object) => service.call('POST', '/api/AccountMember/ResetPKey', { body })
const login = (name: string, secret: string) => service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount: name, secret } })
const tokenIn = (body: string) => /\/resetPKey\/(\S+)/.exec(body)![1]!

describe('B2 B3 a forgotten secret, by mail', () => {
  it('sends a link that works once; the reset ends every session and notifies the member', async () => {
    const member = await service.newMember()
    expect((await forget(member.email.toUpperCase())).status).toBe(204)
    const [mail] = await service.inbox(member.email)
    const token = tokenIn(mail!.body)
    expect((await reset({ token, secret: newSecret })).status).toBe(204)
    expect((await service.call('GET', '/api/AccountMember', { as: member })).status).toBe(401)
    expect((await login(member.email, testSecret)).status).toBe(400)
    expect((await login(member.email, newSecret)).status).toBe(200)
    expect((await reset({ token, secret: 'yet another secret' })).body.code).toBe('link_invalid')
    expect((await service.inbox(member.email, 2)).map(({ subject }) => subject)).toContain('您的密碼已變更')
  })

  it('works once when the link is used twenty times at the same moment', async () => {
    const member = await service.newMember()
    await forget(member.email)
    const token = tokenIn((await service.inbox(member.email))[0]!.body)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => reset({ token, secret: `secret number ${n}` })))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  it('answers the same for an unknown address, after the same statements', async () => {
    const member = await service.newMember()
    const known = await forget(member.email)
    const unknown = await forget('nobody-at-all@example.com')
    expect(unknown.status).toBe(204)
    expect(unknown.text).toBe(known.text)
    await service.inbox(member.email)
    expect(await service.db.selectFrom('messages').select('id').where('recipient', '=', 'nobody-at-all@example.com').execute()).toEqual([])
  })

  it('the link expires after 30 minutes', async () => {
    const member = await service.newMember()
    await forget(member.email)
    const token = tokenIn((await service.inbox(member.email))[0]!.body)
    service.clock.advance(30 * 60_000)
    expect((await check(token)).body.code).toBe('link_expired')
    expect((await reset({ token, secret: newSecret })).body.code).toBe('link_expired')
  })

  it('older links are void once a new secret is set', async () => {
    const member = await service.newMember()
    await forget(member.email)
    await forget(member.email)
    const [one, two] = (await service.inbox(member.email, 2)).map(({ body }) => tokenIn(body))
    expect([(await check(one)).status, (await check(one)).status], 'opening the page uses nothing up').toEqual([204, 204])
    expect((await reset({ token: one, secret: newSecret })).status).toBe(204)
    for (const token of [one, two]) expect((await check(token)).body.code).toBe('link_invalid')
    expect((await reset({ token: two, secret: newSecret })).body.code).toBe('link_invalid')
  })

  it('sends at most five mails an hour to one address, and answers the same beyond that', async () => {
    const member = await service.newMember()
    for (let n = 0; n < 7; n++) expect((await forget(member.email)).status).toBe(204)
    await service.jobsDone('reset-link-asked', 'send-message')
    expect(await service.inbox(member.email, 5)).toHaveLength(5)
  })

  it.each([[{}], [{ token: 'x' }], [{ token: 'x', secret: 'short' }], [{ mobile: '0912345678', smsCode: 'x', secret: newSecret }]])(
    'answers rubbish with 422: %j',
    async (body) => {
      expect((await reset(body)).body).toMatchObject({ status: 422, code: 'invalid_body' })
    },
  )
})

describe('B6 B3 a forgotten secret, by text message', () => {
  it('sends a code that sets a new secret', async () => {
    const member = await service.newMember()
    expect((await service.call('POST', '/api/AccountMember/SendSms_ResetPassword', { body: { mobile: member.mobile } })).status).toBe(204)
    const [text] = await service.inbox(member.mobile)
    const smsCode = /\d{6}/.exec(text!.body)![0]
    const wrong = smsCode === '000000' ? '111111' : '000000'
    expect((await reset({ mobile: member.mobile, smsCode: wrong, secret: newSecret })).body).toMatchObject({
      status: 400,
      code: 'wrong_sms_code',
    })
    expect((await reset({ mobile: member.mobile, smsCode, secret: '1234567890' })).body.code).toBe('secret_too_common')
    expect((await reset({ mobile: member.mobile, smsCode, secret: newSecret })).status).toBe(204)
    expect((await reset({ mobile: member.mobile, smsCode, secret: newSecret })).body.code).toBe('wrong_sms_code')
    expect((await login(member.account, newSecret)).status).toBe(200)
  })

  it('answers the same for an unknown mobile', async () => {
    const answer = await service.call('POST', '/api/AccountMember/SendSms_ResetPassword', { body: { mobile: '0999999999' } })
    expect(answer.status).toBe(204)
    await service.jobsDone('reset-code-asked')
    expect(await service.db.selectFrom('messages').select('id').where('recipient', '=', '0999999999').execute()).toEqual([])
  })

  it('refuses a code that was sent to prove a mobile', async () => {
    const member = await service.newMember()
    await service.call('POST', '/api/AccountMember/SendSms', { body: { mobile: member.mobile } })
    const smsCode = /\d{6}/.exec((await service.inbox(member.mobile))[0]!.body)![0]
    expect((await reset({ mobile: member.mobile, smsCode, secret: newSecret })).body.code).toBe('wrong_sms_code')
  })
})

describe('B9 changing the secret', () => {
  it('ends the other sessions and keeps this one', async () => {
    const member = await service.newMember()
    const other = (await login(member.email, testSecret)).body
    const change = (oldSecret: string, secret: string) =>
      service.call('POST', '/api/AccountMember/UpdatePKey', { as: member, body: { oldSecret, newSecret: secret } })
    expect((await change('not it', newSecret)).body).toMatchObject({ status: 400, code: 'wrong_secret', errors: [{ path: 'oldSecret' }] })
    expect((await change(testSecret, 'short')).body).toMatchObject({
      status: 422,
      errors: [{ path: 'newSecret', message: '密碼至少 10 個字' }],
    })
    expect((await change(testSecret, 'password123')).body).toMatchObject({
      status: 422,
      code: 'secret_too_common',
      errors: [{ path: 'newSecret' }],
    })
    expect((await change(testSecret, newSecret)).status).toBe(204)
    expect((await service.call('GET', '/api/AccountMember', { as: member })).status).toBe(200)
    expect((await service.call('GET', '/api/AccountMember', { as: other })).status).toBe(401)
    expect((await login(member.email, newSecret)).status).toBe(200)
  })

  it.each(['aaaaaaaaaa', '羽球館羽球館羽球館羽球館', 'localhost-2026'])('B4 B9 B3 refuses %s wherever a secret is chosen', async (weak) => {
    await smallCentreOnce()
    const member = await service.newMember()
    const tooCommon = { status: 422, body: { code: 'secret_too_common' } }
    const change = (secret: string) =>
      service.call('POST', '/api/AccountMember/UpdatePKey', { as: member, body: { oldSecret: testSecret, newSecret: secret } })
    expect(await change(weak)).toMatchObject({
      ...tooCommon,
      body: { errors: [{ path: 'newSecret', message: expect.stringContaining('容易被猜到') }] },
    })
    await forget(member.email)
    const token = tokenIn((await service.inbox(member.email))[0]!.body)
    for (const secret of [weak, `${member.account}12`.padEnd(10, '3'), `${member.mobile}!`, `${member.email}1`])
      expect(await reset({ token, secret }), secret).toMatchObject(tooCommon)
    expect((await reset({ token, secret: newSecret })).status, 'the link is still good').toBe(204)
  })

  it('limits wrong tries of the current secret', async () => {
    const member = await service.newMember()
    const answers = []
    for (let n = 0; n < 11; n++)
      answers.push(
        (await service.call('POST', '/api/AccountMember/UpdatePKey', { as: member, body: { oldSecret: `guess ${n}`, newSecret } })).status,
      )
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })
})
