import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StaffRole } from '#http/session.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let admin: TestMember
beforeAll(async () => {
  service = await openTestService()
  admin = await service.newMember({ role: 'admin' })
})
afterAll(() => service.close())

const act = (deed: string, memberId: string, more: object = {}, as = admin) =>
  service.call('POST', `/api/Staff/Account/${deed}`, { as, body: { memberId, ...more } })
const change = (member: TestMember, from: StaffRole | StaffRole[], to: StaffRole | StaffRole[], as = admin) =>
  act('Role', member.id, { from: [from].flat(), to: [to].flat() }, as)
const list = async (as = admin) => (await service.call('GET', '/api/Staff/Account/List', { as })).body
const find = async (member: TestMember) => (await list()).staff.find((one: { id: string }) => one.id === member.id)
const me = (as: { token: string }) => service.call('GET', '/api/AccountMember', { as })
const logIn = async (member: TestMember) => {
  const { body } = await service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount: member.email, secret: testSecret } })
  return body as { token: string }
}
const lastAction = (memberId: string) =>
  service.db.selectFrom('audit_log').selectAll().where('subject_id', '=', memberId).orderBy('id', 'desc').executeTakeFirst()

describe('the list of staff', () => {
  it('has role, day, sessions and who is oneself, and no ordinary member', async () => {
    const desk = await service.newMember({ role: 'desk' })
    const member = await service.newMember()
    const { staff } = await list()
    expect(staff.map((one: { id: string }) => one.id)).not.toContain(member.id)
    expect(staff[0]).toMatchObject({ id: admin.id, isSelf: true, isLastAdmin: true, sessions: [{ id: admin.sessionId, current: true }] })
    expect(await find(desk)).toMatchObject({ roles: ['desk'], email: desk.email, isSelf: false, isLastAdmin: false, suspendedAt: null })
    expect(JSON.stringify(staff)).not.toContain('secret')
  })
})

describe('changing a role', () => {
  it('counts at once: sessions end, the new session has the new role, and the log says who and what', async () => {
    const desk = await service.newMember({ role: 'desk' })
    expect((await change(desk, 'desk', 'editor')).status).toBe(204)
    expect((await me(desk)).status).toBe(401)
    expect(await me(await logIn(desk))).toMatchObject({ body: { roles: ['editor'] } })
    expect(await lastAction(desk.id)).toMatchObject({
      action: 'staff.role_changed',
      member_id: admin.id,
      before: { roles: ['desk'] },
      after: { roles: ['editor'] },
    })
  })

  it('is told to the person by mail, as is the end of it', async () => {
    const desk = await service.newMember({ role: 'desk' })
    const mails = async () =>
      (
        await service.db
          .selectFrom('messages')
          .select('body')
          .where('recipient', '=', desk.email)
          .where('cause', 'like', 'roles-changed:%')
          .orderBy('created_at')
          .execute()
      ).map(({ body }) => body)
    await change(desk, 'desk', ['desk', 'editor'])
    expect(await mails()).toMatchObject([expect.stringContaining('櫃檯、編輯')])
    service.clock.advance(1000)
    await act('Suspend', desk.id)
    expect((await mails())[1]).toContain('已暫停您的後台角色')
    service.clock.advance(1000)
    await act('Remove', desk.id)
    expect((await mails())[2]).toContain('已停止您的後台角色')
  })

  it('is refused when somebody was faster, and says what the role is now', async () => {
    const desk = await service.newMember({ role: 'desk' })
    await change(desk, 'desk', 'finance')
    expect(await change(desk, 'desk', 'manager')).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', roles: ['finance'], suspended: false },
    })
  })

  it('is refused for a member who is not staff, and for nobody', async () => {
    const member = await service.newMember()
    expect((await change(member, 'desk', 'admin')).status).toBe(404)
    expect((await act('Remove', crypto.randomUUID())).status).toBe(404)
    expect(await me(member)).toMatchObject({ body: { roles: [] } })
  })
})

