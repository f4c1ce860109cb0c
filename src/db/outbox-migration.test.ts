import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sourcesBefore } from '#testing/old-sources.ts'
import { emptyDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { newMembers } from '#testing/small-centre.ts'
import { closeDb, openDb, type Db } from './connect.ts'
import { migrate } from './migrate.ts'

let database: FreshDatabase
let db: Db
const before = sourcesBefore('017')

beforeAll(async () => {
  database = await emptyDatabase()
  db = openDb(database.url, 2)
  await migrate(database.url, before)
})
afterAll(async () => {
  await closeDb(db)
  await database.drop()
  rmSync(before, { recursive: true, force: true })
})

const moment = (minute: number) => new Date(Date.UTC(2026, 10, 15, 2, minute))

it('moves the events of orders, pre-orders and points into the outbox: the untold ones are still untold, and the orders know what was read from them', async () => {
  await sql`
    insert into facilities (id, code, sport, name_tw, name_en, outdoor, opens, closes, slot_minutes, drawing, colour)
    values (1, 'BAD', 'badminton', '羽球館', 'Badminton Hall', false, '06:00', '22:00', 60, 'badminton', '#5f8f1f')`.execute(db)
  await sql`insert into courts (id, facility_id, code, name_tw, name_en) values (1, 1, 'B1', '羽球場 1', 'Court 1')`.execute(db)
  const [member] = await newMembers(db, 1)
  const [orderId, itemId, preOrderId, violationId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await sql`
    insert into orders (id, order_no, kind, member_id, state, amount, idempotency_key, request_hash, created_at)
    values (${orderId}, 'F1', 'venue', ${member}, 'confirmed', 500, 'k', '', ${moment(0)})`.execute(db)
  await sql`
    insert into order_items (id, order_id, member_id, court_id, sport, during, day, minutes, counts_for_quota, identity_id, price, light_fee, deposit, state)
    values (${itemId}, ${orderId}, ${member}, 1, 'badminton', '[2026-11-20 11:00Z,2026-11-20 12:00Z)', '2026-11-20', 60, true, 1, 500, 0, 0, 'cancelled')`.execute(
    db,
  )
  const round = await sql<{ id: number }>`
    insert into rounds (name_tw, name_en, season_from, season_to, view_start, order_start, ends, mode, periods_per_week, minutes_per_period, pay_days, document_kinds, version, created_at)
    values ('', '', '2027-01-04', '2027-04-04', ${moment(0)}, ${moment(1)}, ${moment(2)}, 'first-come', 2, 120, 7, '{}', 1, ${moment(0)}) returning id`.execute(
    db,
  )
  await sql`
    insert into preorders (id, order_no, round_id, member_id, state, title, purpose, contact_name, contact_phone, headcount, lines, refused, amount, request_hash, created_at, changed_at)
    values (${preOrderId}, 'P1', ${round.rows[0]!.id}, ${member}, 'submitted', '', '', '', '', 1, '[]', '[]', 0, '', ${moment(0)}, ${moment(0)})`.execute(
    db,
  )
  const tell = (minute: number, kind: string, told: Date | null, item: string | null = null) =>
    sql`insert into order_events (order_id, kind, item_id, at, told_at) values (${orderId}, ${kind}, ${item}, ${moment(minute)}, ${told})`.execute(
      db,
    )
  await tell(1, 'placed', moment(2))
  await tell(3, 'expiring', moment(4))
  await tell(5, 'refunded', null, itemId)
  await tell(6, 'venue-cancelled', null, itemId)
  await sql`insert into preorder_events (preorder_id, kind, at) values (${preOrderId}, 'submitted', ${moment(7)})`.execute(db)
  await sql`
    insert into violations (id, member_id, kind, cause, order_id, at, expires_at)
    values (${violationId}, ${member}, 'expired', 'expired:1', ${orderId}, ${moment(8)}, ${moment(9)})`.execute(db)

  expect(await migrate(database.url)).toContain('017_outbox')

  const { rows } = await sql`select topic, subject_id as subject, payload, at, told_at as told from outbox order by id`.execute(db)
  expect(rows).toEqual([
    { topic: 'order', subject: orderId, payload: { kind: 'placed' }, at: moment(1), told: moment(2) },
    { topic: 'order', subject: orderId, payload: { kind: 'expiring' }, at: moment(3), told: moment(4) },
    { topic: 'order', subject: orderId, payload: { kind: 'venue-cancelled', itemId }, at: moment(6), told: null },
    { topic: 'preorder', subject: preOrderId, payload: { kind: 'submitted' }, at: moment(7), told: null },
    { topic: 'points', subject: member, payload: { kind: 'given', violationId }, at: moment(8), told: null },
  ])
  expect(await db.selectFrom('orders').select(['changes', 'warned_at']).execute()).toEqual([{ changes: 4, warned_at: moment(3) }])
  expect(await db.selectFrom('order_items').select('cancelled_by_venue').execute()).toEqual([{ cancelled_by_venue: true }])
})
