import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, testSecret, type TestService } from '#testing/test-service.ts'
import { samplePdf } from '#testing/sample-files.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

let next = 0
async function uploadConsent(): Promise<string> {
  const form = new FormData()
  form.set('upload', new File([samplePdf(String(++next))], '個資同意書.pdf', { type: 'application/pdf' }))
  const answer = await service.call('POST', '/api/File', { body: form, from: `198.51.100.${next}` })
  expect(answer.status).toBe(201)
  return answer.body.id
}

async function codeFor(mobile: string): Promise<string> {
  expect((await service.call('POST', '/api/AccountMember/SendSms', { body: { mobile } })).status).toBe(204)
  const [text] = await service.inbox(mobile)
  return /\d{6}/.exec(text!.body)![0]
}

async function newForm(more: object = {}) {
  const mobile = `0922${String(100_000 + ++next)}`
  return {
    email: `new${next}@example.com`,
    account: `new${next}`,
    name: '林小美',
    mobile,
    smsCode: await codeFor(mobile),
    secret: testSecret,
    memberIdentityId: 1,
    privacyFileId: await uploadConsent(),
    locale: 'tw',
    ...more,
  }
}

const register = (body: object, from?: string) =>
  service.call('POST', '/api/AccountMember', { body, from: from ?? `198.51.100.${++next % 200}` })
const linkIn = (body: string) => new URL(/https?:\S+/.exec(body)![0])

