import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditAsService } from '#modules/audit/audit-as-service.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { makeFirstAdmin, openSetup } from './open-setup.ts'
import { readInvitation } from './read-invitation.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ demo: false })
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.db.deleteFrom('staff_invitations').execute()
  await service.db.deleteFrom('sessions').execute()
  await service.db.deleteFrom('members').execute()
})

const publicUrl = 'https://courts.example'
const open = async () => {
  const link = await openSetup(service.db, publicUrl, service.clock.now())
  return link === undefined ? undefined : new URL(link).searchParams.get('key')!
}
const caller = { address: '203.0.113.7', userAgent: null, deviceMarks: [], locale: 'tw' as const }
const form = (key: string, more: object = {}) => ({
  key,
  email: 'first@example.com',
  name: '王大明',
  secret: 'quiet otters row upstream',
  locale: 'tw' as const,
  ...more,
})
const make = (key: string, more: object = {}) => {
  const now = service.clock.now()
  const { db, jobs, tokens, ways } = service
  const deps = { db, jobs, tokens, ways, publicUrl, canText: true, centreWords: async () => [] }
  return makeFirstAdmin(deps, form(key, more), caller, auditAsService('setup', now), now)
}
const read = (key: string) => readInvitation(service.db, { key, purpose: 'setup', address: '203.0.113.7' }, service.clock.now())
const refusal = (code: string) => ({ ok: false, refusal: { code } })

describe('the setup link', () => {
  it('is made while there is no admin, leads to /setup of the public address, and its key is not stored', async () => {
    const link = await openSetup(service.db, publicUrl, service.clock.now())
    expect(link).toMatch(/^https:\/\/courts\.example\/setup\?key=[\w-]{32}$/)
    const rows = await service.db.selectFrom('staff_invitations').selectAll().execute()
    expect(rows).toMatchObject([{ purpose: 'setup', roles: ['admin'], email: null, used_at: null }])
    expect(JSON.stringify(rows)).not.toContain(new URL(link!).searchParams.get('key'))
  })

  it('is void when the next start makes another, and after an hour', async () => {
    const first = (await open())!
    const second = (await open())!
    expect(await read(first)).toEqual(refusal('invitation_withdrawn'))
    expect((await read(second)).ok).toBe(true)
    service.clock.advance(3_600_000)
    expect(await read(second)).toEqual(refusal('invitation_expired'))
    expect(await make(second)).toEqual(refusal('invitation_expired'))
  })

  it('leaves one that works when ten processes start together', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, open))
    const works = await Promise.all(keys.map(async (key) => (await read(key!)).ok))
    expect(works.filter(Boolean)).toHaveLength(1)
  })

  it('is not made once there is an admin; staff of other roles, suspended admins and those of the demo do not count', async () => {
    const other = await service.newMember({ role: 'manager' })
    const away = await service.newMember({ role: 'admin' })
    const demo = await service.newMember({ role: 'admin' })
    await service.db.updateTable('members').set({ staff_suspended_at: service.clock.now() }).where('id', '=', away.id).execute()
    await service.db.updateTable('members').set({ demo: true, shut_out: true }).where('id', '=', demo.id).execute()
    expect(await open()).toBeDefined()
    await service.db
      .updateTable('members')
      .set({ roles: ['admin'] })
      .where('id', '=', other.id)
      .execute()
    expect(await open()).toBeUndefined()
  })

  it('is no invitation, and an invitation is no setup link', async () => {
    const key = (await open())!
    const answer = await service.call('POST', '/api/StaffInvitation/Accept', {
      body: { key, name: '王', secret: 'quiet otters row upstream' },
    })
    expect(answer).toMatchObject({ status: 404, body: { code: 'invitation_unknown' } })
  })
})

describe('the first admin', () => {
  it('is made with a confirmed address and logged in, and the link is used up', async () => {
    const key = (await open())!
    const made = await make(key)
    expect(made).toMatchObject({
      ok: true,
      value: { member: { email: 'first@example.com', roles: ['admin'] }, bindingKey: expect.any(String) },
    })
    expect(await read(key)).toEqual(refusal('invitation_used'))
    expect(await open()).toBeUndefined()
    const log = await service.db.selectFrom('audit_log').select(['action', 'member_id', 'after']).orderBy('id', 'desc').executeTakeFirst()
    expect(log).toEqual({ action: 'admin.created', member_id: null, after: { roles: ['admin'] } })
  })

  it('can be tried again after a refused form, with the same link', async () => {
    const key = (await open())!
    const member = await service.newMember()
    expect(await make(key, { secret: 'password1234' })).toMatchObject(refusal('secret_too_common'))
    expect(await make(key, { account: member.account })).toMatchObject(refusal('account_taken'))
    expect(await make(key, { email: member.email })).toMatchObject(refusal('email_taken'))
    expect((await make(key)).ok).toBe(true)
  })

  it('is refused when somebody became admin by another way meanwhile', async () => {
    const key = (await open())!
    await service.newMember({ role: 'admin' })
    expect(await make(key)).toEqual(refusal('setup_done'))
  })
})
