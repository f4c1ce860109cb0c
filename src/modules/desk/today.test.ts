import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import { readFacilityIds } from '#modules/orders/supplement-store.ts'
import { settleMoves } from '#modules/orders/settle-moves.ts'
import { staffRoles } from '#modules/staff/rules.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { fewLockers } from '#testing/lockers.ts'
import { at, placed } from '#testing/orders.ts'
import { paidAtGateway, payAtGateway } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { mayCall } from '#testing/who-may-call.ts'
import { readToday } from './read-today.ts'
import { queues, queuesOf, todayTimes, type Queue } from './today-rules.ts'
import { readWaiting } from './today-store.ts'

let service: TestService
let desk: TestMember
let manager: TestMember
/** 20:04 on Monday: the slot from 20:00 is running, the hall closes at 22:00. */
const evening = new Date('2026-11-16T20:04:00+08:00')
beforeAll(async () => {
  service = await openTestService({ start: new Date('2026-11-16T19:50:00+08:00') })
  await smallCentre(service.db)
  desk = await service.newMember({ role: 'desk' })
  manager = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())

const today = async (as = desk) => (await service.call('GET', '/api/Staff/Today', { as })).body
const waiting = async (as: TestMember): Promise<Partial<Record<Queue, [count: number, oldest: string | null]>>> => {
  const { body } = await service.call('GET', '/api/Staff/Waiting', { as })
  return Object.fromEntries(body.queues.map(({ queue, count, oldest }: any) => [queue, [count, oldest]]))
}
const itemOf = async (orderNo: string) =>
  service.db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['order_items.id', 'orders.id as orderId', 'orders.member_id as memberId'])
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow()

/** Booked when the period had not begun yet. */
const booked = async (court: number, hour: number) =>
  (await paidAtGateway(service, await service.newMember(), [at(court, 16, hour)])).orderNo

describe('today', () => {
  it('has who arrives and who is late, what lapses, and what is free, whoever came or gave up left out', async () => {
    const soon = await booked(1, 21)
    const late = await booked(2, 20)
    const came = await booked(3, 20)
    const parked = await booked(4, 21)
    const unpaid = await placed(service, await service.newMember(), [at(5, 17, 8), at(6, 17, 8)])
    service.clock.advance(evening.getTime() - service.clock.now().getTime())
    const { id: cameId } = await itemOf(came)
    expect((await service.call('POST', '/api/Staff/CheckIn/Item', { as: desk, body: { id: cameId } })).status).toBe(200)
    const { id: parkedId } = await itemOf(parked)
    await service.call('POST', `/api/Staff/Booking/${parkedId}/Park`, {
      as: desk,
      body: { moves: 0, reason: '騰場地' },
      headers: { 'idempotency-key': randomUUID() },
    })

    const { body, status } = await service.call('GET', '/api/Staff/Today', { as: desk })
    expect(status).toBe(200)
    const numbers = (list: { total: number; items: { orderNo: string }[] }) => [list.total, ...list.items.map(({ orderNo }) => orderNo)]
    expect(numbers(body.arrivals)).toEqual([1, soon])
    expect(numbers(body.late)).toEqual([1, late])
    expect(body).toMatchObject({ noShowMinutes: 10, serverTime: evening.toISOString() })
    expect(body.late.items[0]).toMatchObject({
      facility: { code: 'BAD', name: '羽球館' },
      court: { code: 'C2' },
      start: at(2, 16, 20).start,
      toPay: 0,
    })
    expect(numbers(body.unpaid)).toEqual([1, unpaid])
    expect(body.unpaid.items[0]).toMatchObject({ amount: 600, title: null, booking: { court: { code: 'C5' }, count: 2 } })
    expect(body.parked).toEqual([expect.objectContaining({ id: parkedId })])
    // The hall's running slot and the last of the day: courts 2 and 3 are taken now, court 1 at 21:00; court 4 is free again.
    const [hall, arena, field] = body.free
    expect(hall.slots.map(({ start, courts }: any) => [start, courts.map(({ code }: any) => code).join(' ')])).toEqual([
      [at(1, 16, 20).start, 'C1 C4 C5 C6 C7 C8'],
      [at(1, 16, 21).start, 'C2 C3 C4 C5 C6 C7 C8'],
    ])
    expect([arena.facility.code, arena.slots.length]).toEqual(['ARN', 2])
    expect([field.facility.code, field.slots.length], 'the session that is running').toEqual(['TRK', 1])
  })

  it('asks the database three times, and once for the counts, whatever the size of the centre', async () => {
    const statements: string[] = []
    const counting = service.db.withPlugin({
      transformQuery: ({ node }) => (statements.push(node.kind), node),
      transformResult: async ({ result }) => result,
    })
    const catalogues = openCatalogues(service.db)
    await catalogues.current()
    await readToday({ db: counting, catalogues }, evening)
    expect(statements).toHaveLength(3)
    statements.length = 0
    await readWaiting(counting, queues, todayTimes(evening))
    expect(statements).toHaveLength(1)
  })

  it('leaves out arrivals beyond an hour, holds that lapse later, and bookings that are over', async () => {
    const catalogues = openCatalogues(service.db)
    const readAt = async (time: string) => {
      const { row, free } = await readToday({ db: service.db, catalogues }, new Date(`2026-11-16T${time}:00+08:00`))
      return [row.arrivals.length, row.late.length, row.unpaid.length, free.length]
    }
    expect(await readAt('19:00'), 'the hold lapses at 20:05').toEqual([1, 0, 0, 3])
    expect(await readAt('19:55')).toEqual([1, 0, 1, 3])
    expect(await readAt('20:59')).toEqual([1, 1, 0, 3])
    expect(await readAt('22:00'), 'closed').toEqual([0, 0, 0, 0])
  })
})

