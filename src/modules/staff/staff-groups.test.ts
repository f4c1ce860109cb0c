import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { m } from '#i18n/generated/messages.js'
import { newApiBrowser } from '#testing/api-browser.ts'
import { openWayService, wayCalls, type Answered, type Asked, type WayService } from '#testing/way-service.ts'

let ways: WayService
let boss: Awaited<ReturnType<WayService['link']>>['member']
beforeAll(async () => {
  ways = await openWayService({ STAFF_ISSUER: 'city', STAFF_GROUPS: 'fh-desk=desk,fh-office=manager+finance,fh-boss=admin' })
  says('boss', ['fh-boss'])
  boss = (await ways.link('city', 'boss', { role: 'admin' })).member
})
afterAll(() => ways?.close())
afterEach(() => ways.mend())
beforeEach(() => says('boss', ['fh-boss']))

/** What the city's issuer says of somebody. */
function says(login: string, groups: string[], more: { email?: string; email_verified?: boolean | string } = {}) {
  ways.people[login] = { name: `${login} 先生`, email: `${login}@city.example`, email_verified: true, groups, ...more }
}
const enter = async (login: string, way = 'city') => {
  const browser = newApiBrowser(ways.service)
  const page = await ways.enter(browser, way, login)
  return { browser, page, who: await browser.whoIs() }
}
const rowOf = (id: string) => ways.service.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const rolesOf = async (id: string) => (await rowOf(id)).roles
const audited = async (id: string) =>
  (
    await ways.service.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after', 'member_id as actor'])
      .where('subject_id', '=', id)
      .orderBy('at')
      .execute()
  ).map(({ action, after, actor }) => [action, (after as { roles?: string[] } | null)?.roles, actor])
const openSessions = async (id: string) =>
  (await ways.service.db.selectFrom('sessions').select('id').where('member_id', '=', id).where('ended_at', 'is', null).execute()).length