describe('registering', () => {
  it('B4 B5 B46 makes a member from a form, a text-message code and a signed file, and mails a link', async () => {
    const form = await newForm()
    const answer = await register(form)
    expect(answer).toMatchObject({ status: 201, body: { id: expect.any(String) } })
    const [mail] = await service.inbox(form.email)
    expect(mail!.subject).toBe('請確認您的電子郵件')

    for (const emailOrAccount of [form.account, form.email]) {
      const early = (secret: string) => service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount, secret } })
      expect((await early(testSecret)).body).toMatchObject({ status: 403, code: 'email_unconfirmed' })
      expect((await early('not my secret')).body).toMatchObject({ status: 400, code: 'invalid_credentials' })
    }
    const token = linkIn(mail!.body).searchParams.get('token')
    expect((await service.call('POST', '/api/AccountMember/ValidateEmail', { body: { token } })).body).toEqual({ email: form.email })
    const again = await service.call('POST', '/api/AccountMember/ValidateEmail', { body: { token } })
    expect(again.status, 'a second click still says that it is confirmed').toBe(200)

    for (const emailOrAccount of [form.account.toUpperCase(), form.email.toUpperCase()]) {
      const login = await service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount, secret: testSecret } })
      expect(login.body).toMatchObject({
        user: { id: answer.body.id, email: form.email, communityName: '', identity: { code: 'PUB', state: 'none-needed' } },
      })
    }
  })

  it('B4 answers a taken address like a free one, and tells its owner by mail', async () => {
    const owner = await service.newMember()
    const form = await newForm({ email: owner.email.toUpperCase(), secret: 'a secret of somebody else' })
    expect(await register(form)).toMatchObject({ status: 201, body: { id: expect.any(String) } })
    const [mail] = await service.inbox(owner.email)
    expect(mail!.subject).toBe('您已經是會員')
    // Later answers do not reveal it either: the account name and the address are unconfirmed, as for a new address.
    const login = async (emailOrAccount: string, secret: string) =>
      (await service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount, secret } })).body
    expect((await login(form.account, form.secret)).code).toBe('email_unconfirmed')
    expect((await login(form.email, form.secret)).code).toBe('email_unconfirmed')
    expect((await login(form.email, 'not the owner’s')).code).toBe('invalid_credentials')
    expect((await login(form.email, testSecret)).user.id).toBe(owner.id)
    // Nor does the stranger's own secret clear wrong tries of the owner's.
    for (let n = 0; n < 8; n++) await login(form.email, n % 2 ? form.secret : 'guessed')
    expect((await login(form.email, form.secret)).code).toBe('too_many_attempts')
    expect((await register(await newForm({ account: form.account }))).body.code).toBe('account_taken')
  })

  it('B4 reports every invalid field, and does not use up the code', async () => {
    const form = await newForm()
    const wrong = await register({
      ...form,
      email: 'nobody',
      account: '!',
      name: ' ',
      secret: 'short',
      mobile: '1234',
      privacyFileId: undefined,
    })
    expect(wrong).toMatchObject({ status: 422, body: { code: 'invalid_body' } })
    expect(Object.fromEntries(wrong.body.errors.map((e: { path: string; message: string }) => [e.path, e.message]))).toEqual({
      email: '請輸入正確的電子郵件',
      account: '3–30 個英數字，可含 . _ -，頭尾須為英數字',
      name: '此欄必填',
      secret: '密碼至少 10 個字',
      mobile: '請輸入 09 開頭的 10 碼手機號碼',
      privacyFileId: '請上傳簽名的個資同意書',
    })
    const taken = await service.newMember()
    const refused = await register({ ...form, account: taken.account.toUpperCase() })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'account_taken', errors: [{ path: 'account', message: '這個帳號名稱已有人使用' }] },
    })
    expect((await register({ ...form, secret: '1234567890' })).body).toMatchObject({ status: 422, code: 'secret_too_common' })
    expect((await register({ ...form, memberIdentityId: 999 })).body).toMatchObject({ status: 422, code: 'no_such_identity' })
    expect((await register(form)).status).toBe(201)
  })

  it('B4 ignores unknown fields: nobody can give themselves a staff role', async () => {
    const form = await newForm({ role: 'admin', roles: ['admin'], email_confirmed_at: '2020-01-01' })
    const { body } = await register(form)
    const row = await service.db
      .selectFrom('members')
      .select(['roles', 'email_confirmed_at'])
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ roles: [], email_confirmed_at: null })
  })

  it('B4 accepts a code once, only the newest, and not after five wrong tries', async () => {
    const form = await newForm()
    const wrong = form.smsCode === '000000' ? '111111' : '000000'
    const where = '203.0.113.7'
    for (let n = 0; n < 5; n++) expect((await register({ ...form, smsCode: wrong }, where)).body.code).toBe('wrong_sms_code')
    expect((await register(form, where)).body.code, 'even the right one, after five').toBe('wrong_sms_code')
    service.clock.advance(61_000)
    await service.call('POST', '/api/AccountMember/SendSms', { body: { mobile: form.mobile } })
    const texts = await service.inbox(form.mobile, 2)
    const fresh = /\d{6}/.exec(texts[0]!.body)![0]
    expect((await register({ ...form, smsCode: fresh })).status).toBe(201)
    expect((await register({ ...form, account: `${form.account}x`, smsCode: fresh, privacyFileId: await uploadConsent() })).body.code).toBe(
      'wrong_sms_code',
    )
  })

  it('B4 refuses an expired code', async () => {
    const form = await newForm()
    service.clock.advance(5 * 60_000)
    expect((await register(form)).body.code).toBe('wrong_sms_code')
  })

  it('B4 accepts a consent file once, and only one that was uploaded as such', async () => {
    const form = await newForm()
    expect((await register(form)).status).toBe(201)
    expect((await register(await newForm({ privacyFileId: form.privacyFileId }))).body).toMatchObject({
      status: 422,
      code: 'no_such_file',
      errors: [{ path: 'privacyFileId' }],
    })
    expect((await register(await newForm({ privacyFileId: crypto.randomUUID() }))).body.code).toBe('no_such_file')
  })

  it('B4 says that a mobile is registered already, but only to somebody who has proved it by the code', async () => {
    const member = await service.newMember()
    const smsCode = await codeFor(member.mobile)
    expect((await register({ ...(await newForm()), mobile: member.mobile, smsCode })).body).toMatchObject({
      status: 409,
      code: 'mobile_taken',
    })
  })

  it('B4 B14 stores the proof of an identity that needs one, to be reviewed', async () => {
    const form = await newForm({ memberIdentityId: 3, proofFileId: await uploadConsent() })
    const { body } = await register(form)
    const token = linkIn((await service.inbox(form.email))[0]!.body).searchParams.get('token')
    await service.call('POST', '/api/AccountMember/ValidateEmail', { body: { token } })
    const login = await service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount: form.email, secret: testSecret } })
    expect(login.body.user).toMatchObject({ id: body.id, identity: { code: 'STU', name: '學生', state: 'under-review' } })
  })

  it('D1 a community that registers is an ordinary member until staff approve it', async () => {
    const form = await newForm({ communityName: '青禾羽球社', registrationNo: 'A-123', representative: '王大明', memberIdentityId: 9 })
    await register(form)
    const token = linkIn((await service.inbox(form.email))[0]!.body).searchParams.get('token')
    await service.call('POST', '/api/AccountMember/ValidateEmail', { body: { token } })
    const login = await service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount: form.email, secret: testSecret } })
    expect(login.body.user).toMatchObject({
      communityName: '',
      community: { name: '青禾羽球社', registrationNo: 'A-123', representative: '王大明', state: 'under-review' },
    })

    const staff = await service.newMember({ role: 'admin' })
    const review = { memberId: login.body.user.id, decision: 'approve' }
    expect((await service.call('POST', '/api/Staff/Community/Review', { as: staff, body: review })).status).toBe(204)
    expect((await service.call('GET', '/api/AccountMember', { as: login.body })).body.communityName).toBe('青禾羽球社')
    expect((await service.inbox(form.email, 2)).map((mail) => mail.subject)).toContain('審核通過：青禾羽球社')
  })

  it('limits registrations from one IP address', async () => {
    const answers = []
    for (let n = 0; n < 31; n++) answers.push((await register({ ...baseForm, secret: testSecret }, '192.0.2.9')).status)
    expect(answers.slice(0, 30).every((status) => status === 400)).toBe(true)
    expect(answers[30]).toBe(429)
  })
  const baseForm = {
    email: 'x@example.com',
    account: 'xxxx',
    name: 'x',
    mobile: '0900000000',
    smsCode: '000000',
    memberIdentityId: 1,
    privacyFileId: crypto.randomUUID(),
  }
})