const hoursAgo = (hours: number) => new Date(evening.getTime() - hours * 3_600_000)

/** One row that waits in every queue, and one that waits no more. */
async function fillQueues(): Promise<Record<string, Date>> {
  const { orderId, memberId } = await itemOf(await placed(service, await service.newMember(), [at(7, 18, 8)]))
  const since = {
    proofs: hoursAgo(1),
    clubs: hoursAgo(2),
    preorders: hoursAgo(3),
    reports: hoursAgo(4),
    lockers: hoursAgo(5),
    refunds: hoursAgo(6),
    appeals: hoursAgo(7),
    messages: hoursAgo(8),
    payouts: hoursAgo(9),
  }
  await fewLockers(service.db)
  const file = sql`(select id from files limit 1)`
  const statements = [
    sql`insert into files (id, purpose, name, type, size, sha256) values (gen_random_uuid(), 'upload', 'x', 'image/png', 1, 'x')`,
    sql`insert into identity_proofs (id, member_id, identity_id, file_id, state, submitted_at) values
      (gen_random_uuid(), ${memberId}, 3, ${file}, 'under-review', ${since.proofs}), (gen_random_uuid(), ${memberId}, 3, ${file}, 'refused', ${hoursAgo(99)})`,
    sql`insert into communities (member_id, name, registration_no, representative, state, submitted_at) values
      (${memberId}, 'c', '1', 'r', 'under-review', ${since.clubs}), (${manager.id}, 'c', '2', 'r', 'approved', ${hoursAgo(99)})`,
    sql`insert into rounds (name_tw, name_en, season_from, season_to, view_start, order_start, ends, mode, periods_per_week, minutes_per_period, pay_days, document_kinds, created_at)
      values ('r', 'r', '2027-01-01', '2027-01-31', ${hoursAgo(200)}, ${hoursAgo(200)}, ${evening}, 'first-come', 1, 60, 3, '{}', ${evening})`,
    sql`insert into preorders (id, order_no, round_id, member_id, state, created_at, changed_at, submitted_at)
      select gen_random_uuid(), no, (select id from rounds), ${memberId}, state, ${evening}, ${evening}, at
      from (values ('P1', 'submitted', ${since.preorders}::timestamptz), ('P2', 'rejected', ${hoursAgo(99)})) as p (no, state, at)`,
    sql`insert into reports (id, kind, facility_id, court_id, title, description, contact_name, contact_phone, member_id, locale, state, created_at, changed_at, closed_at) values
      (gen_random_uuid(), 'repair', 1, 3, '網柱鬆脫', 'd', 'c', 'p', ${memberId}, 'tw', 'received', ${since.reports}, ${evening}, null),
      (gen_random_uuid(), 'repair', 1, 3, '舊的', 'd', 'c', 'p', ${memberId}, 'tw', 'done', ${hoursAgo(99)}, ${evening}, ${evening})`,
    sql`insert into locker_rentals (id, locker_id, member_id, state, deposit, created_at, starts_at, ends_at) values
      (gen_random_uuid(), 1, ${memberId}, 'active', 0, ${hoursAgo(99)}, ${hoursAgo(99)}, ${since.lockers}),
      (gen_random_uuid(), 2, ${manager.id}, 'active', 0, ${hoursAgo(99)}, ${hoursAgo(99)}, ${hoursAgo(-9)})`,
    sql`insert into payment_attempts (id, order_id, trade_no, amount, state, method, created_at, settled_at)
      values (gen_random_uuid(), ${orderId}, 'today', 300, 'paid', 'cash', ${evening}, ${evening})`,
    sql`insert into refunds (id, refund_no, order_id, attempt_id, cause, state, way, amount, try_at, created_at, changed_at)
      select gen_random_uuid(), no, ${orderId}, (select id from payment_attempts where trade_no = 'today'), 'asked', state, 'bank', 100, ${evening}, at, ${evening}
      from (values ('R1', 'requested', ${since.refunds}::timestamptz), ('R2', 'approved', ${since.payouts}), ('R3', 'refunded', ${hoursAgo(99)})) as r (no, state, at)`,
    sql`insert into ledger (order_id, attempt_id, kind, way, amount, cause, at)
      select ${orderId}, id, 'payment', 'terminal', 300, 'today', ${evening} from payment_attempts where trade_no = 'today'`,
    sql`with due as (insert into refunds_due (id, order_id, amount, reason, cause, created_at) values (gen_random_uuid(), ${orderId}, 100, 'asked', 'today', ${evening}) returning id)
      insert into refund_items (refund_id, due_id, paid, percent, amount) select r.id, due.id, 100, 100, 100 from refunds r, due where r.refund_no = 'R2'`,
    sql`insert into violations (id, member_id, kind, cause, order_id, at, expires_at) values (gen_random_uuid(), ${memberId}, 'expired', 'today', ${orderId}, ${evening}, ${hoursAgo(-99)})`,
    sql`insert into appeals (id, violation_id, text, sent_at) values (gen_random_uuid(), (select id from violations where cause = 'today'), 't', ${since.appeals})`,
    sql`insert into messages (id, cause, channel, recipient, subject, locale, state, last_error, created_at) values
      (gen_random_uuid(), 'today 1', 'mail', 'a@example.com', 's', 'tw', 'failed', '550 no such user', ${since.messages}),
      (gen_random_uuid(), 'today 2', 'mail', 'a@example.com', 's', 'tw', 'sent', null, ${hoursAgo(99)}),
      (gen_random_uuid(), 'today 3', 'mail', 'a@example.com', 's', 'tw', 'failed', 'old', ${hoursAgo(24 * 8)})`,
  ]
  for (const statement of statements) await statement.execute(service.db)
  return since
}

