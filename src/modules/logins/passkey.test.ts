import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPasskey, askForPasskeyLogin, logInByPasskey, provePasskey, TestPasskey } from '#testing/passkeys.ts'
import { openTestService, testSecret, type TestService } from '#testing/test-service.ts'

const minute = 60_000
let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

const refused = { status: 400, code: 'passkey_refused' }
const staffCall = (as: { token: string }) => service.call('GET', '/api/Staff/Community/List', { as })

describe('a passkey of a member', () => {
  it('is added, named, listed and logs in alone', async () => {
    const member = await service.newMember()
    const passkey = new TestPasskey()
    expect(await addPasskey(service, member, passkey)).toMatchObject({ status: 201, body: { recoveryCodes: [] } })
    const login = await logInByPasskey(service, passkey)
    expect(login).toMatchObject({ status: 200, body: { user: { id: member.id, isProvenTwice: true } } })

    const list = async () => (await service.call('GET', '/api/AccountMember/SecondFactor', { as: login.body })).body
    const [one] = (await list()).passkeys
    expect(one).toMatchObject({ name: '手機', lastUsedAt: service.clock.now().toISOString() })
    const path = `/api/AccountMember/Passkey/${one.id}`
    expect((await service.call('PUT', path, { as: login.body, body: { name: '舊手機' } })).status).toBe(204)
    expect((await list()).passkeys).toMatchObject([{ name: '舊手機' }])
    expect((await service.call('PUT', path, { as: await service.newMember(), body: { name: 'x' } })).status).toBe(404)

    expect((await service.call('DELETE', path, { as: login.body })).status).toBe(204)
    expect((await list()).passkeys).toEqual([])
    expect((await logInByPasskey(service, passkey)).body).toMatchObject(refused)
  })

  it('takes the place of the secret, which is not given up while nothing else logs in', async () => {
    const member = await service.newMember()
    const other = (await service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount: member.email, secret: testSecret } }))
      .body
    const giveUp = (as: { token: string }) => service.call('DELETE', '/api/AccountMember/PKey', { as })
    expect(await giveUp(member)).toMatchObject({ status: 409, body: { code: 'last_way' } })
    const passkey = new TestPasskey()
    await addPasskey(service, member, passkey)
    service.clock.advance(11 * minute)
    expect(await giveUp(member), 'a session of before proves nothing').toMatchObject({ body: { code: 'confirm_secret_first' } })
    const { body: fresh } = await logInByPasskey(service, passkey)
    expect((await giveUp(fresh)).status).toBe(204)
    expect((await service.call('GET', '/api/AccountMember', { as: fresh })).body.hasSecret).toBe(false)
    expect((await service.call('GET', '/api/AccountMember', { as: other })).status, 'other sessions end').toBe(401)
    const bySecret = await service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount: member.email, secret: testSecret } })
    expect(bySecret.body.code).toBe('invalid_credentials')
    expect((await logInByPasskey(service, passkey)).status).toBe(200)
    const [{ id }] = (await service.call('GET', '/api/AccountMember/SecondFactor', { as: fresh })).body.passkeys
    expect((await service.call('DELETE', `/api/AccountMember/Passkey/${id}`, { as: fresh })).body.code).toBe('last_way')
    const mail = (await service.inbox(member.email, 2)).find(({ body }) => body.includes('移除了密碼'))!
    expect([mail.subject, mail.body.includes('其他裝置已全部登出')]).toEqual(['帳號安全通知：密碼已移除', true])
  })

  it('is mailed to its owner when it is added and removed', async () => {
    const member = await service.newMember()
    await addPasskey(service, member, new TestPasskey(), '筆電')
    const { passkeys } = (await service.call('GET', '/api/AccountMember/SecondFactor', { as: member })).body
    await service.call('DELETE', `/api/AccountMember/Passkey/${passkeys[0].id}`, { as: member })
    const mails = (await service.inbox(member.email, 2)).map(({ body }) => body)
    expect(mails.some((body) => body.includes('加入了通行密鑰「筆電」'))).toBe(true)
    expect(mails.some((body) => body.includes('移除了通行密鑰「筆電」'))).toBe(true)
  })

  it('ends with the account', async () => {
    const member = await service.newMember()
    const passkey = new TestPasskey()
    await addPasskey(service, member, passkey)
    expect((await service.call('POST', '/api/AccountMember/Close', { as: member, body: { secret: testSecret } })).status).toBe(204)
    expect((await logInByPasskey(service, passkey)).body).toMatchObject(refused)
    expect(await service.db.selectFrom('passkeys').select('id').where('member_id', '=', member.id).execute()).toEqual([])
  })

  it('is one of ten at most, and never the same twice', async () => {
    const member = await service.newMember()
    const passkey = new TestPasskey()
    await addPasskey(service, member, passkey)
    expect((await addPasskey(service, member, passkey)).body).toMatchObject(refused)
    expect((await addPasskey(service, await service.newMember(), passkey)).body, 'of somebody else').toMatchObject(refused)
    for (let n = 1; n < 10; n++) expect((await addPasskey(service, member)).status).toBe(201)
    expect((await addPasskey(service, member)).body).toMatchObject({ status: 409, code: 'too_many_passkeys', most: 10 })
  })
})

