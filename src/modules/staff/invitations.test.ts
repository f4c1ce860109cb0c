import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StaffRole } from '#http/session.ts'
import { codeOf, stepAt } from '#lib/totp.ts'
import { auditAsService } from '#modules/audit/audit-as-service.ts'
import { admitDemoAccounts } from '#modules/accounts/admission-store.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { fromBase32 } from '#testing/base32.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'
import { inviteAtMachine } from './invite-at-machine.ts'

let service: TestService
let admin: TestMember
beforeAll(async () => {
  service = await openTestService()
  admin = await service.newMember({ role: 'admin' })
  await writeSetting(service.db, 'staff', { joinsPerCallerHour: 1000, invitesPerAdminHour: 1000 }, null, service.clock.now())
})
afterAll(() => service.close())

const secret = 'quiet otters row upstream'
const invite = (body: object, as = admin) => service.call('POST', '/api/Staff/Invitation', { as, body })
const read = (key: string, as?: TestMember) => service.call('POST', '/api/StaffInvitation/Read', { as, body: { key } })
const accept = (body: object, as?: TestMember) => service.call('POST', '/api/StaffInvitation/Accept', { as, body })
const list = async () => (await service.call('GET', '/api/Staff/Account/List', { as: admin })).body

const keyIn = (text: string) => /\/staff\/join\?key=([\w-]+)/.exec(text)![1]!
async function keyFor(email: string, mails = 1): Promise<string> {
  return keyIn((await service.inbox(email, mails))[0]!.body)
}
async function invited(email: string, ...roles: string[]): Promise<string> {
  expect((await invite({ email, roles: roles.length > 0 ? roles : ['desk'] })).status).toBe(201)
  return keyFor(email)
}
async function atMachine(email: string, ...roles: StaffRole[]): Promise<string> {
  const now = service.clock.now()
  const made = await inviteAtMachine(service.db, 'http://localhost:3000', { email, roles }, auditAsService('test', now), now)
  return keyIn(made.ok ? made.value.link : '')
}
const actionsOf = async (subjectId: string) =>
  await service.db
    .selectFrom('audit_log')
    .select(['action', 'member_id', 'after'])
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()

