import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, stepAt, stepSeconds } from '#lib/totp.ts'
import { fromBase32 } from '#testing/base32.ts'
import { newClub } from '#testing/clubs.ts'
import { addPasskey, logInByPasskey, TestPasskey } from '#testing/passkeys.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'

/** Members who want a second factor (ASVS 6.3.3): with an authenticator app, every login asks for it before anything else. */
let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

type As = { token: string }
const own = '/api/AccountMember'
const get = async (path: string, as: As) => (await service.call('GET', path, { as })).body
const post = (path: string, as: As, body?: object) => service.call('POST', path, { as, ...(body && { body }) })
const logIn = ({ account }: TestMember) => service.call('POST', `${own}/Login`, { body: { emailOrAccount: account, secret: testSecret } })

async function withApp() {
  const member = await service.newMember()
  const { secret } = (await post(`${own}/Authenticator/Setup`, member)).body
  const code = () => codeOf(fromBase32(secret), stepAt(service.clock.now()))
  const added = await post(`${own}/Authenticator`, member, { code: code() })
  service.clock.advance(stepSeconds * 1000)
  return { member, code, added, recoveryCodes: added.body.recoveryCodes as string[] }
}
const refused = { status: 403, code: 'second_step_required' }

describe('a member with an authenticator app', () => {
  it('goes on in the session in which it was set up, with recovery codes, and is mailed', async () => {
    const { member, added, recoveryCodes } = await withApp()
    expect(added.status).toBe(201)
    expect(recoveryCodes).toHaveLength(10)
    expect(await get('/api/Order/List', member)).not.toMatchObject(refused)
    expect(await get(own, member)).toMatchObject({ owesSecondStep: false })
    expect((await service.inbox(member.email)).some(({ body }) => body.includes('每次登入都會再請您輸入它的驗證碼'))).toBe(true)
  })

  it('has by the password alone nothing but the second step, and is told to nobody', async () => {
    const { member, code } = await withApp()
    const half = (await logIn(member)).body
    expect(half.user).toMatchObject({ owesSecondStep: true, mobile: '', clubs: [] })
    const seen = await get(own, half)
    expect(seen).toMatchObject({ owesSecondStep: true, name: (await get(own, member)).name })
    expect(JSON.stringify(seen)).not.toContain((await get(own, member)).mobile)
    for (const path of [`${own}/Session/List`, `${own}/Export`, `${own}/LoginWay/List`, '/api/Order/List'])
      expect(await get(path, half), path).toMatchObject(refused)
    expect((await post(`${own}/Authenticator/Setup`, half)).body).toMatchObject(refused)
    expect((await service.call('DELETE', `${own}/Authenticator`, { as: half })).body).toMatchObject(refused)
    expect((await post(`${own}/UpdatePKey`, half, { oldSecret: testSecret, newSecret: 'another long secret 12' })).body).toMatchObject(
      refused,
    )
    expect((await post(`${own}/SecondFactor/Secret`, half, { secret: testSecret })).body).toMatchObject(refused)

    const whole = (await post(`${own}/SecondFactor/Code`, half, { code: code() })).body
    expect(whole.user).toMatchObject({ owesSecondStep: false, mobile: (await get(own, member)).mobile })
    expect(await get(`${own}/Session/List`, whole)).toHaveLength(2)
    expect((await service.call('GET', own, { as: half })).status, 'the half one has ended').toBe(401)
  })

  it('is a visitor where everybody may ask', async () => {
    const { member } = await withApp()
    const body = new FormData()
    body.set('upload', new File([samplePdf('mine')], 'mine.pdf'))
    const { id } = (await service.call('POST', '/api/Upload', { as: member, body })).body
    expect((await service.call('GET', `/api/File/${id}`, { as: member })).status).toBe(200)
    expect((await service.call('GET', `/api/File/${id}`, { as: (await logIn(member)).body })).status).toBe(404)
  })

  it('logs in by a passkey at once: it is two steps', async () => {
    const { member } = await withApp()
    const key = new TestPasskey()
    await addPasskey(service, member, key)
    const session = (await logInByPasskey(service, key)).body
    expect(await get(own, session)).toMatchObject({ owesSecondStep: false })
  })

  it('is asked in the sessions of before, too', async () => {
    const member = await service.newMember()
    const other = (await logIn(member)).body
    const { secret } = (await post(`${own}/Authenticator/Setup`, member)).body
    await post(`${own}/Authenticator`, member, { code: codeOf(fromBase32(secret), stepAt(service.clock.now())) })
    expect(await get('/api/Order/List', other)).toMatchObject(refused)
  })

  it('is asked in a session that acts for a club as themselves, and goes on from there', async () => {
    const club = await newClub(service)
    const setUpElsewhere = (await logIn(club.booker)).body
    const { secret } = (await post(`${own}/Authenticator/Setup`, setUpElsewhere)).body
    const code = () => codeOf(fromBase32(secret), stepAt(service.clock.now()))
    expect(await get(own, club.booker)).toMatchObject({ id: club.id, clubRole: 'booker' })
    await post(`${own}/Authenticator`, setUpElsewhere, { code: code() })
    service.clock.advance(stepSeconds * 1000)

    const { id } = club.booker
    expect(await get(own, club.booker)).toMatchObject({ id, personId: id, clubRole: null, communityName: '', owesSecondStep: true })
    expect((await post(`${own}/Act`, club.booker, { clubId: club.id })).body).toMatchObject(refused)
    expect(await get(`${own}/SecondFactor`, club.booker)).toMatchObject({ ways: { authenticator: true } })
    const whole = (await post(`${own}/SecondFactor/Code`, club.booker, { code: code() })).body
    expect(whole.user).toMatchObject({ id, owesSecondStep: false })
    expect((await post(`${own}/Act`, whole, { clubId: club.id })).body).toMatchObject({ id: club.id, clubRole: 'booker' })
  })

  it('is asked in the session of a club’s own login, too', async () => {
    const login = await service.newMember({ communityName: '晨光羽球社' })
    const other = (await logIn(login)).body
    const { secret } = (await post(`${own}/Authenticator/Setup`, other)).body
    const code = () => codeOf(fromBase32(secret), stepAt(service.clock.now()))
    await post(`${own}/Authenticator`, other, { code: code() })
    service.clock.advance(stepSeconds * 1000)
    expect(await get(own, login)).toMatchObject({ owesSecondStep: true, clubRole: null, communityName: '', community: null })
    const whole = (await post(`${own}/SecondFactor/Code`, login, { code: code() })).body
    expect(await get(own, whole)).toMatchObject({ communityName: '晨光羽球社', clubRole: 'owner' })
  })

  it('says by the password alone a name and an address, and nothing of anything else', async () => {
    const { member } = await withApp()
    await service.db
      .updateTable('members')
      .set({ identity_id: 3, emergency_name: '林媽媽', emergency_phone: '0922333444' })
      .where('id', '=', member.id)
      .execute()
    const { name, locale } = await get(own, member)
    const half = (await logIn(member)).body
    const told = {
      id: member.id,
      personId: member.id,
      email: member.email,
      name,
      locale,
      account: '',
      barredCalls: [],
      communityName: '',
      clubRole: null,
      clubs: [],
      mobile: '',
      isMobileProven: false,
      hasSecret: true,
      roles: [],
      isExemptByDemo: false,
      emergencyName: '',
      emergencyPhone: '',
      identity: { id: 1, code: '', name: '', forCommunity: false, state: 'none-needed', reason: null, proof: null, validUntil: null },
      community: null,
      isProvenTwice: false,
      owesSecondStep: true,
    }
    expect(half.user).toEqual(told)
    expect(await get(own, half)).toEqual(told)
    expect(await get(own, member)).toMatchObject({ identity: { code: 'STU', state: 'needs-proof' }, emergencyName: '林媽媽' })
  })

  it('has recovery codes as long as the app: they end with it, and another app brings its own', async () => {
    const { member, recoveryCodes } = await withApp()
    const setUp = async () => {
      const { secret } = (await post(`${own}/Authenticator/Setup`, member)).body
      const { body } = await post(`${own}/Authenticator`, member, { code: codeOf(fromBase32(secret), stepAt(service.clock.now())) })
      service.clock.advance(stepSeconds * 1000)
      return body.recoveryCodes as string[]
    }
    const getIn = async (code: string) => (await post(`${own}/SecondFactor/RecoveryCode`, (await logIn(member)).body, { code })).status
    const replaced = await setUp()
    expect(replaced).toHaveLength(10)
    expect(await getIn(recoveryCodes[0]!)).toBe(400)
    expect(await getIn(replaced[0]!)).toBe(200)

    await addPasskey(service, member)
    expect((await service.call('DELETE', `${own}/Authenticator`, { as: member })).status).toBe(204)
    expect(await get(`${own}/SecondFactor`, member)).toMatchObject({ recoveryCodesLeft: 0 })
    const anew = await setUp()
    expect(anew).toHaveLength(10)
    expect(await getIn(replaced[1]!)).toBe(400)
    expect(await getIn(anew[0]!)).toBe(200)
  })

  it('gets in by a recovery code, removes the app, and is asked no more', async () => {
    const { member, recoveryCodes } = await withApp()
    const half = (await logIn(member)).body
    const whole = (await post(`${own}/SecondFactor/RecoveryCode`, half, { code: recoveryCodes[0]! })).body
    expect((await service.call('DELETE', `${own}/Authenticator`, { as: whole })).status).toBe(204)
    expect((await logIn(member)).body.user).toMatchObject({ owesSecondStep: false })
  })

  it('is asked after a new password by mail, too', async () => {
    const { member } = await withApp()
    await service.call('POST', `${own}/ForgetPKey`, { body: { email: member.email } })
    const mails = () => service.inbox(member.email, 2)
    const token = /\/resetPKey\/(\S+)/.exec((await mails()).map(({ body }) => body).join('\n'))![1]
    expect((await service.call('POST', `${own}/ResetPKey`, { body: { token, secret: 'a quite different secret 7' } })).status).toBe(204)
    const login = await service.call('POST', `${own}/Login`, {
      body: { emailOrAccount: member.account, secret: 'a quite different secret 7' },
    })
    expect(login.body.user).toMatchObject({ owesSecondStep: true })
  })

  it('who has lost all of it comes to the desk: a manager removes the app, with a reason, and every session ends', async () => {
    const { member } = await withApp()
    const [desk, manager] = [await service.newMember({ role: 'desk' }), await service.newMember({ role: 'manager' })]
    const asked = { id: member.id, reason: '手機遺失，已核對身分證' }
    const remove = (as: As, body = asked) => post('/api/Staff/Person/RemoveAuthenticator', as, body)
    expect((await get(`/api/Staff/Person/${member.id}`, manager)).logins).toMatchObject({ hasAuthenticator: true })
    expect((await remove(desk)).status).toBe(403)
    expect((await remove(manager, { ...asked, id: manager.id })).body.code).toBe('own_card')
    expect((await remove(manager, { ...asked, id: desk.id })).body.code).toBe('person_is_staff')
    expect((await remove(manager)).status).toBe(204)
    expect((await remove(manager)).status).toBe(404)
    expect((await service.call('GET', own, { as: member })).status).toBe(401)
    expect((await logIn(member)).body.user).toMatchObject({ owesSecondStep: false })
    const entries = await service.db.selectFrom('audit_log').select(['action', 'note']).where('subject_id', '=', member.id).execute()
    expect(entries).toContainEqual({ action: 'person.authenticator_removed', note: asked.reason })
    expect((await service.inbox(member.email, 2)).map(({ body }) => body).join()).toContain('剛剛移除了驗證器 App')
  })

  it('without it nothing is asked, so that the tests above mean something', async () => {
    const member = await service.newMember()
    await addPasskey(service, member)
    const session = (await logIn(member)).body
    expect(session.user).toMatchObject({ owesSecondStep: false })
    expect(await get(`${own}/Session/List`, session)).toHaveLength(2)
  })
})