describe('logging in by a passkey', () => {
  const newKey = async (more: { counter?: number } = {}) => {
    const member = await service.newMember()
    const passkey = new TestPasskey(more)
    await addPasskey(service, member, passkey)
    return { member, passkey }
  }

  it.each([
    ['for pages of another origin', { origin: 'https://fieldhouse.example' }],
    ['for another host', { rpId: 'fieldhouse.example' }],
    ['whose user was not verified', { isVerified: false }],
    ['for a challenge that was never given', { challenge: 'A'.repeat(43) }],
    ['made while a key was added', { type: 'webauthn.create' }],
  ])('refuses a signature %s', async (_, odd) => {
    const { passkey } = await newKey()
    expect((await logInByPasskey(service, passkey, odd)).body).toMatchObject(refused)
    expect((await logInByPasskey(service, passkey)).status, 'the key itself is good').toBe(200)
  })

  it('refuses a challenge that is used, over, or of another browser', async () => {
    const { passkey } = await newKey()
    const path = '/api/AccountMember/Login/Passkey'
    const used = await askForPasskeyLogin(service)
    const body = { passkey: passkey.get(used.options) }
    expect((await service.call('POST', path, { body, headers: { cookie: used.cookie } })).status).toBe(200)
    expect((await service.call('POST', path, { body, headers: { cookie: used.cookie } })).body, 'used').toMatchObject(refused)

    const [here, there] = [await askForPasskeyLogin(service), await askForPasskeyLogin(service)]
    const stolen = { passkey: passkey.get(here.options) }
    expect((await service.call('POST', path, { body: stolen, headers: { cookie: there.cookie } })).body).toMatchObject(refused)
    expect((await service.call('POST', path, { body: stolen })).body, 'without a cookie').toMatchObject(refused)

    const late = await askForPasskeyLogin(service)
    service.clock.advance(5 * minute)
    const answer = { passkey: passkey.get(late.options) }
    expect((await service.call('POST', path, { body: answer, headers: { cookie: late.cookie } })).body, 'over').toMatchObject(refused)
  })

  it('says the same of a key that nobody has and of one with a wrong signature, and asks everybody the same', async () => {
    const { passkey } = await newKey()
    const stranger = new TestPasskey()
    const other = { get: (options: Parameters<TestPasskey['get']>[0]) => ({ ...stranger.get(options), id: passkey.id, rawId: passkey.id }) }
    const unknown = await logInByPasskey(service, stranger)
    const wrong = await logInByPasskey(service, other as TestPasskey)
    expect(unknown.text).toBe(wrong.text)
    expect((await askForPasskeyLogin(service)).options).not.toHaveProperty('allowCredentials')
  })

  it('refuses a copied key: its counter does not grow', async () => {
    const { passkey } = await newKey({ counter: 7 })
    expect((await logInByPasskey(service, passkey)).status).toBe(200)
    const copied = { status: 400, code: 'passkey_copied' }
    expect((await logInByPasskey(service, passkey, { counter: 8 })).body).toMatchObject(copied)
    expect((await logInByPasskey(service, passkey, { counter: 0 })).body).toMatchObject(copied)
    expect((await logInByPasskey(service, passkey, { counter: 20 })).status).toBe(200)
  })

  it('stops asking for challenges after some thousand from one address', async () => {
    const ask = () => service.call('POST', '/api/AccountMember/Login/PasskeyOptions', { from: '198.51.100.77' })
    await service.db
      .insertInto('rate_limits')
      .values({ key: 'passkey-login:198.51.100.77', count: 1199, resets_at: new Date(service.clock.now().getTime() + minute) })
      .execute()
    expect((await ask()).status).toBe(200)
    expect((await ask()).body).toMatchObject({ status: 429, code: 'too_many_requests' })
  })
})

describe('a passkey of staff', () => {
  it('is two factors at once when its device has verified its user', async () => {
    const staff = await service.newMember({ roles: ['desk'], isProvenTwice: false })
    const passkey = new TestPasskey()
    await addPasskey(service, staff, passkey)
    const login = await logInByPasskey(service, passkey)
    expect(login.body.user).toMatchObject({ roles: ['desk'], isProvenTwice: true })
    expect((await staffCall(login.body)).status).toBe(200)
  })

  it('is the second factor after the secret; the session with it is a new one', async () => {
    const staff = await service.newMember({ roles: ['desk'], isProvenTwice: false })
    const passkey = new TestPasskey()
    const added = await addPasskey(service, staff, passkey)
    expect(added.body).toMatchObject({ recoveryCodes: expect.any(Array), session: { user: { isProvenTwice: true } } })
    expect(added.body.recoveryCodes).toHaveLength(10)
    expect((await staffCall(staff)).status, 'the session before has ended').toBe(401)
    expect((await staffCall(added.body.session)).status).toBe(200)

    const body = { emailOrAccount: staff.account, secret: testSecret }
    const login = (await service.call('POST', '/api/AccountMember/Login', { body })).body
    expect((await staffCall(login)).body.code).toBe('second_factor_required')
    expect((await provePasskey(service, login, new TestPasskey())).body, 'a key of nobody').toMatchObject(refused)
    expect((await provePasskey(service, login, passkey, { isVerified: false })).body).toMatchObject(refused)
    const proven = await provePasskey(service, login, passkey)
    expect((await staffCall(proven.body)).status).toBe(200)
    expect((await staffCall(login)).status, 'a stolen token of the session before is worth nothing').toBe(401)
  })

  it('of somebody else proves nothing', async () => {
    const [one, other] = [await service.newMember({ roles: ['desk'], isProvenTwice: false }), await service.newMember({ role: 'admin' })]
    const [own, theirs] = [new TestPasskey(), new TestPasskey()]
    await addPasskey(service, other, theirs)
    const added = await addPasskey(service, one, own)
    expect((await provePasskey(service, added.body.session, theirs)).body).toMatchObject(refused)
  })
})
