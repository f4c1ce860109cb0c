import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLog } from '#http/log.ts'
import { auditAsService } from '#modules/audit/audit-as-service.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { deleteOldData } from './retention.ts'

let service: TestService
let member: TestMember
beforeAll(async () => {
  service = await openTestService()
  member = await service.newMember()
  await smallCentre(service.db)
})
afterAll(() => service.close())

const log = openLog('silent')
const run = (batch = 2) => deleteOldData(service.db, service.clock.now(), log, { batch, minutes: 1 })
const ago = (days: number) => new Date(service.clock.now().getTime() - days * 86_400_000)
const { retention } = defaultSettings
const count = async (from: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(from)}`.execute(service.db)).rows[0]!.n

/** An order of that many days ago, with an event of each kind that was told then. */
async function oldOrder(days: number): Promise<{ id: string; orderNo: string }> {
  const [id, orderNo] = [randomUUID(), `F${String(days).padStart(4, '0')}${randomUUID().slice(0, 4).toUpperCase()}`]
  const at = ago(days)
  await sql`
    insert into orders (id, order_no, kind, member_id, state, amount, idempotency_key, request_hash, created_at)
    values (${id}, ${orderNo}, 'venue', ${member.id}, 'completed', 500, ${id}, '', ${at})`.execute(service.db)
  const itemId = randomUUID()
  await sql`
    insert into order_items (id, order_id, member_id, court_id, sport, during, day, minutes, counts_for_quota, identity_id, price, light_fee, deposit, state, cancelled_by_venue)
    values (${itemId}, ${id}, ${member.id}, 1, 'badminton', tstzrange(${at}, ${at}::timestamptz + interval '1 hour'), ${at}::timestamptz::date, 60, true, 1, 500, 0, 0, 'cancelled', true)`.execute(
    service.db,
  )
  await sql`
    insert into occupancy (space_id, during, kind, holder_id) values (1, tstzrange(${at}, ${at}::timestamptz + interval '1 hour'), 'order', ${itemId})`.execute(
    service.db,
  )
  for (const kind of ['placed', 'confirmed', 'venue-cancelled'])
    await sql`
      insert into outbox (topic, subject_id, payload, at, told_at) values ('order', ${id}, ${JSON.stringify({ kind, itemId })}::jsonb, ${at}, ${at})`.execute(
      service.db,
    )
  return { id, orderNo }
}

it('deletes nothing from a new database', async () => {
  await oldOrder(10)
  expect(await run()).toEqual({})
})

it('deletes handled events and past occupancy of old orders in batches, and the order is shown as before', async () => {
  const orders: { orderNo: string }[] = []
  for (const days of [400, 401, 402, 403, 404]) orders.push(await oldOrder(days))
  const read = async () => {
    const answers = await Promise.all(orders.map(({ orderNo }) => service.call('GET', `/api/Order/${orderNo}`, { as: member })))
    return answers.map(({ body }) => body)
  }
  const before = await read()
  const [events, floor] = [await count('outbox'), await count('occupancy')]
  expect(await run()).toEqual({ events: 15, occupancy: 5 })
  expect([await count('outbox'), await count('occupancy')]).toEqual([events - 15, floor - 5])
  expect(await read()).toEqual(before)
  expect(await run()).toEqual({})
})

it('deletes rows of the audit log after five years, whatever the setting says below that', async () => {
  const write = (days: number) =>
    auditAsService('a test', ago(days))(service.db, { action: 'order.placed', subject: { kind: 'order', id: String(days) } })
  for (const days of [10, 365 * 4, 365 * 6, 365 * 7, 365 * 8]) await write(days)
  await writeSetting(service.db, 'retention', { auditYears: 1 }, null, service.clock.now())
  expect(await run()).toEqual({ audit: 3 })
  expect(await count('audit_log')).toBe(2)
  await service.db.deleteFrom('settings').where('key', '=', 'retention').execute()
})

it('keeps events that are not handled yet, however old they are', async () => {
  const { id } = await oldOrder(300)
  await run()
  await sql`insert into outbox (topic, subject_id, payload, at) values ('order', ${id}, '{"kind": "placed"}', ${ago(300)})`.execute(
    service.db,
  )
  await run()
  expect(await count(`outbox where subject_id = '${id}'`)).toBe(1)
})

it('deletes old finished messages and those past their delete_after, never one that is queued', async () => {
  const write = (cause: string, state: string, days: number, due: Date | null = null) =>
    sql`
      insert into messages (id, cause, channel, recipient, locale, state, created_at, delete_after)
      values (${randomUUID()}, ${cause}, 'mail', 'old@example.com', 'tw', ${state}, ${ago(days)}, ${due})`.execute(service.db)
  await write('old', 'sent', retention.messageDays + 1)
  await write('failed', 'failed', retention.messageDays + 1)
  await write('recent', 'sent', retention.messageDays - 1)
  await write('due', 'sent', 1, ago(0.01))
  await write('not due', 'sent', 1, ago(-1))
  await write('waiting', 'queued', retention.messageDays + 1, ago(1))
  expect(await run()).toEqual({ messages: 2, dueMessages: 1 })
  const left = await service.db.selectFrom('messages').select('cause').where('recipient', '=', 'old@example.com').orderBy('cause').execute()
  expect(left.map(({ cause }) => cause)).toEqual(['not due', 'recent', 'waiting'])
})

it('moves payment notices to the archive of their year, and deletes that after the legal period', async () => {
  const notice = (days: number) =>
    sql`insert into payment_notices (trade_no, received_at, body, verdict) values (${`T${days}`}, ${ago(days)}, '{"TradeAmt":"500"}', 'paid')`.execute(
      service.db,
    )
  for (const days of [1, 500, 501, 700, 6 * 366 + 320]) await notice(days)
  expect(await run()).toEqual({ notices: 4, archivedNotices: 1 })
  expect(await count('payment_notices')).toBe(1)
  const { rows } = await sql`select year, trade_no, body from payment_notices_archive order by received_at`.execute(service.db)
  expect(rows).toEqual([
    { year: 2024, trade_no: 'T700', body: { TradeAmt: '500' } },
    { year: 2025, trade_no: 'T501', body: { TradeAmt: '500' } },
    { year: 2025, trade_no: 'T500', body: { TradeAmt: '500' } },
  ])
})

it('releases uploads that were refused long ago, none that is waiting or approved', async () => {
  const file = async () => {
    const id = randomUUID()
    await sql`insert into files (id, owner_id, purpose, name, type, size, sha256, stored, kept_at) values (${id}, ${member.id}, 'upload', 'x', 'application/pdf', 1, ${id}, true, now())`.execute(
      service.db,
    )
    return id
  }
  const proofs = [
    ['refused', retention.refusedUploadDays + 1],
    ['refused', retention.refusedUploadDays - 1],
    ['approved', retention.refusedUploadDays + 1],
  ] as const
  const files: string[] = []
  for (const [state, days] of proofs) {
    const id = await file()
    files.push(id)
    await sql`
      insert into identity_proofs (id, member_id, identity_id, file_id, state, submitted_at, reviewed_at)
      values (${randomUUID()}, ${member.id}, 3, ${id}, ${state}, ${ago(days)}, ${ago(days)})`.execute(service.db)
  }
  const paper = await file()
  await sql`
    insert into communities (member_id, name, registration_no, representative, state, submitted_at, reviewed_at)
    values (${member.id}, '社', '1', '李', 'refused', ${ago(300)}, ${ago(300)})`.execute(service.db)
  await sql`insert into community_documents (member_id, file_id) values (${member.id}, ${paper})`.execute(service.db)
  expect(await run()).toEqual({ refusedUploads: 2 })
  const loose = await service.db.selectFrom('files').select('id').where('kept_at', 'is', null).execute()
  expect(loose.map(({ id }) => id).toSorted()).toEqual([files[0]!, paper].toSorted())
})

it('removes the reporter of a fault long after it was repaired', async () => {
  const report = (no: string, closed: Date) =>
    sql`
      insert into reports (id, kind, facility_id, title, description, contact_name, contact_phone, mobile, locale, state, created_at, changed_at, closed_at)
      values (${randomUUID()}, 'repair', 1, ${no}, '', '王', '0911222333', '0911222333', 'tw', 'done', ${closed}, ${closed}, ${closed})`.execute(
      service.db,
    )
  await report('old', ago(retention.reporterDays + 1))
  await report('recent', ago(retention.reporterDays - 1))
  expect(await run()).toEqual({ reporters: 1 })
  const { rows } = await sql`select title, contact_name, contact_phone, mobile from reports order by title`.execute(service.db)
  expect(rows[0]).toEqual({ title: 'old', contact_name: '', contact_phone: '', mobile: '' })
  expect(rows[1]).toMatchObject({ title: 'recent', contact_name: '王' })
})

it('the periods in docs/privacy.md are those of the settings', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/privacy.md'), 'utf8')
  for (const [key, days] of Object.entries({ ...retention, unconfirmedDays: defaultSettings.registration.unconfirmedDays }))
    expect(page, key).toMatch(new RegExp(`\\| \`${key}\` \\| ${days} `))
})