describe('what waits', () => {
  it('is read by whoever may list it, and by nobody else', () => {
    const listedBy: Partial<Record<Queue, string>> = {
      late: 'GET /api/Staff/CheckIn/Day',
      parked: 'GET /api/Staff/Board',
      payouts: 'GET /api/Staff/Payment/Refunds',
      proofs: 'GET /api/Staff/Identity/List',
      clubs: 'GET /api/Staff/Community/List',
      preorders: 'GET /api/Staff/PreOrder/List',
      reports: 'GET /api/Staff/Report/List',
      lockers: 'GET /api/Staff/Locker/List',
      refunds: 'GET /api/Staff/Refund/Queue',
      appeals: 'GET /api/Staff/Violation/List',
      messages: 'GET /api/Staff/Message/List',
    }
    for (const [queue, call] of Object.entries(listedBy))
      expect([queue, ...staffRoles.filter((role) => queuesOf([role]).includes(queue as Queue))]).toEqual([
        queue,
        ...staffRoles.filter((role) => mayCall[call]!.includes(role)),
      ])
  })

  it('is counted by queue with the age of the oldest; what is not a role’s own is absent', async () => {
    const since = await fillQueues()
    const oldest = (queue: string) => [1, since[queue]!.toISOString()]
    const ofManager = await waiting(manager)
    expect(ofManager).toMatchObject(Object.fromEntries(Object.keys(since).map((queue) => [queue, oldest(queue)])))
    expect(ofManager.late).toEqual([1, at(2, 16, 20).start])
    expect([ofManager.unpaid![0], ofManager.parked![0]]).toEqual([2, 1])
    const ofDesk = await waiting(desk)
    expect(Object.keys(ofManager).filter((queue) => !Object.hasOwn(ofDesk, queue))).toEqual(['refunds', 'appeals', 'messages'])
    expect(await waiting(await service.newMember({ role: 'finance' }))).toEqual({ refunds: oldest('refunds'), discrepancies: [0, null] })
    expect(await waiting(await service.newMember({ role: 'editor' }))).toEqual({})
    const ofBoth = await waiting(await service.newMember({ roles: ['desk', 'finance', 'editor'] }))
    expect(ofBoth, 'several roles: the queues of all').toEqual({ ...ofDesk, refunds: oldest('refunds'), discrepancies: [0, null] })
    expect([Object.keys(ofManager)[0], Object.keys(ofDesk)[0]], 'each role has its own work first').toEqual(['refunds', 'late'])
  })

  it('shows what broke: faults to all of the desk, messages that failed to managers', async () => {
    const { broken, failed } = await today(manager)
    expect(broken).toEqual({
      total: 1,
      items: [
        expect.objectContaining({
          title: '網柱鬆脫',
          waterKind: null,
          state: 'received',
          facility: { code: 'BAD', name: '羽球館' },
          court: '羽球場 3',
        }),
      ],
    })
    expect(failed).toEqual({ total: 1, items: [{ channel: 'mail', error: '550 no such user', createdAt: hoursAgo(8).toISOString() }] })
    expect((await today(desk)).failed).toBeNull()
    expect((await today(desk)).textsWaiting, 'none waits').toBeNull()
  })

  it('shows to all of the desk how many texts wait for the next hour, and why', async () => {
    // It would send what waits.
    await service.jobsDone('write-letters')
    const wait = (cause: string, until: Date) =>
      sql`insert into messages (id, cause, channel, recipient, locale, state, waits_until, created_at)
        values (gen_random_uuid(), ${cause}, 'sms', '0912345678', 'tw', 'queued', ${until}, ${evening})`.execute(service.db)
    await wait('waits 1', new Date(evening.getTime() + 3_600_000))
    await wait('waits 2', new Date(evening.getTime() + 7_200_000))
    await wait('too late', new Date(evening.getTime() - 1))
    for (const as of [desk, manager]) expect((await today(as)).textsWaiting).toEqual({ count: 2, perHour: 240, until: expect.any(String) })
    await service.db.deleteFrom('messages').where('channel', '=', 'sms').where('recipient', '=', '0912345678').execute()
  })

  it('shows nothing of it to who does not work at the desk', async () => {
    expect((await service.call('GET', '/api/Staff/Today', { as: await service.newMember({ role: 'finance' }) })).status).toBe(403)
  })
})

