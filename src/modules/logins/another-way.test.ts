import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '#config.ts'
import { newApiBrowser, pageOf as pageIn } from '#testing/api-browser.ts'
import { startHarbour, type Citizen } from '#testing/harbour/issuer.ts'
import { harbour } from '#testing/harbour/way.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { openTestService, testSecret, type TestService } from '#testing/test-service.ts'
import { checkWays, openWays, settingsOfWays } from './ways.ts'

/** The list with one line: the folder of the way is all else that it needs. */
const list = [harbour]
const own = '/api/AccountMember'
const start = `${own}/LoginWay/harbour/Start`

let issuer: Awaited<ReturnType<typeof startHarbour>>
let service: TestService
beforeAll(async () => {
  issuer = await startHarbour(() => service.clock.now())
  service = await openTestService({ ways: openWays({ logins: { harbour: issuer.settings } }, { list }) })
})
afterAll(async () => {
  await service?.close()
  await issuer?.close()
})

/** A browser that can go to the issuer. */
function newBrowser() {
  const browser = newApiBrowser(service)
  return {
    ...browser,
    /** To the issuer. */
    begin: (query = '') => browser.follow(`${start}${query}`),
    /** To the issuer, where the citizen shows their card, and back. */
    enter: async (citizen: Citizen, query = '') => browser.follow(issuer.enter(await browser.follow(`${start}${query}`), citizen)),
  }
}
const pageOf = (location: string) => pageIn(service, location)

/** The form of somebody new, without a secret. */
async function newForm(email: string, mobile: string) {
  const upload = new FormData()
  upload.set('upload', new File([samplePdf('consent')], '個資同意書.pdf', { type: 'application/pdf' }))
  const { id: privacyFileId } = (await service.call('POST', '/api/File', { body: upload })).body
  await service.call('POST', `${own}/SendSms`, { body: { mobile } })
  const smsCode = /\d{6}/.exec((await service.inbox(mobile))[0]!.body)![0]
  return { email, name: '林港生', mobile, smsCode, memberIdentityId: 1, privacyFileId, locale: 'tw' }
}

/** A member who has linked their card, with the browser in which they did. */
async function linkedMember(sub: string, withSecret = true) {
  const member = await service.newMember()
  if (!withSecret) await service.db.updateTable('members').set({ secret_hash: null }).where('id', '=', member.id).execute()
  const browser = newBrowser()
  const { body } = await browser.call('POST', `${own}/LoginWay/harbour/Link`, { as: member })
  expect(pageOf(await browser.follow(issuer.enter(body.address, { sub })))).toMatchObject({
    pathname: '/member/setting',
    search: { way: 'linked' },
  })
  return member
}

