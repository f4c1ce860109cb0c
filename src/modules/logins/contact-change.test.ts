import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, testSecret, type TestService, type TestMember } from '#testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

const secret = testSecret
const hour = 3_600_000
const update = (as: TestMember, body: object) => service.call('PUT', '/api/AccountMember', { as, body })
const me = (as: { token: string }) => service.call('GET', '/api/AccountMember', { as })
const undo = (ref: string) => service.call('POST', '/api/AccountMember/UndoChange', { body: { ref } })
const reset = (token: string, to = 'violet harbour 88 kites') =>
  service.call('POST', '/api/AccountMember/ResetPKey', { body: { token, secret: to } })

async function logIn(emailOrAccount: string, from: string) {
  return service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount, secret }, from })
}

async function textCode(mobile: string): Promise<string> {
  await service.call('POST', '/api/AccountMember/SendSms', { body: { mobile }, from: `198.51.100.${mobile.slice(-2)}` })
  return /\d{6}/.exec((await service.inbox(mobile)).map(({ body }) => body).find((body) => /\d{6}/.test(body))!)![0]
}

/** Waits for a mail to this address whose link leads to that page. */
async function linkTo(email: string, page: 'undoChange' | 'emailValidation' | 'resetPKey'): Promise<URL> {
  const found: URL[] = []
  await expect
    .poll(async () => {
      const bodies = (await service.inbox(email)).map(({ body }) => new RegExp(`https?://\\S+/${page}\\S+`).exec(body)?.[0])
      found.splice(0, found.length, ...bodies.filter((one) => one !== undefined).map((one) => new URL(one)))
      return found.length
    })
    .toBeGreaterThan(0)
  return found[0]!
}

async function moveTo(as: TestMember, email: string): Promise<void> {
  expect((await update(as, { email, secret })).status).toBe(200)
  const token = (await linkTo(email, 'emailValidation')).searchParams.get('token')
  expect((await service.call('POST', '/api/AccountMember/ValidateEmail', { body: { token } })).status).toBe(200)
  expect((await me(as)).body.email).toBe(email)
}
const undoRef = async (email: string) => (await linkTo(email, 'undoChange')).searchParams.get('ref')!

