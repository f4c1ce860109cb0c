import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OnFailure } from '#db/one-by-one.ts'
import { openLog } from '#http/log.ts'
import { failuresOf } from '#lib/failures.ts'
import { remindOfProofs } from '#modules/accounts/send-letter.ts'
import { tidyAccounts } from '#modules/logins/tidy-accounts.ts'
import { closePastBookings } from '#modules/attendance/close-past-bookings.ts'
import { sendDigests } from '#modules/desk/send-digests.ts'
import { inviteToRate } from '#modules/feedback/invite-to-rate.ts'
import { tellSubscribers } from '#modules/insight/subscribe-report.ts'
import { remindRenters } from '#modules/lockers/remind-renters.ts'
import { expireUnpaidOrders, remindOfTomorrow } from '#modules/orders/expire-unpaid-orders.ts'
import { settleMoves } from '#modules/orders/settle-moves.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { givePointsForMissed } from '#modules/violations/give-points.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { fewLockers } from '#testing/lockers.ts'
import { at, jobsRanUntil, paid, placed } from '#testing/orders.ts'
import { poison } from '#testing/poison.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { deleteOldData } from './wiring/retention.ts'

// Each job that goes over many rows, with one that cannot be done: the others are, the bad one is told, and is done when it is good again.

let service: TestService
let [first, bad, last]: TestMember[] = []
let cure: () => Promise<void>
const failed: string[] = []
const onFailure: OnFailure = (_, id) => failed.push(id)
const on = (moment: string) => new Date(`2026-${moment}:00+08:00`)

beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  await fewLockers(service.db)
})
afterAll(() => service.close())
beforeEach(async () => {
  await emptyTables(service.db, 'occupancy, outbox, order_items, orders, violations, messages')
  failed.length = 0
  ;[first, bad, last] = [await service.newMember(), await service.newMember(), await service.newMember()]
})
afterEach(() => cure?.())
const everybody = () => [first!, bad!, last!]
const deps = () => ({ db: service.db, jobs: service.jobs, publicUrl: 'https://centre.example' })