describe('B5 codes', () => {
  it('can be asked for again after 60 seconds, five times a day', async () => {
    const mobile = '0933000111'
    const send = () => service.call('POST', '/api/AccountMember/SendSms', { body: { mobile }, from: '192.0.2.77' })
    expect((await send()).status).toBe(204)
    const soon = await send()
    expect(soon).toMatchObject({ status: 429, body: { code: 'sms_too_soon' } })
    expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(55)
    for (let n = 2; n <= 5; n++) {
      service.clock.advance(60_000)
      expect((await send()).status).toBe(204)
    }
    service.clock.advance(60_000)
    expect(await send()).toMatchObject({ status: 429, body: { code: 'sms_too_many' } })
    service.clock.advance(24 * 3_600_000)
    expect((await send()).status).toBe(204)
  })

  it('are sent once for twenty requests at the same moment', async () => {
    const mobile = '0933000222'
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.call('POST', '/api/AccountMember/SendSms', { body: { mobile }, from: '192.0.2.78' })),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(await service.inbox(mobile)).toHaveLength(1)
  })
})

describe('A17 the confirmation link', () => {
  it('is refused when it is forged, of another kind, or expired', async () => {
    const validate = (token: string) => service.call('POST', '/api/AccountMember/ValidateEmail', { body: { token } })
    expect((await validate('rubbish')).body.code).toBe('link_invalid')
    const member = await service.newMember()
    expect((await validate(member.token)).body.code, 'a session is no link').toBe('link_invalid')
    const form = await newForm()
    await register(form)
    const token = linkIn((await service.inbox(form.email))[0]!.body).searchParams.get('token')!
    service.clock.advance(72 * 3_600_000)
    expect((await validate(token)).body.code).toBe('link_expired')

    expect((await service.call('POST', '/api/AccountMember/SendValidation', { body: { email: form.email } })).status).toBe(204)
    const mails = await service.inbox(form.email, 2)
    expect((await validate(linkIn(mails[0]!.body).searchParams.get('token')!)).status, 'sent again, it works').toBe(200)
  })

  it('confirms an address for one of two members who registered it, even at the same moment', async () => {
    const first = await newForm()
    const second = await newForm({ email: first.email })
    await register(first)
    await register(second)
    const mails = await service.inbox(first.email, 2)
    const tokens = mails.map((mail) => linkIn(mail.body).searchParams.get('token'))
    const answers = await Promise.all(tokens.map((token) => service.call('POST', '/api/AccountMember/ValidateEmail', { body: { token } })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const holders = await service.db
      .selectFrom('members')
      .select('id')
      .where('email', '=', first.email)
      .where('email_confirmed_at', 'is not', null)
      .execute()
    expect(holders).toHaveLength(1)
  })
})
