import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'
import { findSessions } from './session-store.ts'

const minute = 60_000
let service: TestService
beforeAll(async () => {
  service = await openTestService({ demo: false, staffIdleMinutes: 60 })
})
afterAll(() => service.close())

const profile = async (as: { token: string }) => service.call('GET', '/api/AccountMember', { as })
const staffCall = async (as: { token: string }) => service.call('GET', '/api/Staff/Community/List', { as })
const row = (member: TestMember) =>
  service.db.selectFrom('sessions').selectAll().where('id', '=', member.sessionId).executeTakeFirstOrThrow()

it('gives a role no rights before the second factor, and leaves those of a member', async () => {
  const staff = await service.newMember({ role: 'desk', isProvenTwice: false })
  expect((await profile(staff)).body).toMatchObject({ roles: ['desk'], isProvenTwice: false, isExemptByDemo: false })
  expect((await staffCall(staff)).body).toMatchObject({ status: 403, code: 'second_factor_required' })
  expect((await service.call('GET', '/api/docs', { as: staff })).status, 'the description of calls of staff').toBe(404)

  await service.db.updateTable('sessions').set({ proven_at: service.clock.now() }).where('id', '=', staff.sessionId).execute()
  expect((await profile(staff)).body).toMatchObject({ isProvenTwice: true, isExemptByDemo: false })
  expect((await staffCall(staff)).status).toBe(200)
  expect((await service.call('GET', '/api/docs', { as: staff })).status).toBe(200)
})

it('opens sessions without the second factor, whoever logs in by a secret', async () => {
  const staff = await service.newMember({ role: 'admin' })
  const body = { emailOrAccount: staff.account, secret: testSecret }
  const login = await service.call('POST', '/api/AccountMember/Login', { body })
  expect(login.body.user).toMatchObject({ roles: ['admin'], isProvenTwice: false, isExemptByDemo: false })
  expect((await staffCall(login.body)).body.code).toBe('second_factor_required')
})

it('exempts the demo’s own accounts, and nobody else', async () => {
  const staff = await service.newMember({ role: 'desk', isProvenTwice: false })
  await service.db.updateTable('members').set({ demo: true }).where('id', '=', staff.id).execute()
  expect((await profile(staff)).body).toMatchObject({ isProvenTwice: true, isExemptByDemo: true })
  expect((await staffCall(staff)).status).toBe(200)
  await service.db.updateTable('members').set({ shut_out: true }).where('id', '=', staff.id).execute()
  expect((await staffCall(staff)).status, 'shut out while the demo is off').toBe(401)
})

it('ends a session of staff after an hour without use; a member’s goes on', async () => {
  const [staff, member] = [await service.newMember({ role: 'desk' }), await service.newMember()]
  service.clock.advance(59 * minute)
  expect((await profile(staff)).status).toBe(200)
  service.clock.advance(59 * minute)
  expect((await profile(staff)).status, 'the use before counted').toBe(200)
  service.clock.advance(61 * minute)
  expect((await profile(staff)).status).toBe(401)
  expect((await service.call('POST', '/api/AccountMember/Session/EndAll', { as: staff })).status).toBe(401)
  expect((await profile(member)).status).toBe(200)
})

it('notes the use of a session to the minute for staff, to five minutes for members', async () => {
  const [staff, member] = [await service.newMember({ role: 'desk' }), await service.newMember()]
  const begun = service.clock.now()
  service.clock.advance(2 * minute)
  await Promise.all([profile(staff), profile(member)])
  expect((await row(staff)).last_seen_at).toEqual(service.clock.now())
  expect((await row(member)).last_seen_at).toEqual(begun)
  service.clock.advance(4 * minute)
  await Promise.all([profile(staff), profile(member)])
  expect((await row(member)).last_seen_at).toEqual(service.clock.now())
})

it('does not count what a page asks by itself while nobody uses it', async () => {
  const staff = await service.newMember({ role: 'desk' })
  const begun = service.clock.now()
  const asking = (headers: Record<string, string>) => service.call('GET', '/api/AccountMember', { as: staff, headers })
  service.clock.advance(40 * minute)
  expect((await asking({ 'x-unattended': '1' })).status).toBe(200)
  expect((await row(staff)).last_seen_at).toEqual(begun)
  service.clock.advance(30 * minute)
  expect((await asking({ 'x-unattended': '1' })).status).toBe(401)
})

it('reads a batch of sessions in one statement', async () => {
  const members = [await service.newMember({ role: 'desk' }), await service.newMember()]
  const statements: string[] = []
  const counted = service.db.withPlugin({
    transformQuery: ({ node }) => (statements.push(node.kind), node),
    transformResult: async ({ result }) => result,
  })
  const found = await findSessions(
    { db: counted, ways: { staff: undefined } },
    members.map(({ sessionId }) => sessionId),
    [],
    service.clock.now(),
  )
  expect([...found.values()].map(({ memberId }) => memberId).toSorted()).toEqual(members.map(({ id }) => id).toSorted())
  expect(statements).toHaveLength(1)
})