/** Whose bookings have an event of this kind. */
async function told(kind: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct o.member_id as id from outbox e join orders o on o.id = e.subject_id where e.payload ->> 'kind' = ${kind}`.execute(
    service.db,
  )
  return rows.map(({ id }) => id).toSorted()
}
const ids = (...members: TestMember[]) => members.map(({ id }) => id).toSorted()
const mailed = async () =>
  (await service.db.selectFrom('messages').select('recipient').execute()).map(({ recipient }) => recipient).toSorted()
const orderOf = async ({ id }: TestMember) =>
  service.db.selectFrom('orders').selectAll().where('member_id', '=', id).executeTakeFirstOrThrow()

/** An hour on the 16th for each of the three, paid; answers the bad one's order and item. */
async function bookings({ isPaid = true } = {}): Promise<{ orderId: string; itemId: string }> {
  for (const [n, member] of everybody().entries()) {
    const orderNo = await placed(service, member, [at(n + 1, 16, 19)])
    if (isPaid) await paid(service.db, orderNo, service.clock.now())
  }
  const { id: orderId } = await orderOf(bad!)
  const item = await service.db.selectFrom('order_items').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow()
  await emptyTables(service.db, 'outbox')
  return { orderId, itemId: item.id }
}

it('a past booking that cannot be closed', async () => {
  const { orderId } = await bookings()
  await jobsRanUntil(service.db, on('11-16T21:00'))
  cure = await poison(service.db, 'violations', orderId)
  const close = () => closePastBookings(service.db, on('11-16T21:00'), givePointsForMissed, onFailure)
  expect(await close()).toEqual({ missed: 2, closed: 2 })
  expect(await close()).toEqual({ missed: 0, closed: 0 })
  expect(failed).toEqual([orderId, orderId])
  expect((await orderOf(bad!)).state).toBe('confirmed')
  await cure()
  expect(await close()).toEqual({ missed: 1, closed: 1 })
  cure = async () => undefined
})

it('a booking of tomorrow without a reminder', async () => {
  const { itemId } = await bookings()
  cure = await poison(service.db, 'outbox', itemId)
  for (let hour = 0; hour < 2; hour++) await remindOfTomorrow(service.db, on('11-15T20:00'), onFailure)
  expect(await told('reminder')).toEqual(ids(first!, last!))
  expect(failed).toEqual([itemId, itemId])
})

it('an unpaid order without a warning, and one whose hold cannot be prolonged', async () => {
  const { orderId, itemId } = await bookings({ isPaid: false })
  const { pay_before } = await orderOf(bad!)
  await sql`insert into awaited_spaces (wish_id, space_id, during, until)
    select gen_random_uuid(), o.space_id, o.during, ${pay_before}::timestamptz + interval '1 day' from occupancy o`.execute(service.db)
  const soon = new Date(pay_before!.getTime() - 60_000)
  cure = await poison(service.db, 'outbox', orderId)
  const cureHold = await poison(service.db, 'occupancy', itemId)
  await expireUnpaidOrders(service.db, soon, undefined, undefined, onFailure)
  await cureHold()
  expect(await told('expiring')).toEqual(ids(first!, last!))
  expect(failed).toEqual([orderId, orderId])
  const prolonged = await service.db.selectFrom('occupancy').select('member_id').where('hold_until', '>', pay_before).execute()
  expect(prolonged.map(({ member_id }) => member_id).toSorted()).toEqual(ids(first!, last!))
})

it('a visit without an invitation to rate it', async () => {
  const { orderId } = await bookings()
  await service.db.updateTable('orders').set({ state: 'completed' }).execute()
  cure = await poison(service.db, 'outbox', orderId)
  const invite = () => inviteToRate(service.db, on('11-17T20:00'), onFailure)
  expect([await invite(), await invite()]).toEqual([2, 0])
  expect(failed).toEqual([orderId, orderId])
})

it('a move that cannot be settled', async () => {
  const { orderId, itemId } = await bookings()
  const desk = await service.newMember({ role: 'desk' })
  for (const [n, member] of everybody().entries()) {
    const item = await service.db.selectFrom('order_items').select('id').where('member_id', '=', member.id).executeTakeFirstOrThrow()
    const moved = await service.call('POST', `/api/Staff/Booking/${item.id}/Move`, {
      as: desk,
      body: { ...at(n + 4, 16, 9), moves: 0, reason: '燈故障' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(moved.status, moved.text).toBe(200)
  }
  cure = await poison(service.db, 'refunds_due', itemId)
  const later = new Date(service.clock.now().getTime() + 120_000)
  for (let minute = 0; minute < 2; minute++) await settleMoves({ db: service.db, catalogues: openCatalogues(service.db) }, later, onFailure)
  expect(await told('moved')).toEqual(ids(first!, last!))
  expect(failed).toEqual([orderId, orderId])
})

it('a rental without a reminder, before its end and after it', async () => {
  for (const [n, { id }] of everybody().entries())
    await sql`insert into locker_rentals (id, locker_id, member_id, state, starts_at, ends_at, deposit, created_at)
      values (gen_random_uuid(), ${n + 1}, ${id}, 'active', ${on('10-18T00:00')}, ${on('11-18T00:00')}, 500, ${on('10-18T00:00')})`.execute(
      service.db,
    )
  cure = await poison(service.db, 'outbox', bad!.id)
  for (const [kind, moment] of Object.entries({ ending: on('11-15T20:00'), overdue: on('11-19T20:00') })) {
    for (let hour = 0; hour < 2; hour++) await remindRenters(service.db, moment, onFailure)
    const { rows } = await sql<{ id: string }>`select subject_id as id from outbox where payload ->> 'kind' = ${kind}`.execute(service.db)
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids(first!, last!))
  }
  expect(failed).toHaveLength(4)
})

it('a proof that ends without a reminder', async () => {
  for (const { id } of everybody()) {
    const fileId = randomUUID()
    await sql`insert into files (id, owner_id, purpose, name, type, size, sha256, created_at, kept_at)
      values (${fileId}, ${id}, 'upload', 'x.pdf', 'application/pdf', 1, ${fileId}, now(), now())`.execute(service.db)
    await sql`insert into identity_proofs (id, member_id, identity_id, file_id, submitted_at, state, valid_until)
      values (${randomUUID()}, ${id}, 3, ${fileId}, now(), 'approved', '2026-11-20')`.execute(service.db)
    await service.db.updateTable('members').set({ identity_id: 3 }).where('id', '=', id).execute()
  }
  cure = await poison(service.db, 'messages', bad!.email)
  for (let hour = 0; hour < 2; hour++) await remindOfProofs(deps(), on('11-15T20:00'), onFailure)
  expect(await mailed()).toEqual([first!.email, last!.email].toSorted())
  expect(failed).toHaveLength(2)
})

it('a colleague without the morning’s mail', async () => {
  const staff = [
    await service.newMember({ role: 'manager' }),
    await service.newMember({ role: 'manager' }),
    await service.newMember({ role: 'admin' }),
  ]
  await sql`insert into reports (id, kind, facility_id, title, description, contact_name, contact_phone, locale, state, mobile, created_at, changed_at)
    values (gen_random_uuid(), 'repair', 1, '', 'x', 'A', '0912345678', 'tw', 'received', '0912345678', ${on('11-14T10:00')}, ${on('11-14T10:00')})`.execute(
    service.db,
  )
  cure = await poison(service.db, 'messages', staff[0]!.email)
  for (let hour = 0; hour < 2; hour++) await sendDigests(deps(), on('11-17T07:02'), onFailure)
  expect(await mailed()).toEqual(expect.arrayContaining([staff[1]!.email, staff[2]!.email]))
  expect(await mailed()).not.toContain(staff[0]!.email)
  expect(failed).toEqual([staff[0]!.id, staff[0]!.id])
})

it('a subscriber who cannot be told of a report', async () => {
  for (const { id } of everybody())
    await sql`insert into report_subscribers (member_id, since, sent_month) values (${id}, now(), '2026-09-01')`.execute(service.db)
  cure = await poison(service.db, 'outbox', bad!.id)
  const tell = () => tellSubscribers(service.db, on('11-15T20:00'), onFailure)
  expect([await tell(), await tell()]).toEqual([2, 0])
  expect(failed).toEqual([bad!.id, bad!.id])
})

it('a registration that cannot be deleted, and a kind of rows', async () => {
  const old = on('01-01T00:00')
  await sql`update members set email_confirmed_at = null, created_at = ${old} where id in (${bad!.id}, ${last!.id})`.execute(service.db)
  await sql`insert into tokens (id, purpose, member_id, email, created_at, expires_at)
    values (gen_random_uuid(), 'reset-secret', ${first!.id}, 'old-link@example.com', ${old}, ${old})`.execute(service.db)
  await sql`insert into failed_logins (key, failures, last_at) values ('old', 1, ${old})`.execute(service.db)
  cure = await poison(service.db, 'members', bad!.id)
  const cureLinks = await poison(service.db, 'tokens', 'old-link')
  await tidyAccounts(service.db, on('11-15T20:00'), onFailure)
  await cureLinks()
  expect(failed).toEqual([bad!.id, 'links'])
  const left = await service.db.selectFrom('members').select('id').where('email_confirmed_at', 'is', null).execute()
  expect(left.map(({ id }) => id)).toEqual([bad!.id])
  expect(await service.db.selectFrom('failed_logins').selectAll().execute()).toEqual([])
})

it('a kind of old data that cannot be deleted', async () => {
  const subject = randomUUID()
  await sql`insert into outbox (topic, subject_id, payload, at, told_at) values ('x', ${subject}, '{}', now(), ${on('01-01T00:00')})`.execute(
    service.db,
  )
  await sql`insert into staff_invitations (id, purpose, email, roles, locale, key_hash, expires_at, created_at)
    values (gen_random_uuid(), 'join', 'x@example.com', '{desk}', 'tw', 'x', ${on('01-01T00:00')}, ${on('01-01T00:00')})`.execute(
    service.db,
  )
  cure = await poison(service.db, 'outbox', subject)
  const before = failuresOf('job')
  expect(await deleteOldData(service.db, on('11-15T20:00'), openLog('silent'))).toMatchObject({ invitations: 1 })
  expect(failuresOf('job')).toBe(before + 1)
})
