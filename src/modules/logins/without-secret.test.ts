import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPasskey, logInByPasskey, provePasskey, TestPasskey } from '#testing/passkeys.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

const own = '/api/AccountMember'
const long = 11 * 60_000
const newSecret = 'violet harbour 88 kites'
const login = (name: string, secret: string) => service.call('POST', `${own}/Login`, { body: { emailOrAccount: name, secret } })

async function memberWithoutSecret(): Promise<TestMember> {
  const member = await service.newMember()
  await service.db.updateTable('members').set({ secret_hash: null }).where('id', '=', member.id).execute()
  return member
}
const link = (memberId: string, subject: string) =>
  service.db
    .insertInto('login_subjects')
    .values({ issuer: 'https://issuer.example', subject, member_id: memberId, way: 'example', linked_at: service.clock.now() })
    .execute()
const profile = async (as: { token: string }) => (await service.call('GET', own, { as })).body
const setFirst = (as: { token: string }) => service.call('POST', `${own}/UpdatePKey`, { as, body: { newSecret } })

describe('a member without a secret', () => {
  it('is refused by the login of secrets as for a wrong one', async () => {
    const member = await memberWithoutSecret()
    expect(await profile(member)).toMatchObject({ hasSecret: false })
    const unknown = await login('no-such-person@example.com', testSecret)
    for (const name of [member.email, member.account]) {
      for (const secret of [testSecret, 'null', ' ']) expect((await login(name, secret)).body).toMatchObject({ code: unknown.body.code })
    }
  })

  it('sets the first one after a new login, and logs in by it', async () => {
    const member = await memberWithoutSecret()
    expect((await setFirst(member)).status).toBe(204)
    expect(await profile(member)).toMatchObject({ hasSecret: true })
    expect((await login(member.email, newSecret)).status).toBe(200)
    // From now on the old one is asked for.
    const again = await service.call('POST', `${own}/UpdatePKey`, { as: member, body: { newSecret: 'another good long secret' } })
    expect(again).toMatchObject({ status: 422, body: { code: 'secret_needed', errors: [{ path: 'oldSecret' }] } })
  })

  it('gets one by the link for a forgotten one', async () => {
    const member = await memberWithoutSecret()
    await service.call('POST', `${own}/ForgetPKey`, { body: { email: member.email } })
    const token = /\/resetPKey\/(\S+)/.exec((await service.inbox(member.email))[0]!.body)![1]!
    expect((await service.call('POST', `${own}/ResetPKey`, { body: { token, secret: newSecret } })).status).toBe(204)
    expect((await login(member.email, newSecret)).status).toBe(200)
  })

  it('needs a new login for what others give the secret for', async () => {
    const calls = (as: TestMember) => [
      setFirst(as),
      service.call('PUT', own, { as, body: { email: `new-${as.email}` } }),
      service.call('POST', `${own}/Close`, { as, body: {} }),
      service.call('POST', `${own}/Passkey/Options`, { as }),
    ]
    const member = await memberWithoutSecret()
    service.clock.advance(long)
    for (const answer of await Promise.all(calls(member))) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'confirm_login_first' } })
    }
    const secretOf = await service.newMember()
    const [secret, contact, close] = await Promise.all(calls(secretOf))
    for (const answer of [secret, contact, close]) expect(answer, 'who has one gives it').toMatchObject({ status: 422 })
  })

  it('changes the address and closes the account after a new login', async () => {
    const member = await memberWithoutSecret()
    expect((await service.call('PUT', own, { as: member, body: { email: `new-${member.email}` } })).status).toBe(200)
    expect((await service.call('POST', `${own}/Close`, { as: member, body: {} })).status).toBe(204)
    expect((await service.call('GET', own, { as: member })).status).toBe(401)
  })

  it('shows a passkey instead of a new login, and keeps the last one', async () => {
    const member = await memberWithoutSecret()
    const passkey = new TestPasskey()
    await addPasskey(service, member, passkey)
    const session = (await logInByPasskey(service, passkey)).body
    service.clock.advance(long)
    expect((await setFirst(session)).body.code).toBe('confirm_factor_first')
    expect((await service.call('GET', `${own}/SecondFactor`, { as: session })).body.confirmFirst).toBe('factor')
    const proven = (await provePasskey(service, session, passkey)).body

    const [{ id }] = (await service.call('GET', `${own}/SecondFactor`, { as: proven })).body.passkeys
    const remove = () => service.call('DELETE', `${own}/Passkey/${id}`, { as: proven })
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'last_way' } })
    await link(member.id, 'of-the-passkey')
    expect((await remove()).status).toBe(204)
  })
})

describe('subjects of other issuers', () => {
  it('are one member’s each', async () => {
    const [one, other] = [await memberWithoutSecret(), await memberWithoutSecret()]
    await link(one.id, 'a-subject')
    await expect(link(other.id, 'a-subject')).rejects.toThrow('login_subjects_issuer_subject_key')
  })

  it('are in the export of their member', async () => {
    const member = await memberWithoutSecret()
    await link(member.id, 'exported')
    const { body } = await service.call('GET', `${own}/Export`, { as: member })
    expect(body.loginSubjects).toEqual([
      { way: 'example', issuer: 'https://issuer.example', subject: 'exported', linkedAt: expect.any(String), lastUsedAt: null },
    ])
  })
})