describe('an invitation', () => {
  it('is mailed in the language that the admin chose, says the role, and opens an account with that role', async () => {
    await invite({ email: 'lin@example.com', roles: ['finance'], locale: 'en' })
    const mail = await service.mail('lin@example.com', 'You are invited to join the staff (Finance)')
    expect(mail!.body).toContain('72 hours')
    const key = keyIn(mail!.body)
    const { body } = await read(key)
    expect(body).toMatchObject({
      email: 'lin@example.com',
      roles: ['finance'],
      by: 'new-account',
      isLoggedIn: false,
      invitedBy: expect.any(String),
    })

    const joined = await accept({ key, name: '林怡君', secret, locale: 'en' })
    expect(joined).toMatchObject({ status: 200, body: { session: { user: { email: 'lin@example.com', roles: ['finance'], mobile: '' } } } })
    expect(joined.headers.getSetCookie().some((cookie) => cookie.includes('HttpOnly'))).toBe(true)
    const login = await service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount: 'lin@example.com', secret } })
    expect(login.status).toBe(200)
    expect(await actionsOf(joined.body.session.user.id)).toMatchObject([{ action: 'staff.joined', after: { roles: ['finance'] } }])
  })

  it('gives several roles, which the mail names in its language, each once', async () => {
    await invite({ email: 'both@example.com', roles: ['editor', 'desk', 'editor'], locale: 'en' })
    const mail = await service.mail('both@example.com', 'You are invited to join the staff (Front desk, Editor)')
    expect(mail!.body).toContain('join the staff as Front desk, Editor.')
    expect((await list()).invitations[0]).toMatchObject({ email: 'both@example.com', roles: ['desk', 'editor'] })
    const key = keyIn(mail!.body)
    expect((await read(key)).body).toMatchObject({ roles: ['desk', 'editor'] })
    const joined = await accept({ key, name: '林兩用', secret })
    expect(joined.body.session.user).toMatchObject({ roles: ['desk', 'editor'], isProvenTwice: false })
    await invite({ email: 'threefold@example.com', roles: ['finance', 'desk', 'editor'] })
    expect(await service.mail('threefold@example.com', '邀請您加入場館團隊（櫃檯、財務、編輯）')).toBeDefined()
    expect(await invite({ email: 'none@example.com', roles: [] })).toMatchObject({ status: 422, body: { errors: [{ path: 'roles' }] } })
    expect((await invite({ email: 'old@example.com', role: 'desk' })).status).toBe(422)
  })

  it('opens nothing of the console before the second factor, and what the role may do after it', async () => {
    await accept({ key: await invited('newdesk@example.com'), name: '新櫃檯', secret })
    const logged = await service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount: 'newdesk@example.com', secret } })
    const as = logged.body as TestMember
    const atDesk = (who: { token: string }) => service.call('GET', '/api/Staff/Identity/List', { as: who })
    expect(await atDesk(as)).toMatchObject({ status: 403, body: { code: 'second_factor_required' } })
    const setUp = (await service.call('POST', '/api/AccountMember/Authenticator/Setup', { as })).body
    const code = codeOf(fromBase32(setUp.secret), stepAt(service.clock.now()))
    const proven = (await service.call('POST', '/api/AccountMember/Authenticator', { as, body: { code } })).body.session
    expect((await atDesk(proven)).status).toBe(200)
    expect(await service.call('GET', '/api/Staff/Account/List', { as: proven })).toMatchObject({
      status: 403,
      body: { code: 'staff_only' },
    })
    const row = (await list()).staff.find((one: { email: string }) => one.email === 'newdesk@example.com')
    expect(row).toMatchObject({ roles: ['desk'], hasAuthenticator: true })
  })

  it('lets two people without a mobile join', async () => {
    for (const email of ['first@example.com', 'second@example.com'])
      expect((await accept({ key: await invited(email), name: '新人', secret })).status).toBe(200)
  })

  it('stores neither the key nor, in the audit log, the address', async () => {
    const key = await invited('keyless@example.com')
    const rows = await service.db.selectFrom('staff_invitations').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key)
    const row = rows.find(({ email }) => email === 'keyless@example.com')!
    expect(row.expires_at.getTime() - service.clock.now().getTime()).toBe(72 * 3_600_000)
    const log = await service.db.selectFrom('audit_log').selectAll().where('subject_id', '=', row.id).execute()
    expect(log).toMatchObject([
      { action: 'staff.invited', member_id: admin.id, subject_label: 'k***@example.com', after: { roles: ['desk'] } },
    ])
    expect(JSON.stringify(log)).not.toContain('keyless')
  })

  it('is answered alike for a member and for a stranger, and refused for somebody who is staff', async () => {
    const member = await service.newMember()
    const answers = [
      await invite({ email: member.email, roles: ['desk'] }),
      await invite({ email: 'stranger@example.com', roles: ['desk'] }),
    ]
    expect(answers.map(({ status, body }) => [status, Object.keys(body)])).toEqual([
      [201, ['id']],
      [201, ['id']],
    ])
    const colleague = await service.newMember({ role: 'editor' })
    expect(await invite({ email: colleague.email.toUpperCase(), roles: ['desk'] })).toMatchObject({
      status: 409,
      body: { code: 'already_staff' },
    })
  })

  it('is accepted by a member only in a session of their own, and ends their other sessions', async () => {
    const member = await service.newMember()
    const key = await invited(member.email, 'manager')
    expect((await read(key)).body).toMatchObject({ by: 'log-in', isLoggedIn: false })
    const stranger = await service.newMember()
    for (const as of [undefined, stranger])
      expect(await accept({ key, name: '冒名', secret }, as)).toMatchObject({ status: 409, body: { code: 'join_as_member' } })
    const other = (await service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount: member.email, secret: testSecret } }))
      .body
    expect((await read(key, member)).body).toMatchObject({ by: 'log-in', isLoggedIn: true })
    expect(await accept({ key }, member)).toMatchObject({ status: 200, body: {} })
    const me = async (as: { token: string }) => service.call('GET', '/api/AccountMember', { as })
    expect(await me(member)).toMatchObject({ status: 200, body: { roles: ['manager'], name: expect.stringContaining('會員') } })
    expect((await me(other)).status).toBe(401)
  })

  it('does not use up its link when the form is refused', async () => {
    const key = await invited('careful@example.com')
    expect(await accept({ key, name: '小心', secret: 'password1234' })).toMatchObject({ status: 422, body: { code: 'secret_too_common' } })
    expect(await accept({ key, secret })).toMatchObject({ status: 422, body: { code: 'field_missing', errors: [{ path: 'name' }] } })
    expect(await accept({ key, name: '小心', account: admin.account, secret })).toMatchObject({
      status: 409,
      body: { code: 'account_taken' },
    })
    expect((await accept({ key, name: '小心', account: 'careful', secret })).status).toBe(200)
  })
})

