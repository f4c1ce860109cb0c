import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StaffRole } from '#http/session.ts'
import { auditAsService } from '#modules/audit/audit-as-service.ts'
import { hashAddressKey } from '#modules/logins/tokens.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'
import { inviteAtMachine } from './invite-at-machine.ts'
import { makeFirstAdmin, openSetup } from './open-setup.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  await sql`update members set roles = '{}', staff_since = null, staff_suspended_at = null`.execute(service.db)
})

const isAdmin = sql<boolean>`'admin' = any(roles)`
const admins = async () =>
  (await service.db.selectFrom('members').select('id').where(isAdmin).where('staff_suspended_at', 'is', null).execute()).length
/** Takes the role of an admin away, and leaves the others that they have. */
const demote = (by: TestMember, memberId: string, others: StaffRole[]) =>
  service.call('POST', '/api/Staff/Account/Role', { as: by, body: { memberId, from: ['admin', ...others], to: [...others, 'desk'] } })
const pair = async (others: StaffRole[] = []) => {
  const roles: StaffRole[] = ['admin', ...others]
  return [await service.newMember({ roles }), await service.newMember({ roles })] as const
}

describe('two admins who leave the centre without one', () => {
  it('cannot: they demote each other, or themselves, at the same moment, whatever other roles they have, and one admin stays', async () => {
    for (let round = 0; round < 8; round++) {
      const others: StaffRole[] = round < 4 ? [] : ['finance', 'editor']
      const [one, other] = await pair(others)
      const [ofOne, ofOther] = round % 2 === 0 ? [other.id, one.id] : [one.id, other.id]
      const both = [demote(one, ofOne, others), demote(other, ofOther, others)]
      const statuses = (await Promise.all(both)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 204)).toHaveLength(1)
      expect(await admins()).toBe(1)
      await sql`update members set roles = '{}', staff_since = null`.execute(service.db)
    }
  })

  it('cannot by suspending, removing and closing the account either', async () => {
    for (let round = 0; round < 4; round++) {
      const [one, other] = await pair()
      const leave = [
        service.call('POST', '/api/AccountMember/Close', { as: one, body: { secret: testSecret } }),
        service.call('POST', `/api/Staff/Account/${round % 2 === 0 ? 'Suspend' : 'Remove'}`, { as: other, body: { memberId: other.id } }),
      ]
      expect((await Promise.all(leave)).filter(({ status }) => status === 204)).toHaveLength(1)
      expect(await admins()).toBe(1)
      await sql`update members set roles = '{}', staff_since = null, staff_suspended_at = null`.execute(service.db)
    }
  })

  it('can when each counts the other without a lock, so the tests above mean something', async () => {
    const [one, other] = await pair()
    const counted = { waiting: 2, go: () => {} }
    const bothCounted = new Promise<void>((resolve) => (counted.go = resolve))
    const leaveCarelessly = (memberId: string) =>
      service.db.transaction().execute(async (trx) => {
        const others = await trx.selectFrom('members').select('id').where(isAdmin).where('id', '!=', memberId).execute()
        if (--counted.waiting === 0) counted.go()
        await bothCounted
        if (others.length > 0)
          await trx
            .updateTable('members')
            .set({ roles: ['desk'] })
            .where('id', '=', memberId)
            .execute()
      })
    await Promise.all([leaveCarelessly(one.id), leaveCarelessly(other.id)])
    expect(await admins()).toBe(0)
  })
})

const secret = 'quiet otters row upstream'
const keyOf = (link: string | undefined) => new URL(link!).searchParams.get('key')!

describe('a link that eight use at the same moment', () => {
  it('makes one first admin', async () => {
    const now = service.clock.now()
    const key = keyOf(await openSetup(service.db, 'http://localhost:3000', now))
    const { db, jobs, tokens, ways } = service
    const deps = { db, jobs, tokens, ways, publicUrl: '', canText: true, centreWords: async () => [] }
    const caller = { address: '203.0.113.7', userAgent: null, deviceMarks: [], locale: 'tw' as const }
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        makeFirstAdmin(
          deps,
          { key, email: `boss${n}@example.com`, name: '站長', secret, locale: 'tw' },
          caller,
          auditAsService('setup', now),
          now,
        ),
      ),
    )
    expect(made.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await admins()).toBe(1)
  })

  it('makes one account by an invitation', async () => {
    const now = service.clock.now()
    const asked = { email: 'raced@example.com', roles: ['desk'] as ['desk'] }
    const made = await inviteAtMachine(service.db, 'http://localhost:3000', asked, auditAsService('test', now), now)
    const key = keyOf(made.ok ? made.value.link : undefined)
    const accept = (n: number) =>
      service.call('POST', '/api/StaffInvitation/Accept', { body: { key, name: `新人${n}`, secret }, from: `198.51.100.${n}` })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => accept(n)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 410 || status === 409 || status === 503)).toHaveLength(7)
    expect(await service.db.selectFrom('members').select('id').where('email', '=', asked.email).execute()).toHaveLength(1)
  })

  it('is used twice when looking and marking are two statements, so the tests above mean something', async () => {
    const now = service.clock.now()
    const made = await inviteAtMachine(
      service.db,
      'http://localhost:3000',
      { email: 'careless@example.com', roles: ['desk'] },
      auditAsService('test', now),
      now,
    )
    const keyHash = hashAddressKey(keyOf(made.ok ? made.value.link : undefined))
    const looked = { waiting: 2, go: () => {} }
    const bothLooked = new Promise<void>((resolve) => (looked.go = resolve))
    const useCarelessly = async () => {
      const row = await service.db
        .selectFrom('staff_invitations')
        .select('used_at')
        .where('key_hash', '=', keyHash)
        .executeTakeFirstOrThrow()
      if (--looked.waiting === 0) looked.go()
      await bothLooked
      if (row.used_at !== null) return false
      await service.db.updateTable('staff_invitations').set({ used_at: now }).where('key_hash', '=', keyHash).execute()
      return true
    }
    expect(await Promise.all([useCarelessly(), useCarelessly()])).toEqual([true, true])
  })
})
