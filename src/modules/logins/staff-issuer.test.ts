import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#process/read-config.ts'
import { newApiBrowser, type ApiBrowser } from '#testing/api-browser.ts'
import { testSecret } from '#testing/test-service.ts'
import { openWayService, wayCalls, type Answered, type Asked, type WayService } from '#testing/way-service.ts'
import { resetFactorsAtMachine } from '#modules/staff/reset-factors.ts'
import { replaceByProven } from './replace-session.ts'
import { beginWay, secretsOf } from './way-state.ts'
import { openWays } from './ways.ts'

const own = '/api/AccountMember'
const minute = 60_000
let ways: WayService
beforeAll(async () => {
  ways = await openWayService({ STAFF_ISSUER: 'city' })
})
afterAll(() => ways?.close())
afterEach(() => ways.mend())

const staffCall = (as: { token: string }, browser?: ApiBrowser) =>
  (browser ?? newApiBrowser(ways.service)).call('GET', '/api/Staff/Community/List', { as })
const enter = async (way: string, login: string) => {
  const browser = newApiBrowser(ways.service)
  const page = await ways.enter(browser, way, login)
  return { browser, page, asStaff: async () => staffCall(browser.session(), browser) }
}

describe('the settings of staff', () => {
  const read = (given: Record<string, string>) => readConfig({ ...ways.issuers.settings, ...given })
  it.each([
    [{ STAFF_ISSUER: 'town' }, 'STAFF_ISSUER cannot be used: there is no issuer “town”; there are line, google, apple, city.'],
    [{ STAFF_ISSUER: 'line' }, 'STAFF_ISSUER cannot be used: “google” has the same issuer as “line”.'],
    [{ STAFF_GROUPS: 'x=desk' }, 'STAFF_ISSUER is missing: STAFF_GROUPS needs it.'],
    [{ STAFF_ISSUER: 'city', STAFF_GROUPS: 'desk' }, 'STAFF_GROUPS cannot be used: “desk” is not written like group=role.'],
    [{ STAFF_ISSUER: 'city', STAFF_GROUPS: '=desk' }, 'STAFF_GROUPS cannot be used: “=desk” is not written like group=role.'],
    [{ STAFF_ISSUER: 'city', STAFF_GROUPS: ' , ' }, 'STAFF_GROUPS cannot be used: it names no group.'],
    [{ STAFF_ISSUER: 'city', STAFF_GROUPS: 'x=desk+boss' }, 'STAFF_GROUPS cannot be used: there is no role “boss”'],
    [{ STAFF_ISSUER: 'city', STAFF_GROUPS: 'x=desk,x=admin' }, 'STAFF_GROUPS cannot be used: the group “x” is given twice.'],
  ])('are refused with a sentence: %j', (given, sentence) => {
    expect(() => read(given)).toThrow(sentence)
  })

  it('name roles for groups, and the roles of several are put together in their order', () => {
    const open = (STAFF_GROUPS: string) => openWays(read({ STAFF_ISSUER: 'city', STAFF_GROUPS })).staff!
    const { rolesOf } = open('fieldhouse-desk=desk, fieldhouse-office = manager + finance')
    expect(rolesOf!(['fieldhouse-desk', 'fieldhouse-office', 'everybody'])).toEqual(['manager', 'desk', 'finance'])
    expect(rolesOf!([])).toEqual([])
    expect(rolesOf!(['__proto__', 'constructor', 'toString']), 'names that every object has').toEqual([])
    expect(openWays(read({ STAFF_ISSUER: 'city' })).staff).toMatchObject({ name: 'city', rolesOf: undefined })
    expect(openWays(read({})).staff).toBeUndefined()
  })
})

