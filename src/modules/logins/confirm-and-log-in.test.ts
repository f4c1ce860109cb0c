import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, testSecret, type TestService } from '#testing/test-service.ts'
import { samplePdf } from '#testing/sample-files.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

let next = 0

async function newForm(more: object = {}) {
  const number = ++next
  const mobile = `0923${String(100_000 + number)}`
  await service.call('POST', '/api/AccountMember/SendSms', { body: { mobile } })
  const upload = new FormData()
  upload.set('upload', new File([samplePdf(String(number))], 'consent.pdf', { type: 'application/pdf' }))
  return {
    email: `Amy.Lin+${number}@example.com`,
    name: '林小美',
    mobile,
    smsCode: /\d{6}/.exec((await service.inbox(mobile))[0]!.body)![0],
    secret: testSecret,
    memberIdentityId: 1,
    privacyFileId: (await service.call('POST', '/api/File', { body: upload, from: `198.51.100.${number}` })).body.id as string,
    ...more,
  }
}

const register = (body: object) => service.call('POST', '/api/AccountMember', { body, from: `198.51.100.${++next % 200}` })
const cookieIn = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .join('; ')
const tokenIn = async (email: string) => new URL(/https?:\S+/.exec((await service.inbox(email))[0]!.body)![0]).searchParams.get('token')
const confirm = (token: string | null, cookie?: string) =>
  service.call('POST', '/api/AccountMember/ValidateEmail', { body: { token }, ...(cookie && { headers: { cookie } }) })

describe('D11 the confirmation link of the mail', () => {
  it('D11 logs the member in, in the browser that registered and nowhere else', async () => {
    const form = await newForm()
    const registered = await register(form)
    const [set] = registered.headers.getSetCookie()
    expect(set).toMatch(/^sports_v2_registering=[\w-]{43}; Path=\/; SameSite=Lax; Expires=[^;]+; HttpOnly$/)
    const token = await tokenIn(form.email)
    const answer = await confirm(token, cookieIn(registered.headers))
    expect(answer.body).toMatchObject({ email: form.email, session: { user: { id: registered.body.id, email: form.email } } })
    // The session is bound to its own companion cookie, as after any login of a browser.
    const as = { token: answer.body.session.token as string }
    expect((await service.call('GET', '/api/AccountMember', { as })).status).toBe(401)
    const cookie = cookieIn(answer.headers)
    expect((await service.call('GET', '/api/AccountMember', { as, headers: { cookie } })).body.email).toBe(form.email)

    const again = await confirm(token, cookieIn(registered.headers))
    expect(again.body, 'a second time it only confirms').toEqual({ email: form.email })
    expect(again.headers.getSetCookie()).toEqual([])
  })

  it('D11 only confirms in another browser, even one that has just registered somebody else', async () => {
    const other = await register(await newForm())
    for (const cookie of [undefined, cookieIn(other.headers), 'sports_v2_registering=', 'sports_v2_registering=rubbish']) {
      const form = await newForm()
      const registered = await register(form)
      const answer = await confirm(await tokenIn(form.email), cookie)
      expect(answer).toMatchObject({ status: 200, body: { email: form.email } })
      expect(answer.body.session).toBeUndefined()
      expect((await confirm(await tokenIn(form.email), cookieIn(registered.headers))).body.session).toBeUndefined()
    }
  })

  it('B4 sets the same cookie whether the address is known or not', async () => {
    const owner = await service.newMember()
    const shape = ({ headers, status }: Awaited<ReturnType<typeof register>>) => [
      status,
      headers.getSetCookie().map((cookie) => cookie.replace(/=[\w-]{43};/, '=…;')),
    ]
    const unknown = await newForm()
    const known = await newForm({ email: owner.email })
    expect(shape(await register(known))).toEqual(shape(await register(unknown)))
  })
})

describe('B4 an account name that nobody chose', () => {
  it('B4 is made from the email address and random digits', async () => {
    const accounts = []
    for (let n = 0; n < 3; n++) {
      const { body } = await register(await newForm())
      accounts.push((await service.db.selectFrom('members').select('account').where('id', '=', body.id).executeTakeFirstOrThrow()).account)
    }
    for (const account of accounts) expect(account).toMatch(/^amy\.lin-\d{4}$/)
    expect(new Set(accounts).size).toBe(3)
  })
})

describe('B5 the text message', () => {
  it('B5 ends with the line that lets a browser offer the code to this site', async () => {
    await service.call('POST', '/api/AccountMember/SendSms', { body: { mobile: '0923999001' } })
    const [text] = await service.inbox('0923999001')
    const code = /\d{6}/.exec(text!.body)![0]
    expect(text!.body.split('\n').at(-1)).toMatch(new RegExp(`^@[a-z.]+ #${code}$`))
  })
})