describe('a link that no longer works', () => {
  it('says whether it was used, withdrawn, replaced, expired or never made', async () => {
    const used = await invited('used@example.com')
    await accept({ key: used, name: '用過', secret })
    expect(await read(used)).toMatchObject({ status: 410, body: { code: 'invitation_used' } })

    const withdrawn = await invited('withdrawn@example.com')
    const { id } = (await list()).invitations.find((one: { email: string }) => one.email === 'withdrawn@example.com')
    const withdraw = () => service.call('POST', '/api/Staff/Invitation/Withdraw', { as: admin, body: { id } })
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([204, 404])
    expect(await accept({ key: withdrawn, name: '收回', secret })).toMatchObject({ status: 410, body: { code: 'invitation_withdrawn' } })

    const replaced = await invited('replaced@example.com')
    await invite({ email: 'Replaced@example.com', roles: ['admin'] })
    expect(await read(replaced)).toMatchObject({ status: 410, body: { code: 'invitation_withdrawn' } })
    expect((await list()).invitations.filter((one: { email: string }) => /replaced/i.test(one.email))).toMatchObject([{ roles: ['admin'] }])

    for (const key of ['', 'x', 'x'.repeat(32), '../../etc/passwd', 'x'.repeat(200)])
      expect(await read(key)).toMatchObject({ status: 404, body: { code: 'invitation_unknown' } })

    const late = await invited('late@example.com')
    service.clock.advance(72 * 3_600_000)
    await service.keepSessions()
    expect(await accept({ key: late, name: '遲到', secret })).toMatchObject({ status: 410, body: { code: 'invitation_expired' } })
    expect((await list()).invitations.find((one: { email: string }) => one.email === 'late@example.com')).toMatchObject({ isExpired: true })
  })

  it('is replaced by one with a new key when the invitation is sent again', async () => {
    const first = await invited('again@example.com')
    const { id } = (await list()).invitations.find((one: { email: string }) => one.email === 'again@example.com')
    // Mails are listed by the moment at which they were written.
    service.clock.advance(60_000)
    expect((await service.call('POST', '/api/Staff/Invitation/Resend', { as: admin, body: { id } })).status).toBe(204)
    const second = await keyFor('again@example.com', 2)
    expect(second).not.toBe(first)
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
  })
})