describe('several roles of a person', () => {
  const may = async (as: { token: string }) => {
    const paths = ['Today', 'Refund/BankFile?batchId=1', 'News/List', 'Centre', 'Account/List']
    const answers = await Promise.all(paths.map((path) => service.call('GET', `/api/Staff/${path}`, { as })))
    return paths.filter((_, at) => answers[at]!.body.code !== 'staff_only').map((path) => path.split('/')[0])
  }

  it('give the rights of each, and no other', async () => {
    expect(await may(await service.newMember({ role: 'desk' }))).toEqual(['Today'])
    expect(await may(await service.newMember({ roles: ['desk', 'finance', 'editor'] }))).toEqual(['Today', 'Refund', 'News'])
    expect(
      await may(await service.newMember({ roles: ['desk', 'finance', 'editor'], isProvenTwice: false })),
      'refused by another code',
    ).toHaveLength(3)
  })

  it('are given and taken one by one, in any order of the list, and what is lost is lost at once', async () => {
    const one = await service.newMember({ role: 'editor' })
    expect((await change(one, 'editor', ['editor', 'finance', 'desk', 'desk'])).status).toBe(204)
    expect(await find(one)).toMatchObject({ roles: ['desk', 'finance', 'editor'] })
    const again = await logIn(one)
    expect((await change(one, ['finance', 'editor', 'desk'], ['editor', 'desk'])).status).toBe(204)
    expect((await me(again)).status).toBe(401)
    expect(await me(await logIn(one))).toMatchObject({ body: { roles: ['desk', 'editor'] } })
    expect(await lastAction(one.id)).toMatchObject({
      before: { roles: ['desk', 'finance', 'editor'] },
      after: { roles: ['desk', 'editor'] },
    })
    const { items } = (await service.call('POST', '/api/Staff/Audit/List', { as: admin, body: { subject: one.id } })).body
    expect(items[0].fields).toEqual([{ name: '角色', before: '櫃檯、財務、編輯', after: '櫃檯、編輯' }])
    expect(items[0].who).toMatchObject({ id: admin.id, roles: ['admin'] })
  })

  it('are compared whole: a role that came meanwhile refuses the change', async () => {
    const one = await service.newMember({ roles: ['desk', 'finance'] })
    expect(await change(one, 'desk', 'editor')).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', roles: ['desk', 'finance'], suspended: false },
    })
  })

  it('are at least one, and only such as there are', async () => {
    const one = await service.newMember({ role: 'desk' })
    expect(await change(one, 'desk', [])).toMatchObject({ status: 422, body: { errors: [{ path: 'to' }] } })
    expect((await change(one, 'desk', ['king' as StaffRole])).status).toBe(422)
    expect((await change(one, 'desk', [...Array<StaffRole>(6)].fill('desk'))).status).toBe(422)
    expect((await act('Role', one.id, { from: 'desk', to: 'editor' })).status).toBe(422)
    expect(await find(one)).toMatchObject({ roles: ['desk'] })
  })

  it('with admin among them are those of an admin: the last one keeps it, and may be given and lose others', async () => {
    expect((await change(admin, 'admin', ['desk', 'finance'])).body.code).toBe('last_admin')
    const desk = await service.newMember({ roles: ['admin', 'desk'] })
    expect(await find(desk)).toMatchObject({ isLastAdmin: false })
    expect((await change(desk, ['admin', 'desk'], 'desk')).status).toBe(204)
    const kept = await service.newMember({ roles: ['admin', 'finance'] })
    expect((await change(kept, ['admin', 'finance'], ['admin', 'finance', 'editor'], kept)).status, 'the own roles').toBe(204)
    expect((await act('Suspend', kept.id)).status).toBe(204)
    expect((await change(admin, 'admin', ['manager', 'desk'])).body.code, 'the other one is suspended').toBe('last_admin')
  })
})