describe('a change of email address or mobile', () => {
  it('needs the secret; saving unchanged values needs none', async () => {
    const member = await service.newMember()
    const mobile = '0955100201'
    const smsCode = await textCode(mobile)
    for (const change of [{ email: 'new@else.example' }, { mobile, smsCode }]) {
      expect((await update(member, change)).body).toMatchObject({ status: 422, code: 'secret_needed', errors: [{ path: 'secret' }] })
      const wrong = await update(member, { ...change, secret: 'not the secret' })
      expect(wrong.body).toMatchObject({ status: 400, code: 'wrong_secret', errors: [{ path: 'secret' }] })
    }
    expect((await update(member, { email: member.email.toUpperCase(), name: '陳大文' })).status).toBe(200)
    expect((await me(member)).body).toMatchObject({ email: member.email, mobile: member.mobile })
    expect((await update(member, { mobile, smsCode, secret })).body.mobile, 'the code was not used up').toBe(mobile)
  })

  it('limits wrong secrets', async () => {
    const member = await service.newMember()
    const tries = Array.from({ length: 10 }, (_, n) => update(member, { email: 'new@else.example', secret: `guess number ${n}` }))
    await Promise.all(tries)
    expect((await update(member, { email: 'new@else.example', secret })).body.code).toBe('too_many_attempts')
  })

  it('is announced to the old address, whose link undoes it: sessions end, the new address is void, the secret can be reset', async () => {
    const owner = await service.newMember()
    await service.call('POST', '/api/AccountMember/ForgetPKey', { body: { email: owner.email } })
    const resetToken = (await linkTo(owner.email, 'resetPKey')).pathname.split('/').at(-1)!
    await moveTo(owner, 'thief@else.example')
    expect((await reset(resetToken)).body.code, 'a reset link from before').toBe('link_invalid')
    expect((await logIn(owner.email, '198.51.100.1')).body.code).toBe('invalid_credentials')
    await service.call('POST', '/api/AccountMember/ForgetPKey', { body: { email: 'thief@else.example' } })
    const thiefsReset = (await linkTo('thief@else.example', 'resetPKey')).pathname.split('/').at(-1)!
    await update(owner, { email: 'later@else.example', secret })
    const laterLink = (await linkTo('later@else.example', 'emailValidation')).searchParams.get('token')

    const ref = await undoRef(owner.email)
    service.clock.advance(71 * hour)
    const undone = await undo(ref)
    expect(undone).toMatchObject({ status: 200, body: { email: owner.email } })
    expect((await me(owner)).status).toBe(401)
    expect((await reset(thiefsReset)).body.code).toMatch(/^link_/)
    expect((await service.call('POST', '/api/AccountMember/ValidateEmail', { body: { token: laterLink } })).body.code).toMatch(/^link_/)
    expect((await logIn('thief@else.example', '198.51.100.2')).body.code).toBe('invalid_credentials')
    expect((await reset(undone.body.resetToken)).status).toBe(204)
    expect((await logIn(owner.email, '198.51.100.3')).body.code, 'the old secret').toBe('invalid_credentials')
    expect((await undo(ref)).body).toMatchObject({ status: 400, code: 'link_invalid' })
  })

  it('of the mobile is announced by mail and to the old number; the link in the mail undoes it', async () => {
    const owner = await service.newMember()
    const mobile = '0955100302'
    expect((await update(owner, { mobile, smsCode: await textCode(mobile), secret })).body.mobile).toBe(mobile)
    const [text] = await service.inbox(owner.mobile)
    expect(text!.body).toContain('手機已改為其他號碼')
    expect(text!.body, 'who has a stolen phone gets no link').not.toContain('http')
    expect((await undo(await undoRef(owner.email))).status).toBe(200)
    expect((await service.db.selectFrom('members').select('mobile').where('id', '=', owner.id).executeTakeFirstOrThrow()).mobile).toBe(
      owner.mobile,
    )
    expect((await me(owner)).status).toBe(401)
  })

  it('is undone by the earliest link, whichever of several links is opened first', async () => {
    const owner = await service.newMember()
    const mobile = '0955100403'
    await moveTo(owner, 'first@thief.example')
    await update(owner, { mobile, smsCode: await textCode(mobile), secret })
    const [owners, thiefs] = [await undoRef(owner.email), await undoRef('first@thief.example')]
    expect((await undo(thiefs)).body).toMatchObject({ email: 'first@thief.example' })
    expect((await undo(owners)).body).toMatchObject({ email: owner.email })
    expect((await undo(thiefs)).status).toBe(400)
    const row = await service.db.selectFrom('members').select(['email', 'mobile']).where('id', '=', owner.id).executeTakeFirstOrThrow()
    expect(row).toEqual({ email: owner.email, mobile: owner.mobile })
  })

  it('is undone once by simultaneous clicks, and not after 72 hours, nor by a forged link', async () => {
    const owner = await service.newMember()
    await moveTo(owner, 'twice@else.example')
    const ref = await undoRef(owner.email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(ref)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])

    const late = await service.newMember()
    await moveTo(late, 'late@else.example')
    const lateRef = await undoRef(late.email)
    service.clock.advance(72 * hour + 1)
    expect((await undo(lateRef)).body).toMatchObject({ status: 400, code: 'link_expired' })
    expect((await undo(`${lateRef}x`)).body.code).toBe('link_invalid')
    expect((await undo(service.tokens.signReference('F261115K7M3XQABCDEF'))).body.code).toBe('link_invalid')
  })

  it('cannot be undone when the old address has another owner by now, and says so', async () => {
    const owner = await service.newMember()
    await moveTo(owner, 'gone@else.example')
    const ref = await undoRef(owner.email)
    await service.newMember({ email: owner.email, account: 'newcomer' })
    expect((await undo(ref)).body).toMatchObject({ status: 409, code: 'contact_taken' })
  })
})