describe('an invitation that was made at the machine', () => {
  it('makes an account for an address that has none', async () => {
    const key = await atMachine('operator@example.com', 'admin')
    expect((await read(key)).body).toMatchObject({ by: 'new-account', invitedBy: null, roles: ['admin'] })
    expect(await accept({ key, name: '站長', secret })).toMatchObject({ status: 200, body: { session: { user: { roles: ['admin'] } } } })
  })

  it('gives an account back to its owner: new password, sessions ended, suspension lifted', async () => {
    const lost = await service.newMember({ role: 'admin' })
    await service.call('POST', '/api/Staff/Account/Suspend', { as: admin, body: { memberId: lost.id } })
    const key = await atMachine(lost.email, 'admin')
    expect((await read(key)).body).toMatchObject({ by: 'new-secret' })
    expect(await accept({ key })).toMatchObject({ status: 422, body: { code: 'field_missing', errors: [{ path: 'secret' }] } })
    const back = await accept({ key, secret })
    expect(back).toMatchObject({ status: 200, body: { session: { user: { id: lost.id, roles: ['admin'] } } } })
    const logIn = (word: string) => service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount: lost.email, secret: word } })
    expect([(await logIn(testSecret)).status, (await logIn(secret)).status]).toEqual([400, 200])
    expect(await service.mail(lost.email, '您的密碼已變更')).toBeDefined()
    expect(await accept({ key, secret })).toMatchObject({ status: 410, body: { code: 'invitation_used' } })
  })
})

describe('a role that comes from an account of the demo', () => {
  it('ends with the demo: of whoever was invited, and of whoever was given another one', async () => {
    const demoAdmin = await service.newMember({ role: 'admin' })
    await service.db.updateTable('members').set({ demo: true }).where('id', '=', demoAdmin.id).execute()
    await invite({ email: 'guest@example.com', roles: ['admin'] }, demoAdmin)
    const guest = (await accept({ key: await keyFor('guest@example.com'), name: '訪客', secret })).body.session
    const colleague = await service.newMember({ role: 'desk' })
    await service.call('POST', '/api/Staff/Account/Role', {
      as: demoAdmin,
      body: { memberId: colleague.id, from: ['desk'], to: ['admin', 'desk'] },
    })
    const kept = await service.newMember({ role: 'manager' })
    await admitDemoAccounts(service.db, false)
    const rolesOf = async (id: string) =>
      (await service.db.selectFrom('members').select('roles').where('id', '=', id).executeTakeFirst())?.roles
    expect([await rolesOf(guest.user.id), await rolesOf(colleague.id), await rolesOf(kept.id)]).toEqual([[], [], ['manager']])
    await admitDemoAccounts(service.db, true)
  })
})

describe('rate limits', () => {
  it('stop an admin after so many invitations an hour, and mails to one address after five a day', async () => {
    const eager = await service.newMember({ role: 'admin' })
    await writeSetting(service.db, 'staff', { joinsPerCallerHour: 1000, invitesPerAdminHour: 8 }, null, service.clock.now())
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await invite({ email: 'flooded@example.com', roles: ['desk'] }, eager)).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    for (let n = 0; n < 3; n++) expect((await invite({ email: `more${n}@example.com`, roles: ['desk'] }, eager)).status).toBe(201)
    const stopped = await invite({ email: 'more3@example.com', roles: ['desk'] }, eager)
    expect(stopped).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(3000)
  })

  it('stop a caller who tries keys', async () => {
    await writeSetting(service.db, 'staff', { joinsPerCallerHour: 3 }, null, service.clock.now())
    const from = '198.51.100.9'
    const tries = []
    for (let n = 0; n < 4; n++)
      tries.push((await service.call('POST', '/api/StaffInvitation/Read', { body: { key: 'y'.repeat(32) }, from })).status)
    expect(tries).toEqual([404, 404, 404, 429])
    const key = await atMachine('behind-the-same-address@example.com', 'desk')
    const owner = await service.call('POST', '/api/StaffInvitation/Read', { body: { key }, from })
    expect(owner.status, 'the owner of a link behind the same address').toBe(200)
  })
})
