import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { writeAudit } from './store.ts'
import type { AuditListAnswer } from './wire.ts'

let service: TestService
let manager: TestMember
let member: TestMember
const day = (text: string) => new Date(`${text}+08:00`)

beforeAll(async () => {
  service = await openTestService()
  manager = await service.newMember({ role: 'manager' })
  member = await service.newMember()
  const write = (at: Date, name: string, entry: Parameters<typeof writeAudit>[2], memberId = manager.id) =>
    writeAudit(
      service.db,
      { at, memberId, name, roles: ['manager', 'finance'], address: '203.0.113.7', call: 'POST /api/Staff/Thing', requestId: 'r1' },
      entry,
    )
  const hall = { kind: 'facility', id: 'BAD', label: { tw: '羽球館', en: 'Badminton Hall' } }
  await write(day('2026-11-10T23:59:59.999'), '王館長', {
    action: 'facility.closed',
    subject: hall,
    after: { day: '2026-11-12', reason: { tw: '颱風', en: 'Typhoon' }, owed: 500 },
  })
  await write(day('2026-11-11T00:00:00'), '王館長', {
    action: 'round.changed',
    subject: { kind: 'round', id: '1', label: { tw: '春季', en: 'Spring' } },
    before: { payDays: 7, mode: 'first-come', same: 1 },
    after: { payDays: 9, mode: 'first-come', same: 1, viewStart: '2026-11-20T10:00:00.000Z' },
  })
  await write(
    day('2026-11-11T12:00:00'),
    '=cmd|calc',
    { action: 'proof.approved', subject: { kind: 'member', id: member.id }, note: '+1 "quoted"' },
    member.id,
  )
  // The same millisecond: the id decides the order.
  for (const id of ['F1', 'F2', 'F3'])
    await write(day('2026-11-12T09:00:00'), '林櫃檯', {
      action: 'order.placed',
      subject: { kind: 'order', id },
      after: { member: member.id, amount: 300 },
    })
})
afterAll(() => service.close())

const list = async (body: object, headers?: Record<string, string>): Promise<AuditListAnswer> =>
  (await service.call('POST', '/api/Staff/Audit/List', { as: manager, body, ...(headers ? { headers } : {}) })).body
const subjects = async (body: object) => (await list(body)).items.map(({ subject }) => subject.id)
const english = { 'accept-language': 'en' }

describe('the audit log', () => {
  it('is read newest first, a page at a time; rows that come meanwhile shift nothing', async () => {
    const first = await list({ pageSize: 2 })
    expect(first.items.map(({ subject }) => subject.id)).toEqual(['F3', 'F2'])
    await writeAudit(
      service.db,
      { at: service.clock.now(), memberId: null, name: '', roles: [], address: '', call: 'a job', requestId: null },
      { action: 'order.placed', subject: { kind: 'order', id: 'F9' } },
    )
    const second = await list({ pageSize: 3, after: first.next })
    expect(second.items.map(({ subject }) => subject.id)).toEqual(['F1', member.id, '1'])
    const third = await list({ pageSize: 3, after: second.next })
    expect([third.items.map(({ subject }) => subject.id), third.next]).toEqual([['BAD'], null])
  })

  it('is filtered by day of the centre, person, action and subject', async () => {
    expect(await subjects({ to: '2026-11-10' })).toEqual(['BAD'])
    expect(await subjects({ from: '2026-11-11', to: '2026-11-11' })).toEqual([member.id, '1'])
    expect(await subjects({ person: member.id })).toEqual([member.id])
    expect(await subjects({ action: 'facility.closed' })).toEqual(['BAD'])
    expect(await subjects({ kind: 'order', subject: 'F2' })).toEqual(['F2'])
    expect(await subjects({ kind: 'order', person: member.id })).toEqual([])
  })

  it('is found by words of the subject, of a field, of who acted, and by the name of the member it is about', async () => {
    expect(await subjects({ words: '羽球' })).toEqual(['BAD'])
    expect(await subjects({ words: 'badmin' })).toEqual(['BAD'])
    expect(await subjects({ words: '颱風' })).toEqual(['BAD'])
    expect(await subjects({ words: '林櫃檯', pageSize: 1 })).toEqual(['F3'])
    const name = (await service.db.selectFrom('members').select('name').where('id', '=', member.id).executeTakeFirstOrThrow()).name
    expect(await subjects({ words: name })).toContain(member.id)
    expect(await subjects({ words: '！？' })).toEqual([])
  })

  it('says what happened in a sentence, and the fields that changed, in the reader’s language', async () => {
    const one = async (action: string, headers?: Record<string, string>) => (await list({ action }, headers)).items[0]!
    expect(await one('facility.closed')).toMatchObject({
      sentence: '王館長 關閉 羽球館 一天',
      fields: [
        { name: '日期', before: null, after: '2026-11-12' },
        { name: '應退金額', before: null, after: '500' },
        { name: '原因', before: null, after: '颱風' },
      ],
    })
    expect(await one('facility.closed', english)).toMatchObject({ sentence: '王館長 closed Badminton Hall for a day' })
    expect((await one('round.changed', english)).fields).toEqual([
      { name: 'Days to pay', before: '7', after: '9' },
      { name: 'Shown from', before: null, after: expect.stringContaining('20 Nov 2026') },
    ])
  })

  it('names members as they are called now, and not at all once they have left', async () => {
    const read = async () => (await list({ action: 'order.placed', person: manager.id, pageSize: 1 })).items[0]!.fields
    expect(await read()).toContainEqual({ name: '會員', before: null, after: expect.stringMatching(/^會員 \d+$/) })
    await sql`update members set name = '', closed_at = ${service.clock.now()} where id = ${member.id}`.execute(service.db)
    expect(await read()).toContainEqual({ name: '會員', before: null, after: '已離開的會員' })
    expect((await list({ action: 'proof.approved' })).items[0]!.sentence).toContain('已離開的會員')
  })

  it('offers the people and actions that are in it', async () => {
    const { body } = await service.call('GET', '/api/Staff/Audit/Choices', { as: manager, headers: english })
    expect(body.people).toContainEqual({ id: manager.id, name: '林櫃檯' })
    expect(body.actions).toContainEqual({ action: 'facility.closed', name: 'closed … for a day' })
    expect(body.actions.map(({ action }: { action: string }) => action)).toEqual([
      'facility.closed',
      'order.placed',
      'proof.approved',
      'round.changed',
    ])
  })

  it('is exported by the same filters as a file that runs no formula, and the export is an entry', async () => {
    const answer = await service.call('GET', '/api/Staff/Audit/Export.csv?from=2026-11-11&to=2026-11-11', { as: manager, headers: english })
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
    const lines = answer.text.replace('\ufeff', '').split('\r\n')
    expect(lines[0]).toBe('Time,Who,Roles,Address,What,Action,Subject,Changes,Note,Request')
    expect(lines[1]).toContain(`'=cmd|calc,manager finance,`)
    expect(lines[1]).toContain(`"'+1 ""quoted"""`)
    expect(lines).toHaveLength(4)
    expect((await list({ action: 'audit_log.exported' })).items).toMatchObject([
      { who: { id: manager.id }, fields: [{ after: '2026-11-11' }, { after: '2026-11-11' }, { name: '筆數', after: '2' }] },
    ])
  })

  it('refuses rubbish', async () => {
    for (const body of [{ from: '2026-02-30' }, { person: 'me' }, { after: 'x' }, { after: '1.2.3' }, { pageSize: 101 }])
      expect((await service.call('POST', '/api/Staff/Audit/List', { as: manager, body })).status, JSON.stringify(body)).toBe(422)
  })
})