describe('with an issuer of staff', () => {
  it('a login by it is proven and gives the rights of the roles', async () => {
    const { member } = await ways.link('city', 'ming', { role: 'desk' })
    const { page, browser, asStaff } = await enter('city', 'ming')
    expect(page.pathname).toBe('/staff')
    expect(await browser.whoIs()).toMatchObject({ id: member.id, roles: ['desk'], isProvenTwice: true })
    expect((await asStaff()).status).toBe(200)
  })

  it('a login by another way, with a second factor too, and a session of before give none', async () => {
    // As newMember makes it: a session of before, in which a second factor was shown.
    const { member } = await ways.link('line', 'other-way', { role: 'admin' })
    const refused = { status: 403, body: { code: 'staff_issuer_required' } }
    expect(await staffCall(member)).toMatchObject(refused)
    expect(await ways.service.call('GET', '/api/Staff/Account/List', { as: member })).toMatchObject(refused)
    const secret = await ways.service.call('POST', `${own}/Login`, { body: { emailOrAccount: member.account, secret: testSecret } })
    expect(secret.body.user).toMatchObject({ roles: ['admin'], isProvenTwice: false })
    expect(await staffCall(secret.body)).toMatchObject(refused)
    const byLine = await enter('line', 'other-way')
    expect(byLine.page).toMatchObject({ pathname: '/login/second' })
    expect(await byLine.asStaff()).toMatchObject(refused)
    expect((await byLine.browser.whoIs()).id, 'they are a member as before').toBe(member.id)
    expect((await ways.service.call('GET', `${own}/LoginWay/List`, { as: member })).status).toBe(200)
  })

  it('the page for them knows the issuer, and whether they are linked with it', async () => {
    const staff = await ways.service.newMember({ role: 'desk' })
    const factors = async () =>
      (await ways.service.call('GET', `${own}/SecondFactor`, { as: staff, headers: { 'accept-language': 'en' } })).body
    expect(await factors()).toMatchObject({ isDemanded: false, staffIssuer: { name: 'city', title: 'City Card' } })
    const toLink = async (as: { token: string }) =>
      (await ways.service.call('GET', `${own}/LoginWay/List`, { as })).body.toLink.map(({ name }: { name: string }) => name)
    expect(await toLink(staff)).toContain('city')
    expect(await toLink((await ways.link('city', 'is-linked', { role: 'desk' })).member)).not.toContain('city')
  })

  it('the demo’s own accounts go on without it', async () => {
    const staff = await ways.service.newMember({ role: 'desk' })
    await ways.service.db.updateTable('members').set({ demo: true }).where('id', '=', staff.id).execute()
    expect((await staffCall(staff)).status).toBe(200)
  })

  it('a session keeps its issuer when a factor is shown in it, and gains none', async () => {
    const { member } = await ways.link('city', 'shows-factor', { role: 'desk' })
    const { asStaff } = await enter('city', 'shows-factor')
    const { id } = await ways.service.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', member.id)
      .where('way', '=', 'city')
      .executeTakeFirstOrThrow()
    const caller = { address: '203.0.113.7', userAgent: null, isBrowser: false, deviceMarks: [], locale: 'tw' as const }
    const { db, jobs, tokens, clock } = ways.service
    const deps = { db, jobs, tokens, ways: ways.service.ways, publicUrl: '', canText: true }
    const goesOn = await replaceByProven(deps, { id, memberId: member.id }, caller, clock.now())
    expect(goesOn.isProvenTwice).toBe(true)
    expect((await staffCall(goesOn)).status).toBe(200)
    expect((await asStaff()).status, 'the one before has ended').toBe(401)
    const ends = await ways.service.db
      .selectFrom('sessions')
      .select(['created_at as createdAt', 'expires_at as expiresAt'])
      .where('member_id', '=', member.id)
      .where('way', '=', 'city')
      .execute()
    expect(ends[0], 'it begins and ends with the login at the issuer').toEqual(ends[1])
    expect(ends[0]!.expiresAt.getTime() - ends[0]!.createdAt.getTime(), 'a working day').toBe(12 * 60 * minute)
    const bySecret = await replaceByProven(deps, { id: member.sessionId, memberId: member.id }, caller, clock.now())
    expect(bySecret.isProvenTwice).toBe(false)
    expect((await staffCall(bySecret)).body.code).toBe('staff_issuer_required')
  })

  it('who has stolen a secret of staff links nothing to the account', async () => {
    const { member } = await ways.link('city', 'robbed', { role: 'admin' })
    const { body: thief } = await ways.service.call('POST', `${own}/Login`, {
      body: { emailOrAccount: member.account, secret: testSecret },
    })
    const link = (as: { token: string }, browser = newApiBrowser(ways.service)) => browser.call('POST', `${wayCalls}/city/Link`, { as })
    expect(await link(thief)).toMatchObject({ status: 403, body: { code: 'confirm_login_first', way: 'city' } })
    const { browser } = await enter('city', 'robbed')
    expect((await link(browser.session(), browser)).status, 'the owner, who has logged in by the issuer').toBe(200)
    ways.service.clock.advance(11 * minute)
    expect((await link(browser.session(), browser)).body.code, 'some minutes ago').toBe('confirm_login_first')
  })

  it('one account there is one person here: a second is refused, and unlinking takes the rights of all sessions', async () => {
    const { member } = await ways.link('city', 'one-person', { role: 'admin' })
    const [mine, stranger] = [await enter('city', 'one-person'), await enter('city', 'one-person')]
    expect((await stranger.asStaff()).status).toBe(200)
    const { body } = await mine.browser.call('POST', `${wayCalls}/city/Link`, { as: mine.browser.session() })
    expect(ways.pageOf(await ways.comeBack(mine.browser, await ways.issuers.city.enter(body.address, 'a-second'))).search).toEqual({
      way: 'staff_way',
    })
    const { linked } = (await mine.browser.call('GET', `${wayCalls}/List`, { as: mine.browser.session() })).body
    const gone = await mine.browser.call('DELETE', `${wayCalls}/${linked[0].id}`, { as: mine.browser.session() })
    expect(gone.status, gone.text).toBe(204)
    expect((await stranger.asStaff()).status).toBe(401)
    expect((await mine.asStaff()).body.code).toBe('staff_issuer_required')
    expect((await mine.browser.whoIs()).id, 'still a member').toBe(member.id)
  })

  it('an account that is given back is linked with nobody', async () => {
    const { member } = await ways.link('city', 'of-a-thief', { role: 'desk' })
    const audit = async () => {}
    expect(await resetFactorsAtMachine(ways.service.db, member.id, audit, ways.service.clock.now())).toBe(true)
    expect((await enter('city', 'of-a-thief')).page.pathname).toBe('/register')
  })

  it('who is linked and no longer staff is a member', async () => {
    const { member } = await ways.link('city', 'left', { role: 'desk' })
    await ways.service.db.updateTable('members').set({ roles: [] }).where('id', '=', member.id).execute()
    const { page, asStaff } = await enter('city', 'left')
    expect(page.pathname).toBe('/member')
    expect((await asStaff()).body.code).toBe('staff_only')
  })
})