describe('at a login by the issuer of staff', () => {
  it('roles become what the groups say: written down, told by a letter, and every other session ends', async () => {
    says('clerk', ['fh-desk', 'everybody'])
    const { member } = await ways.link('city', 'clerk', { role: 'editor' })
    const { who, page } = await enter('clerk')
    expect(page.pathname).toBe('/staff')
    expect(who).toMatchObject({ id: member.id, roles: ['desk'], isProvenTwice: true })
    expect(await openSessions(member.id), 'the one that was just opened').toBe(1)
    expect(await audited(member.id)).toEqual([['staff.role_changed', ['desk'], null]])
    const letters = async () => (await ways.service.inbox(member.email)).filter(({ subject }) => subject === m.mail_roles_changed_subject())
    await expect.poll(letters).toHaveLength(1)

    ways.service.clock.advance(1000)
    says('clerk', ['fh-desk', 'fh-office'])
    expect((await enter('clerk')).who.roles).toEqual(['manager', 'desk', 'finance'])
    await expect.poll(letters).toHaveLength(2)
    await enter('clerk')
    expect(await audited(member.id), 'nothing has changed').toHaveLength(2)
    await ways.service.writeLetters()
    expect(await letters()).toHaveLength(2)
    expect(await openSessions(member.id), 'so that no other session ends').toBe(2)
  })

  it('no group any more takes the roles away, and the console with them', async () => {
    says('leaver', ['fh-office'])
    const { member } = await ways.link('city', 'leaver', { role: 'manager' })
    const before = await enter('leaver')
    const call = (one: typeof before) => one.browser.call('GET', '/api/Staff/Community/List', { as: one.browser.session() })
    expect((await call(before)).status).toBe(200)
    says('leaver', ['everybody'])
    const after = await enter('leaver')
    expect(after.page.pathname).toBe('/member')
    expect(after.who).toMatchObject({ id: member.id, roles: [] })
    expect((await call(after)).body.code).toBe('staff_only')
    expect((await call(before)).status, 'a session of before').toBe(401)
    expect((await audited(member.id)).at(-1)).toEqual(['staff.removed', [], null])
    says('leaver', ['fh-desk'])
    expect((await enter('leaver')).who.roles).toEqual(['desk'])
    expect((await audited(member.id)).at(-1)).toEqual(['staff.joined', ['desk'], null])
  })

  it('a suspended colleague stays suspended, whatever the groups say', async () => {
    says('suspended', ['fh-desk'])
    const { member } = await ways.link('city', 'suspended', { role: 'desk' })
    await ways.service.db.updateTable('members').set({ staff_suspended_at: ways.service.clock.now() }).where('id', '=', member.id).execute()
    for (const groups of [['fh-desk'], [], ['fh-boss'], []]) {
      says('suspended', groups)
      const { who } = await enter('suspended')
      expect(who, groups.join()).toMatchObject({ id: member.id, roles: [] })
      expect((await rowOf(member.id)).staff_suspended_at, groups.join()).not.toBeNull()
    }
  })

  it('cannot rid themselves of the suspension by unlinking the issuer', async () => {
    says('evader', ['fh-desk'], { email: 'another@city.example' })
    const { member } = await ways.link('city', 'evader', { role: 'desk' })
    await ways.service.db.updateTable('members').set({ staff_suspended_at: ways.service.clock.now() }).where('id', '=', member.id).execute()
    const { browser } = await enter('evader')
    const as = browser.session()
    const { linked } = (await browser.call('GET', `${wayCalls}/List`, { as })).body
    expect(await browser.call('DELETE', `${wayCalls}/${linked[0].id}`, { as })).toMatchObject({ status: 409, body: { code: 'staff_way' } })
    expect((await enter('evader')).who.id).toBe(member.id)
  })

  it('the last admin stays admin, and the log says it', async () => {
    says('boss', ['fh-desk'])
    expect((await enter('boss')).who).toMatchObject({ id: boss.id, roles: ['admin', 'desk'] })
    expect(ways.logged.filter((line) => line.includes('the groups of the last admin'))).toHaveLength(1)
    says('boss', [])
    expect((await enter('boss')).who.roles).toEqual(['admin'])
    says('second', ['fh-boss'])
    expect((await enter('second')).who.roles).toEqual(['admin'])
    const { who } = await enter('boss')
    expect(who, 'somebody else is').toMatchObject({ id: boss.id, roles: [] })
    says('boss', ['fh-boss'])
    expect((await enter('boss')).who.roles).toEqual(['admin'])
  })

  it('an issuer that cannot be asked for groups takes no roles away', async () => {
    says('unlucky', ['fh-desk'])
    const { member } = await ways.link('city', 'unlucky', { role: 'desk' })
    ways.tamper((asked: Asked, answer: Answered) => (asked.url.endsWith('/me') ? { ...answer, status: 503, text: '' } : answer))
    expect((await enter('unlucky')).page).toMatchObject({ pathname: '/login', search: { error: 'way_unreachable' } })
    expect(await rolesOf(member.id)).toEqual(['desk'])
  })

  it('groups that are no list of texts give nothing', async () => {
    says('odd', ['fh-desk'])
    const { member } = await ways.link('city', 'odd', { role: 'desk' })
    const odd = (groups: unknown) => (asked: Asked, answer: Answered) =>
      asked.url.endsWith('/me') ? { ...answer, text: JSON.stringify({ ...JSON.parse(answer.text), groups }) } : answer
    for (const groups of ['fh-boss', { 'fh-boss': true }, [['fh-boss']], ['fh-boss', 1]]) {
      ways.tamper(odd(groups))
      expect((await enter('odd')).who.roles, JSON.stringify(groups)).toEqual([])
    }
    ways.tamper(undefined)
    expect((await enter('odd')).who, 'so the refusals mean something').toMatchObject({ id: member.id, roles: ['desk'] })
  })
})

