import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deadPort, startHttpStandIn, type HttpStandIn } from '#testing/http-stand-in.ts'
import { startSmtpStandIn, type SmtpStandIn } from '#testing/smtp-stand-in.ts'
import { checkMail } from './check-mail.ts'
import { checkTexts } from './check-texts.ts'

const codes = async (findings: Promise<{ code: string }[]>) => (await findings).map(({ code }) => code)

describe('the check of mail', () => {
  let server: SmtpStandIn
  beforeAll(async () => {
    server = await startSmtpStandIn()
  })
  afterAll(() => server.close())
  beforeEach(() => {
    server.script = {}
    server.verbs.length = 0
  })

  const mailFrom = 'City Sports <no-reply@sports.tw>'
  const check = (smtpUrl: string | undefined, more: object = {}) =>
    codes(checkMail({ smtpUrl, mailFrom, demo: false, ...more }, { connectionTimeout: 500, greetingTimeout: 500, socketTimeout: 500 }))
  const withUser = () => server.url.replace('smtp://', 'smtp://someone:secret@')

  it('connects and logs in, and sends nothing', async () => {
    expect(await check(withUser())).toEqual(['mail_ready'])
    expect(server.verbs).toEqual(['EHLO', 'AUTH'])
    expect(await check(server.url)).toEqual(['mail_ready_without_login'])
  })

  it('tells a wrong password from a wrong host, a closed port, a missing encryption and silence', async () => {
    server.script = { AUTH: '535 no' }
    expect(await check(withUser())).toEqual(['login_refused'])
    server.script = { EHLO: 'silence' }
    expect(await check(server.url)).toEqual(['timeout'])
    server.script = {}
    expect(await check(server.strictUrl)).toEqual(['mail_no_starttls'])
    expect(await check(`smtp://127.0.0.1:${await deadPort()}`)).toEqual(['refused'])
    expect(await check('smtp://mail.invalid:25')).toEqual(['unknown_host'])
  })

  it('says that no server is set, that the demo needs none, and that the sender is still the example', async () => {
    expect(await check(undefined)).toEqual(['mail_not_set'])
    expect(await check(undefined, { demo: true })).toEqual(['mail_inbox'])
    expect(await check(server.url, { mailFrom: 'Fieldhouse <no-reply@example.com>' })).toContain('mail_from_example')
  })

  it('never has a password in what it found', async () => {
    server.script = { AUTH: '535 no such secret' }
    expect(JSON.stringify(await checkMail({ smtpUrl: withUser(), mailFrom, demo: false }))).not.toContain('secret')
  })
})

describe('the check of texts', () => {
  let provider: HttpStandIn
  beforeAll(async () => {
    provider = await startHttpStandIn(() => ({ status: 200, body: '' }))
  })
  afterAll(() => provider.close())
  beforeEach(() => {
    provider.calls.length = 0
  })

  const answers = (body: string, status = 200) => (provider.answer = () => ({ status, body }))
  const mitake = () => ({ provider: 'mitake' as const, url: provider.url, username: 'centre', password: 'secret' })
  const twilio = () => ({ provider: 'twilio' as const, url: provider.url, accountSid: 'AC1', authToken: 'secret', from: '+1' })
  const check = (sms: Parameters<typeof checkTexts>[0]['sms'], demo = false) => codes(checkTexts({ sms, demo }, { timeoutMs: 500 }))

  it('asks Mitake for the credit by its own call, and sends nothing', async () => {
    answers('AccountPoint=126\r\n')
    expect(await checkTexts({ sms: mitake(), demo: false })).toMatchObject([{ code: 'texts_credit', values: { credit: '126' } }])
    expect(provider.calls.map(({ path }) => path)).toEqual(['/api/mtk/SmQuery'])
    expect(Object.fromEntries(provider.calls[0]!.form)).toEqual({ username: 'centre', password: 'secret' })
    answers('AccountPoint=12\r\n')
    expect(await check(mitake())).toEqual(['texts_credit_low'])
  })

  it('tells what Mitake refuses', async () => {
    answers('[1]\r\nstatuscode=e\r\nError=帳號、密碼錯誤\r\n')
    expect(await check(mitake())).toEqual(['keys_refused'])
    answers('[1]\r\nstatuscode=k\r\n')
    expect(await check(mitake())).toEqual(['texts_address_refused'])
    answers('[1]\r\nstatuscode=m\r\n')
    expect(await check(mitake())).toEqual(['texts_password_old'])
    answers('[1]\r\nstatuscode=f\r\n')
    expect(await check(mitake())).toEqual(['texts_not_active'])
    answers('AccountPoint=0\r\n')
    expect(await check(mitake())).toEqual(['texts_no_credit'])
    answers('<html>')
    expect(await check(mitake())).toEqual(['texts_not_understood'])
    answers('', 500)
    expect(await check(mitake())).toEqual(['http_failing'])
    answers('', 404)
    expect(await check(mitake())).toEqual(['http_status'])
  })

  it('asks Twilio whether the account is active, and for its balance', async () => {
    provider.answer = ({ path }) => ({
      status: 200,
      body: path.endsWith('Balance.json') ? '{"balance":"12.50","currency":"USD"}' : '{"status":"active"}',
    })
    expect(await checkTexts({ sms: twilio(), demo: false })).toMatchObject([{ code: 'texts_credit', values: { credit: '12.50 USD' } }])
    expect(provider.calls.map(({ path }) => path)).toEqual(['/2010-04-01/Accounts/AC1.json', '/2010-04-01/Accounts/AC1/Balance.json'])
    provider.answer = ({ path }) =>
      path.endsWith('Balance.json') ? { status: 403, body: '' } : { status: 200, body: '{"status":"active"}' }
    expect(await check(twilio()), 'a key that may not read the balance').toEqual(['texts_ready'])
    answers('{"status":"suspended"}')
    expect(await check(twilio())).toEqual(['texts_not_active'])
    answers('{}', 401)
    expect(await check(twilio())).toEqual(['keys_refused'])
  })

  it('tells a closed port from silence, and says that nothing is set', async () => {
    expect(await check({ ...mitake(), url: `http://127.0.0.1:${await deadPort()}` })).toEqual(['refused'])
    provider.answer = () => 'silence'
    expect(await check(mitake())).toEqual(['timeout'])
    expect(await check(undefined)).toEqual(['texts_not_set'])
    expect(await check(undefined, true)).toEqual(['texts_inbox'])
  })
})