describe('suspending', () => {
  it('leaves an ordinary member: every call for staff is refused until it is lifted', async () => {
    const manager = await service.newMember({ role: 'manager' })
    expect((await act('Suspend', manager.id)).status).toBe(204)
    expect((await me(manager)).status).toBe(401)
    const again = await logIn(manager)
    expect(await me(again)).toMatchObject({ status: 200, body: { roles: [] } })
    const { body: document } = await service.call('GET', '/api/openapi.json')
    const staffCalls = Object.entries(document.paths as Record<string, object>)
      .filter(([path]) => path.startsWith('/api/Staff/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1')] as const))
    expect(staffCalls.length).toBeGreaterThan(50)
    for (const [method, path] of staffCalls) {
      const answer = await service.call(method, path, { as: again, ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }) })
      expect(answer.status, `${method} ${path}`).toBe(403)
    }
    expect(await find(manager)).toMatchObject({ roles: ['manager'], suspendedAt: expect.any(String) })
    expect(await act('Suspend', manager.id)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile', suspended: true } })

    expect((await act('Lift', manager.id)).status).toBe(204)
    expect(await lastAction(manager.id)).toMatchObject({ action: 'staff.reinstated' })
    expect(await me(await logIn(manager))).toMatchObject({ body: { roles: ['manager'] } })
  })
})

describe('removing', () => {
  it('leaves an ordinary member with their account, and the list without them', async () => {
    const editor = await service.newMember({ role: 'editor' })
    expect((await act('Remove', editor.id)).status).toBe(204)
    expect((await me(editor)).status).toBe(401)
    expect(await me(await logIn(editor))).toMatchObject({ body: { roles: [], email: editor.email } })
    expect(await find(editor)).toBeUndefined()
    expect(await lastAction(editor.id)).toMatchObject({ action: 'staff.removed', before: { roles: ['editor'] }, after: { roles: [] } })
    expect((await act('Remove', editor.id)).status).toBe(404)
  })
})

describe('sessions of staff', () => {
  it('are ended one by one or all together, and never those of an ordinary member', async () => {
    const desk = await service.newMember({ role: 'desk' })
    const phone = await logIn(desk)
    expect((await act('EndSessions', desk.id, { sessionId: desk.sessionId })).body).toEqual({ ended: 1 })
    expect([(await me(desk)).status, (await me(phone)).status]).toEqual([401, 200])
    expect((await act('EndSessions', desk.id, { sessionId: desk.sessionId })).status).toBe(404)
    expect((await act('EndSessions', desk.id)).body).toEqual({ ended: 1 })
    expect((await me(phone)).status).toBe(401)
    const member = await service.newMember()
    expect((await act('EndSessions', member.id)).status).toBe(404)
    expect((await me(member)).status).toBe(200)
  })

  it('but the own one go on when an admin ends all of their own', async () => {
    const other = await logIn(admin)
    expect((await act('EndSessions', admin.id)).body).toEqual({ ended: 1 })
    expect([(await me(admin)).status, (await me(other)).status]).toEqual([200, 401])
  })
})

describe('resetting the second factor', () => {
  it('removes all of them, ends the sessions and mails the person', async () => {
    const desk = await service.newMember({ role: 'desk' })
    const now = service.clock.now()
    await service.db
      .insertInto('authenticators')
      .values({ member_id: desk.id, sealed_secret: Buffer.from('x'), created_at: now })
      .execute()
    expect(await find(desk)).toMatchObject({ hasAuthenticator: true, passkeys: 0 })
    expect((await act('ResetFactors', desk.id)).status).toBe(204)
    expect(await find(desk)).toMatchObject({ hasAuthenticator: false, sessions: [] })
    expect((await me(desk)).status).toBe(401)
    expect(await service.mail(desk.email, '您的兩步驟驗證已清除')).toBeDefined()
    expect(await lastAction(desk.id)).toMatchObject({ action: 'staff.factors_reset', member_id: admin.id })
    expect((await act('ResetFactors', (await service.newMember()).id)).status).toBe(404)
  })
})