describe('a supplement', () => {
  it('names the facility whose boards show it when it is asked for, when it is paid and when it lapses', async () => {
    const [me, other] = [await service.newMember(), await service.newMember()]
    for (const [member, court] of [
      [me, 11],
      [other, 12],
    ] as const) {
      const { id } = await itemOf((await paidAtGateway(service, member, [at(court, 19, 8)])).orderNo)
      const body = { ...at(court, 19, 19), moves: 0, total: 950, reason: '會員來電' }
      const headers = { 'idempotency-key': randomUUID() }
      expect((await service.call('POST', `/api/Staff/Booking/${id}/Move`, { as: desk, body, headers })).status).toBe(200)
    }
    const toPay = async () => {
      const { body } = await service.call('GET', '/api/Staff/Board?facility=ARN&day=2026-11-19', { as: desk })
      return body.holders.map(({ booking }: any) => booking.toPay).toSorted((a: number, b: number) => a - b)
    }
    const supplementOf = async ({ id }: TestMember) =>
      service.db
        .selectFrom('orders')
        .select(['id', 'order_no'])
        .where('kind', '=', 'supplement')
        .where('member_id', '=', id)
        .executeTakeFirstOrThrow()
    service.clock.advance(61_000)
    const { db, clock } = service
    expect(await settleMoves({ db, catalogues: openCatalogues(db) }, clock.now())).toEqual([2])
    expect(await toPay()).toEqual([250, 250])
    const [paid, unpaid] = [await supplementOf(me), await supplementOf(other)]
    expect(await readFacilityIds(db, paid.id)).toEqual([2])
    await payAtGateway(service, me, paid.order_no)
    expect(await toPay()).toEqual([0, 250])
    await sql`update orders set pay_before = ${clock.now()} where id = ${unpaid.id}`.execute(db)
    expect(await expireUnpaidOrders(db, clock.now())).toContain(2)
    expect(await toPay()).toEqual([0, 0])
  })
})