describe('a way to log in, from a folder of its own', () => {
  it('has settings that are checked at the start, a button, and a check of the doctor', async () => {
    const env = { HARBOUR_URL: issuer.settings.url, HARBOUR_CLIENT: 'fieldhouse' }
    const config = loadConfig(env, [], settingsOfWays(env, list))
    expect(config.logins).toEqual({ harbour: issuer.settings })
    expect(() => loadConfig({ HARBOUR_CLIENT: 'fieldhouse' }, [], settingsOfWays({}, list))).toThrow('HARBOUR_URL is missing')
    expect(loadConfig({}, [], settingsOfWays({}, list)).logins).toEqual({})
    expect((await service.call('GET', '/api/SystemSetting')).body.loginWays).toEqual([{ name: 'harbour', title: '港城卡', sign: null }])
    expect(await checkWays(config, service.clock.now(), list)).toMatchObject([{ subject: 'login', code: 'login_way_ready' }])
  })

  it('leads a new person to the form with what the issuer says, and registers them without a secret', async () => {
    const browser = newBrowser()
    const page = pageOf(
      await browser.enter({ sub: 'new-1', name: '林港生', email: 'harbour@example.com' }, '?redirect=/venues/1&prefix=en'),
    )
    expect(page).toEqual({ pathname: '/en/register', search: { redirect: '/venues/1', way: 'harbour' }, isSigned: true })
    const vouched = (await browser.call('GET', `${own}/LoginWay/Vouched`)).body
    expect(vouched).toEqual({ title: '港城卡', name: '林港生', email: 'harbour@example.com' })
    expect((await newBrowser().call('GET', `${own}/LoginWay/Vouched`)).body, 'in this browser only').toBe(null)

    const form = await newForm('harbour@example.com', '0977000001')
    expect((await browser.call('POST', own, { body: form })).status, 'a secret, or the issuer').toBe(422)
    expect((await newBrowser().call('POST', own, { body: { ...form, byWay: true } })).body.code).toBe('way_over')
    expect((await browser.call('POST', own, { body: { ...form, byWay: true } })).status).toBe(201)
    expect(pageOf(await browser.enter({ sub: 'new-1' })).search, 'not before the address is confirmed').toEqual({
      error: 'email_unconfirmed',
    })

    const token = /token=(\S+)/.exec((await service.inbox('harbour@example.com'))[0]!.body)![1]!
    expect((await browser.call('POST', `${own}/ValidateEmail`, { body: { token } })).body.session.user).toMatchObject({ hasSecret: false })
    const other = newBrowser()
    expect(pageOf(await other.enter({ sub: 'new-1' }, '?redirect=/venues/1'))).toMatchObject({ pathname: '/venues/1', isSigned: true })
    expect(await other.whoIs()).toMatchObject({ email: 'harbour@example.com', hasSecret: false })
  })

  it('finds nobody by an address that the issuer vouches for', async () => {
    const member = await service.newMember()
    const browser = newBrowser()
    expect(pageOf(await browser.enter({ sub: 'same-address', email: member.email })).pathname).toBe('/register')
    expect(browser.jar.has('sports_v2_jwt')).toBe(false)
  })

  it('links a member from the settings, logs them in by a session like any other, and is told by mail', async () => {
    const member = await linkedMember('known-1')
    expect((await service.inbox(member.email)).map(({ body }) => body).join()).toContain('港城卡')
    const browser = newBrowser()
    expect(pageOf(await browser.enter({ sub: 'known-1' })).pathname).toBe('/member')
    expect((await browser.whoIs()).id).toBe(member.id)
    const { linked, toLink } = (await browser.call('GET', `${own}/LoginWay/List`, { as: browser.session() })).body
    expect(linked).toMatchObject([{ title: '港城卡', lastUsedAt: service.clock.now().toISOString() }])
    expect(toLink).toEqual([])
  })

  it('asks a member who links for a new proof, and gives nobody another member’s subject', async () => {
    await linkedMember('known-2')
    const other = await service.newMember()
    const browser = newBrowser()
    const { body } = await browser.call('POST', `${own}/LoginWay/harbour/Link`, { as: other })
    expect(pageOf(await browser.follow(issuer.enter(body.address, { sub: 'known-2' }))).search).toEqual({ way: 'subject_taken' })
    service.clock.advance(11 * 60_000)
    expect((await browser.call('POST', `${own}/LoginWay/harbour/Link`, { as: other })).body.code).toBe('confirm_secret_first')
  })

  it('is unlinked, but not as the last way', async () => {
    const member = await linkedMember('known-3')
    const unlink = async (as: typeof member) => {
      const [{ id }] = (await service.call('GET', `${own}/LoginWay/List`, { as })).body.linked
      expect((await service.call('DELETE', `${own}/LoginWay/${id}`, { as: await service.newMember() })).status).toBe(404)
      return service.call('DELETE', `${own}/LoginWay/${id}`, { as })
    }
    expect((await unlink(member)).status).toBe(204)
    expect(pageOf(await newBrowser().enter({ sub: 'known-3' })).pathname).toBe('/register')
    const withoutSecret = await linkedMember('known-4', false)
    expect(await unlink(withoutSecret)).toMatchObject({ status: 409, body: { code: 'last_way' } })
  })

  it('lets staff show their second factor', async () => {
    const staff = await service.newMember({ role: 'desk' })
    await service.db
      .insertInto('login_subjects')
      .values({ issuer: issuer.settings.url, subject: 'staff-1', member_id: staff.id, way: 'harbour', linked_at: service.clock.now() })
      .execute()
    const browser = newBrowser()
    expect(pageOf(await browser.enter({ sub: 'staff-1' }, '?redirect=/staff/board')).pathname).toBe('/login/second')
    expect((await browser.whoIs()).isProvenTwice).toBe(false)
  })
})