describe('groups from an issuer that is not that of staff', () => {
  it('give nothing and take nothing', async () => {
    ways.people['liner'] = { name: 'x', email: 'liner@line.example', email_verified: true, groups: ['fh-boss'] }
    const { member } = await ways.link('line', 'liner', { role: 'desk' })
    expect((await enter('liner', 'line')).who).toMatchObject({ id: member.id, roles: ['desk'], isProvenTwice: false })
    expect(await rolesOf(member.id)).toEqual(['desk'])
    ways.people['liner-new'] = { name: 'x', email: 'liner-new@line.example', email_verified: true, groups: ['fh-boss'] }
    expect((await enter('liner-new', 'line')).page.pathname).toBe('/register')
  })
})

describe('somebody unknown', () => {
  const membersWith = (email: string) => ways.service.db.selectFrom('members').select('id').where('email', '=', email).execute()

  it('gets an account of staff from what the issuer vouches for, and is the same person next time', async () => {
    says('newcomer', ['fh-office'])
    const { page, who } = await enter('newcomer')
    expect(page.pathname).toBe('/staff')
    expect(who).toMatchObject({ email: 'newcomer@city.example', name: 'newcomer 先生', roles: ['manager', 'finance'], isProvenTwice: true })
    expect(await audited(who.id)).toEqual([['staff.joined', ['manager', 'finance'], null]])
    expect((await enter('newcomer')).who.id).toBe(who.id)
    expect(await membersWith('newcomer@city.example')).toHaveLength(1)
  })

  it('registers as everybody does without a group that gives a role', async () => {
    says('visitor', ['everybody'])
    expect((await enter('visitor')).page.pathname).toBe('/register')
    expect(await membersWith('visitor@city.example')).toEqual([])
  })

  it.each([
    ['claimed and not verified', false],
    ['verified by a text that is no yes', 'yes'],
  ])('makes no account by an address that is %s', async (what, email_verified) => {
    says(`claims ${what}`, ['fh-boss'], { email: 'claimed@city.example', email_verified })
    expect((await enter(`claims ${what}`)).page.pathname).toBe('/register')
    expect(await membersWith('claimed@city.example')).toEqual([])
  })

  it('is told to log in and link where the address has an account, which is never found by it', async () => {
    const victim = await ways.service.newMember({ role: 'admin' })
    says('same-address', ['fh-boss'], { email: victim.email.toUpperCase() })
    const { page, browser } = await enter('same-address')
    expect(page).toMatchObject({ pathname: '/login', search: { error: 'way_link_first' } })
    expect(browser.jar.has('sports_v2_jwt')).toBe(false)
    const linked = ways.service.db.selectFrom('login_subjects').select('id').where('subject', '=', 'same-address')
    expect(await linked.execute()).toEqual([])
  })

  it('gets no second account for one that is shut out', async () => {
    says('shut-out', ['fh-desk'])
    const { who } = await enter('shut-out')
    await ways.service.db.updateTable('members').set({ shut_out: true, demo: true }).where('id', '=', who.id).execute()
    says('shut-out', ['fh-desk'], { email: 'fresh@city.example' })
    expect((await enter('shut-out')).page).toMatchObject({ pathname: '/login', search: { error: 'subject_taken' } })
    expect(await membersWith('fresh@city.example')).toEqual([])
  })
})

describe('roles by hand', () => {
  it('are refused with a reason; suspending and removing are not', async () => {
    says('by-hand', ['fh-desk'])
    const { who } = await enter('by-hand')
    const { browser } = await enter('boss')
    const call = (path: string, body: object) => browser.call('POST', path, { as: browser.session(), body })
    const refused = { status: 409, body: { code: 'roles_by_groups' } }
    expect(await call('/api/Staff/Account/Role', { memberId: who.id, from: ['desk'], to: ['admin'] })).toMatchObject(refused)
    expect(await call('/api/Staff/Invitation', { email: 'guest@example.com', roles: ['desk'] })).toMatchObject(refused)
    expect((await browser.call('GET', '/api/Staff/Account/List', { as: browser.session() })).body.rolesBy).toBe('市民卡')
    expect((await call('/api/Staff/Account/Suspend', { memberId: who.id })).status).toBe(204)
    expect((await enter('by-hand')).who.roles).toEqual([])
    expect((await call('/api/Staff/Account/Remove', { memberId: who.id })).status).toBe(204)
  })
})