describe('an invitation of somebody who is no admin any more', () => {
  const post = (path: string, body: object, as?: TestMember) => service.call('POST', `/api/${path}`, { as, body })
  const invite = async (as: TestMember, email: string, role: StaffRole) =>
    (await post('Staff/Invitation', { email, roles: [role] }, as)).body.id as string
  const keyFor = async (email: string, mails = 1) => /\/staff\/join\?key=([\w-]+)/.exec((await service.inbox(email, mails))[0]!.body)![1]!
  const read = (key: string) => post('StaffInvitation/Read', { key })
  const accept = (key: string) => post('StaffInvitation/Accept', { key, name: '晚到', secret: 'quiet otters row upstream' })
  const withdrawn = { status: 410, body: { code: 'invitation_withdrawn' } }
  const ways = {
    removed: ({ id }: TestMember) => act('Remove', id),
    suspended: ({ id }: TestMember) => act('Suspend', id),
    'given another role': (leaving: TestMember) => change(leaving, 'admin', 'manager'),
  }

  it.each(Object.entries(ways))('does not outlive them: %s', async (way, leave) => {
    const leaving = await service.newMember({ role: 'admin' })
    const email = `${way.replaceAll(' ', '-')}@example.com`
    const id = await invite(leaving, email, 'admin')
    await invite(admin, `beside-${email}`, 'desk')
    const key = await keyFor(email)
    expect((await leave(leaving)).status).toBe(204)
    expect(await read(key)).toMatchObject(withdrawn)
    expect(await accept(key)).toMatchObject(withdrawn)
    expect(await lastAction(id)).toMatchObject({ action: 'invitation.withdrawn', member_id: admin.id })
    expect((await read(await keyFor(`beside-${email}`))).status, 'of an admin who stays').toBe(200)
  })

  it('does not work either when the rights went another way', async () => {
    const leaving = await service.newMember({ role: 'admin' })
    await invite(leaving, 'other-way@example.com', 'admin')
    await service.db.updateTable('members').set({ roles: [] }).where('id', '=', leaving.id).execute()
    expect(await accept(await keyFor('other-way@example.com'))).toMatchObject(withdrawn)
  })

  it('stays when another admin has sent it again', async () => {
    const leaving = await service.newMember({ role: 'admin' })
    const id = await invite(leaving, 'vouched@example.com', 'desk')
    service.clock.advance(60_000)
    expect((await post('Staff/Invitation/Resend', { id }, admin)).status).toBe(204)
    await act('Remove', leaving.id)
    expect((await accept(await keyFor('vouched@example.com', 2))).status).toBe(200)
  })
})

describe('the last admin', () => {
  it('is neither demoted, suspended nor removed, and cannot close their account; a suspended one does not count', async () => {
    const second = await service.newMember({ role: 'admin' })
    expect((await find(admin)).isLastAdmin).toBe(false)
    expect((await act('Suspend', second.id)).status).toBe(204)
    expect((await find(admin)).isLastAdmin).toBe(true)
    const refusals = [
      await change(admin, 'admin', 'manager'),
      await act('Suspend', admin.id),
      await act('Remove', admin.id),
      await service.call('POST', '/api/AccountMember/Close', { as: admin, body: { secret: testSecret } }),
    ]
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, body: { code: 'last_admin' } })
    expect(await me(admin)).toMatchObject({ status: 200, body: { roles: ['admin'] } })
  })

  it('may go once there is another', async () => {
    const leaving = await service.newMember({ role: 'admin' })
    expect((await service.call('POST', '/api/AccountMember/Close', { as: leaving, body: { secret: testSecret } })).status).toBe(204)
    const demoted = await service.newMember({ role: 'admin' })
    expect((await change(demoted, 'admin', 'desk', demoted)).status).toBe(204)
  })
})