describe('a login under way is refused', () => {
  const refused = (code: string) => ({ pathname: '/login', search: { error: code } })
  it('when its state comes a second time, from another browser, too late, or is changed', async () => {
    const browser = newBrowser()
    const back = issuer.enter(await browser.begin(), { sub: 'replay' })
    expect(pageOf(await newBrowser().follow(back)), 'another browser').toMatchObject(refused('way_over'))
    const stranger = newBrowser()
    await stranger.begin()
    expect(pageOf(await stranger.follow(back)), 'another browser that has begun, too').toMatchObject(refused('way_over'))
    const state = new URL(back).searchParams.get('state')!
    for (const changed of ['', 'x', `${state.slice(0, -2)}AA`]) {
      expect(pageOf(await browser.follow(back.replace(state, changed))), changed).toMatchObject(refused('way_over'))
    }
    expect(pageOf(await browser.follow(back)).pathname).toBe('/register')
    expect(pageOf(await browser.follow(back)), 'again').toMatchObject(refused('way_over'))
    const late = issuer.enter(await browser.begin(), { sub: 'late' })
    service.clock.advance(16 * 60_000)
    expect(pageOf(await browser.follow(late)), 'late').toMatchObject(refused('way_over'))
  })

  it('when the nonce is another’s, the code is used up, or the person declines', async () => {
    const browser = newBrowser()
    const forged = issuer.enter(await browser.begin(), { sub: 'nonce' }, { nonce: 'of somebody else' })
    expect(pageOf(await browser.follow(forged))).toMatchObject(refused('way_refused'))
    const first = issuer.enter(await browser.begin(), { sub: 'code' })
    await browser.follow(first)
    const again = new URL(issuer.enter(await browser.begin(), { sub: 'code' }))
    again.searchParams.set('code', new URL(first).searchParams.get('code')!)
    expect(pageOf(await browser.follow(again.href)), 'another login’s code').toMatchObject(refused('way_refused'))
    expect(pageOf(await browser.follow(issuer.decline(await browser.begin())))).toMatchObject(refused('way_cancelled'))
  })

  it('when the issuer is down, and at another way’s address', async () => {
    const browser = newBrowser()
    const back = issuer.enter(await browser.begin('?redirect=/venues/1'), { sub: 'down' })
    issuer.down(true)
    try {
      expect(pageOf(await browser.follow(back)).search).toEqual({ error: 'way_unreachable', redirect: '/venues/1' })
      expect(pageOf(await browser.begin()).search).toEqual({ error: 'way_unreachable' })
      expect(
        await checkWays({ logins: { harbour: issuer.settings }, publicUrl: 'http://localhost:3000' }, service.clock.now(), list),
      ).toMatchObject([{ code: 'login_way_silent' }])
    } finally {
      issuer.down(false)
    }
    expect((await browser.call('GET', `${own}/LoginWay/nobody/Start`)).body.code).toBe('no_such_way')
    expect((await browser.call('GET', `${own}/LoginWay/nobody/Return?state=x`)).body.code).toBe('no_such_way')
  })

  it('when the member who links is logged out meanwhile', async () => {
    const member = await service.newMember()
    const browser = newBrowser()
    const { body } = await browser.call('POST', `${own}/LoginWay/harbour/Link`, { as: member })
    await service.call('POST', `${own}/Logout`, { as: member })
    expect(pageOf(await browser.follow(issuer.enter(body.address, { sub: 'logged-out' }))).search).toEqual({ way: 'confirm_secret_first' })
    expect((await service.call('POST', `${own}/Login`, { body: { emailOrAccount: member.email, secret: testSecret } })).status).toBe(200)
  })
})
