import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { tellSubscribers } from './subscribe-report.ts'

let service: TestService
let manager: TestMember
beforeAll(async () => {
  service = await openTestService({ start: new Date('2026-11-16T12:00:00+08:00'), publicUrl: 'https://sport.example' })
  await smallCentre(service.db)
  manager = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())

const subscription = async (as: TestMember) => (await service.call('GET', '/api/Staff/Insight/Subscription', { as })).body.isOn
const turn = async (as: TestMember, isOn: boolean) =>
  expect((await service.call('PUT', '/api/Staff/Insight/Subscription', { as, body: { isOn } })).status).toBe(204)
const mails = async (to: TestMember) => {
  await service.writeLetters()
  const { rows } = await sql<{
    subject: string
    body: string
  }>`select subject, body from messages where recipient = ${to.email} order by created_at`.execute(service.db)
  return rows
}

describe('the monthly report', () => {
  it('is of the last month that is over unless another is asked for, and says up to when a running month is counted', async () => {
    const report = async (query: string) => (await service.call('GET', `/api/Staff/Insight/Report${query}`, { as: manager })).body
    const last = await report('')
    expect([last.month, last.isOver, last.insight.period, last.insight.before]).toEqual([
      '2026-10',
      true,
      { from: '2026-10-01', to: '2026-10-31' },
      { from: '2026-09-01', to: '2026-09-30' },
    ])
    const running = await report('?month=2026-11')
    expect([running.isOver, running.insight.period, running.insight.before]).toEqual([
      false,
      { from: '2026-11-01', to: '2026-11-16' },
      { from: '2026-10-01', to: '2026-10-16' },
    ])
  })

  it('is mailed as a link, once for each month, to those who have switched it on and may still read it', async () => {
    const [finance, leaver] = [await service.newMember({ role: 'finance' }), await service.newMember({ role: 'manager' })]
    await sql`update members set locale = 'en' where id = ${finance.id}`.execute(service.db)
    expect(await subscription(manager)).toBe(false)
    for (const who of [manager, finance, leaver]) await turn(who, true)
    await turn(manager, true)
    expect(await subscription(manager)).toBe(true)
    const { rows } = await sql<{ action: string }>`select action from audit_log where member_id = ${manager.id}`.execute(service.db)
    expect(rows.map(({ action }) => action)).toEqual(['report.subscribed'])

    // October was over before.
    expect(await tellSubscribers(service.db, service.clock.now())).toBe(0)
    await sql`update members set roles = array['editor'] where id = ${leaver.id}`.execute(service.db)
    const december = new Date('2026-12-01T00:30:00+08:00')
    const told = await Promise.all(Array.from({ length: 8 }, () => tellSubscribers(service.db, december)))
    expect(told.reduce((sum, one) => sum + one, 0)).toBe(3)
    expect(await tellSubscribers(service.db, new Date('2026-12-31T23:59:00+08:00'))).toBe(0)

    const [mail, ...more] = await mails(manager)
    expect(more).toEqual([])
    expect(mail!.subject).toContain('2026年11月營運月報')
    expect(mail!.body).toContain('https://sport.example/staff/insight/report?month=2026-11')
    expect(mail!.body).not.toContain('NT$')
    expect((await mails(finance)).map(({ body }) => body)[0]).toContain('https://sport.example/en/staff/insight/report?month=2026-11')
    expect(await mails(leaver)).toEqual([])

    await turn(manager, false)
    expect(await subscription(manager)).toBe(false)
    expect(await tellSubscribers(service.db, new Date('2027-01-01T01:00:00+08:00'))).toBe(2)
    expect(await mails(manager)).toHaveLength(1)
  })
})