describe('what the issuer says of groups', () => {
  const read = async (groups: unknown, how: 'answers' | 'is down' = 'answers') => {
    const city = ways.service.ways.of('city')!
    ways.people['grouped'] = { name: '林', email: 'g@issuer.example', email_verified: true }
    ways.tamper((asked: Asked, answer: Answered) => {
      if (!asked.url.endsWith('/me')) return answer
      if (how === 'is down') return { ...answer, status: 503, text: '' }
      return { ...answer, text: JSON.stringify({ ...JSON.parse(answer.text), groups }) }
    })
    const now = ways.service.clock.now()
    const { state, browserKey } = beginWay(ways.service.tokens, { way: 'city', redirect: '', prefix: '' }, now)
    const begun = { state, ...secretsOf(browserKey), returnAddress: `http://localhost:3000${wayCalls}/city/Return`, locale: 'tw' as const }
    const started = await city.start(begun, now)
    if (!started.ok) throw new Error('not started')
    const back = await ways.issuers.city.enter(started.value.address, 'grouped')
    const result = await city.readReturn(new URL(back.address).searchParams, begun, now)
    return result.ok ? result.value.groups : result.refusal
  }

  it('is a list of texts, or nothing', async () => {
    expect(await read(['a', 'b'])).toEqual(['a', 'b'])
    for (const odd of ['admin', { 0: 'admin' }, [['admin']], ['admin', 1], null, true])
      expect(await read(odd), JSON.stringify(odd)).toEqual([])
    expect(await read(undefined), 'left out').toBeUndefined()
    expect(await read(['a'], 'is down'), 'not known').toBeUndefined()
  })
})
