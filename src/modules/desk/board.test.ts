import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { settleMoves } from '#modules/orders/settle-moves.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { at, placed, type Item } from '#testing/orders.ts'
import { paidAtGateway, payAtGateway } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { readBoardOf } from './read-board.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let desk: TestMember
let colleague: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  desk = await service.newMember({ role: 'desk' })
  colleague = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())

const board = (query = 'facility=BAD&day=2026-11-18') => service.call('GET', `/api/Staff/Board?${query}`, { as: desk })
const itemOf = async (orderNo: string) => {
  const { id } = await service.db.selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()
  return service.db.selectFrom('order_items').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
}
const booked = async (as: TestMember, item: Item) => (await itemOf((await paidAtGateway(service, as, [item])).orderNo)).id
type Deed = 'Check' | 'Move' | 'Stretch' | 'Swap' | 'Park' | 'Cancel'
const act = (id: string, deed: Deed, body: object, { as = desk, key = randomUUID() as string } = {}) =>
  service.call('POST', `/api/Staff/Booking/${id}/${deed}`, { as, body, headers: { 'idempotency-key': key } })
const move = (id: string, to: Item, more: object = {}, asking: { as?: TestMember; key?: string } = {}) =>
  act(id, 'Move', { ...to, moves: 0, reason: '會員來電', ...more }, asking)
const settle = async () => {
  service.clock.advance(61_000)
  await settleMoves({ db: service.db, catalogues: openCatalogues(service.db) }, service.clock.now())
  await service.writeLetters()
}
const whole = async () => expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])
const spotOf = async (id: string) => {
  const { rows } =
    await sql`select court_id as court, lower(during) as start, upper(during) as "end", parked_at is not null as parked, price from order_items where id = ${id}`.execute(
      service.db,
    )
  return rows[0]
}
/** What is owed back to a member, the least first. */
const dues = async ({ id }: TestMember) => {
  const owed = service.db.selectFrom('refunds_due as r').innerJoin('orders as o', 'o.id', 'r.order_id').where('o.member_id', '=', id)
  const rows = await owed.select(['r.amount', 'r.reason']).orderBy('r.amount').execute()
  return rows.map(({ amount, reason }) => [reason, amount])
}
const supplements = ({ id }: TestMember) =>
  service.db
    .selectFrom('orders')
    .select(['order_no', 'amount', 'state'])
    .where('kind', '=', 'supplement')
    .where('member_id', '=', id)
    .execute()

describe('the board', () => {
  it('shows a day with bookings, holds and closures, who has them and what is special, asked in one statement', async () => {
    const [me, other] = [await service.newMember(), await service.newMember()]
    const id = await booked(me, at(1, 18, 8))
    const held = await placed(service, other, [at(2, 18, 19, 2)])
    await service.call('POST', '/api/Staff/Block', {
      as: colleague,
      body: { ...at(3, 18, 6, 4), reasonTw: '地板打蠟', reasonEn: 'Waxing' },
    })
    const statements: string[] = []
    const counting = service.db.withPlugin({
      transformQuery: ({ node }) => (statements.push(node.kind), node),
      transformResult: async ({ result }) => result,
    })
    const catalogues = openCatalogues(service.db)
    await catalogues.current()
    await readBoardOf({ db: counting, catalogues }, { facility: 'BAD', day: '2026-11-18', court: undefined }, service.clock.now())
    expect(statements).toHaveLength(1)
    const { status, body } = await board()
    expect(status).toBe(200)
    expect(body.courts.map(({ code }: { code: string }) => code)).toEqual(['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8'])
    expect(body.days).toEqual([{ day: '2026-11-18', slots: expect.arrayContaining([{ start: 360, end: 420 }]), closedFor: null }])
    expect(body.holders).toEqual([
      expect.objectContaining({ kind: 'closure', title: '地板打蠟', venue2ndIds: [3], booking: null }),
      expect.objectContaining({
        id,
        kind: 'booking',
        booking: expect.objectContaining({ paid: true, checkedIn: false, moves: 0 }),
      }),
      expect.objectContaining({ booking: expect.objectContaining({ orderNo: held, paid: false, holdUntil: expect.any(String) }) }),
    ])
  })

  it('shows a full court on its halves, and the week of one court', async () => {
    const id = await booked(await service.newMember(), at(10, 20, 8))
    const { body } = await board('facility=ARN&day=2026-11-20')
    expect(body.holders).toEqual([expect.objectContaining({ id, venue2ndIds: [10, 11, 12] })])
    const week = await board('facility=ARN&day=2026-11-20&court=C11')
    expect(week.body.days.map(({ day: one }: { day: string }) => one)).toEqual([16, 17, 18, 19, 20, 21, 22].map((n) => `2026-11-${n}`))
    expect(week.body.courts).toHaveLength(1)
    expect(week.body.holders).toEqual([expect.objectContaining({ id, venue2ndIds: [11] })])
    expect(await board('facility=NONE')).toMatchObject({ status: 404, body: { code: 'no_such_facility' } })
    expect(await board('facility=ARN&court=C1')).toMatchObject({ status: 404, body: { code: 'no_such_court' } })
  })
})

describe('staff who move a booking', () => {
  it('see the difference and what is in the way before, and are refused where somebody is', async () => {
    const [me, other] = [await service.newMember(), await service.newMember()]
    const id = await booked(me, at(1, 16, 8))
    const inTheWay = await booked(other, at(2, 16, 19))
    const checked = await act(id, 'Check', at(2, 16, 19))
    expect(checked.body).toMatchObject({ worth: 300, total: 500, difference: 200, paid: true, problem: null })
    expect(checked.body.inTheWay).toEqual([expect.objectContaining({ id: inTheWay, kind: 'order' })])
    expect((await act(id, 'Check', at(2, 16, 23))).body.problem).toMatchObject({ code: 'off_grid' })
    const refused = await move(id, at(2, 16, 19))
    expect(refused).toMatchObject({ status: 409, body: { code: 'period_taken', inTheWay: [{ id: inTheWay }] } })
    expect(await spotOf(id)).toMatchObject({ court: 1 })
    await whole()
  })

  it('to a cheaper time: told once, after the last move; the difference goes back; the calendar and the ticket follow', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidAtGateway(service, me, [at(1, 17, 19)])
    const { id } = await itemOf(orderNo)
    const entry = async () =>
      (await service.call('GET', `/api/Order/Calendar/${orderNo}`, { as: me })).text.match(/UID:.*|SEQUENCE:\d+|DTSTART.*/g)!
    const before = await entry()
    expect(await move(id, at(2, 17, 19))).toMatchObject({ status: 200, body: { items: [{ id, moves: 1, difference: 0 }] } })
    expect(await move(id, at(2, 17, 8), { moves: 1, total: 300 })).toMatchObject({
      status: 200,
      body: { items: [{ difference: -200 }] },
    })
    const after = await entry()
    expect(after[0]).toBe(before[0])
    expect(Number(after.find((line) => line.startsWith('SEQ'))!.slice(9))).toBeGreaterThan(
      Number(before.find((line) => line.startsWith('SEQ'))!.slice(9)),
    )
    await service.writeLetters()
    expect(await dues(me)).toEqual([])
    await settle()
    expect(await dues(me)).toEqual([['moved', 200]])
    await whole()
    const mails = (await service.inbox(me.email, 2)).filter(({ subject }) => subject?.includes('改期'))
    expect(mails).toHaveLength(1)
    expect(mails[0]!.body).toMatch(/羽球場 2[^]*8:00[^]*羽球場 1[^]*7:00|羽球場 2[^]*08:00[^]*羽球場 1[^]*19:00/)
    const ticket = await service.call('GET', `/api/Order/Ticket/${orderNo}`, { as: me })
    expect(ticket.body.items[0]).toMatchObject({ ...at(2, 17, 8), movedFrom: { ...times(at(1, 17, 19)), venue2ndName: '羽球場 1' } })
    // What is left of it goes back as for any booking.
    expect(await act(id, 'Cancel', { moves: 2, refund: 'full', reason: '停電' })).toMatchObject({ status: 200, body: { back: 300 } })
    await whole()
  })

  it('to a dearer time: a supplement to pay by link, which goes back with the booking; or waived', async () => {
    const me = await service.newMember()
    const id = await booked(me, at(1, 19, 8))
    await move(id, at(1, 19, 19), { total: 500 })
    await settle()
    const [supplement] = await supplements(me)
    expect(supplement).toMatchObject({ amount: 200, state: 'awaiting-payment' })
    expect((await service.mail(me.email, '預約已改期：羽球館'))!.body).toContain('NT$200')
    const toPay = async () => (await board('day=2026-11-19')).body.holders.find((one: { id: string }) => one.id === id).booking.toPay
    expect(await toPay()).toBe(200)
    await payAtGateway(service, me, supplement!.order_no)
    await whole()
    expect(await toPay()).toBe(0)
    expect((await act(id, 'Check', at(1, 19, 8))).body).toMatchObject({ worth: 500, difference: -200 })
    expect(await act(id, 'Cancel', { moves: 1, refund: 'rule', reason: '會員來電' })).toMatchObject({ status: 200 })
    expect(await dues(me)).toEqual([
      ['given-back', 200],
      ['given-back', 300],
    ])
    await whole()

    const waived = await booked(me, at(4, 19, 8))
    expect(await move(waived, at(4, 19, 19), { total: 500, waive: true })).toMatchObject({ body: { items: [{ difference: 0 }] } })
    await settle()
    expect(await supplements(me)).toHaveLength(1)
    await whole()
  })

  it('and undo it: moving back within the series changes nothing and tells nobody; a repeated call does nothing twice', async () => {
    const me = await service.newMember()
    const id = await booked(me, at(1, 20, 8))
    const key = randomUUID()
    const first = await move(id, at(2, 20, 19), {}, { key })
    expect(await move(id, at(2, 20, 19), {}, { key })).toMatchObject({ status: 200, body: first.body })
    expect(await move(id, at(3, 20, 19), {}, { key })).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect(await move(id, at(1, 20, 8), { moves: 1, reason: '復原' })).toMatchObject({
      status: 200,
      body: { items: [{ moves: 2, difference: 0 }] },
    })
    await settle()
    expect(await dues(me)).toEqual([])
    expect((await service.inbox(me.email)).filter(({ subject }) => subject?.includes('改期'))).toEqual([])
    await whole()
  })

  it('are told who was faster, and that the price has changed', async () => {
    const id = await booked(await service.newMember(), at(4, 20, 8))
    await move(id, at(5, 20, 8), {}, { as: colleague })
    expect(await move(id, at(6, 20, 8))).toMatchObject({
      status: 409,
      body: { code: 'moved_meanwhile', name: expect.stringContaining('會員') },
    })
    expect(await move(id, at(6, 20, 19), { moves: 1, total: 300 })).toMatchObject({
      status: 409,
      body: { code: 'difference_changed', total: 500 },
    })
    expect(await move(id, at(5, 20, 8), { moves: 1 })).toMatchObject({ status: 422, body: { code: 'same_spot' } })
    expect(await spotOf(id)).toMatchObject({ court: 5 })
  })

  it('stretch it, swap two, and move one that is not paid yet without losing its deadline', async () => {
    const [me, other] = [await service.newMember(), await service.newMember()]
    const a = await booked(me, at(4, 16, 8))
    const b = await booked(other, at(5, 16, 19))
    expect(await act(a, 'Stretch', { ...times(at(4, 16, 8, 2)), moves: 0, reason: '加時' })).toMatchObject({
      body: { items: [{ difference: 300 }] },
    })
    expect((await act(a, 'Check', { swapWith: b })).body).toMatchObject({ inTheWay: [], problem: null })
    expect(await act(a, 'Swap', { with: b, moves: 1, withMoves: 0, reason: '互換' })).toMatchObject({ status: 200 })
    expect(await spotOf(a)).toMatchObject({ court: 5, start: new Date(at(5, 16, 19).start) })
    expect(await spotOf(b)).toMatchObject({ court: 4, end: new Date(at(4, 16, 8, 2).end) })
    await settle()
    await whole()

    const unpaid = await itemOf(await placed(service, me, [at(6, 19, 8)]))
    await move(unpaid.id, at(6, 19, 19))
    const [hold] = await service.db.selectFrom('occupancy').select('hold_until').where('holder_id', '=', unpaid.id).execute()
    expect(hold!.hold_until).not.toBeNull()
    await settle()
    const order = await service.db.selectFrom('orders').select('amount').where('id', '=', unpaid.order_id).executeTakeFirstOrThrow()
    expect(order.amount).toBe(500)
    await whole()
  })
})

const times = ({ start, end }: Item) => ({ start, end })

describe('a parked booking', () => {
  it('keeps its money, has no floor, is no no-show, and is seen by every desk until it is placed', async () => {
    const me = await service.newMember()
    const id = await booked(me, at(4, 17, 8))
    expect(await act(id, 'Park', { moves: 0, reason: '騰場地' })).toMatchObject({ status: 200 })
    await whole()
    expect(await act(id, 'Park', { moves: 1, reason: '騰場地' })).toMatchObject({ status: 409, body: { code: 'booking_parked' } })
    // Its floor is free at once.
    const other = await booked(await service.newMember(), at(4, 17, 8))
    const seen = await service.call('GET', '/api/Staff/Board?facility=ARN&day=2026-11-25', { as: colleague })
    expect(seen.body.parked).toEqual([
      expect.objectContaining({ id, parkedAt: expect.any(String), parkedBy: expect.any(String), overdue: false }),
    ])
    expect((await service.call('GET', `/api/Staff/Booking/${id}`, { as: desk })).body).toMatchObject({
      parked: { by: expect.any(String) },
      history: expect.arrayContaining([expect.objectContaining({ what: 'parked', reason: '騰場地' })]),
    })
    expect(await move(id, at(4, 17, 8), { moves: 1 })).toMatchObject({ status: 409, body: { inTheWay: [{ id: other }] } })
    await settle()
    expect(await move(id, at(6, 17, 8), { moves: 1 })).toMatchObject({ status: 200 })
    expect((await board()).body.parked).toEqual([])
    await whole()
  })
})

describe('staff who cancel a booking', () => {
  it('see what goes back, by the terms or in full, and write down why', async () => {
    const me = await service.newMember()
    const id = await booked(me, at(8, 17, 8))
    const { body } = await service.call('GET', `/api/Staff/Booking/${id}`, { as: desk })
    expect(body).toMatchObject({
      person: { id: me.id, mobile: me.mobile },
      money: { paid: 300, refundByRule: 150, refundInFull: 300 },
      locked: null,
    })
    expect(await act(id, 'Cancel', { moves: 3, refund: 'rule', reason: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'moved_meanwhile' },
    })
    expect(await act(id, 'Cancel', { moves: 0, refund: 'rule', reason: '會員來電' })).toMatchObject({ status: 200, body: { back: 150 } })
    expect(await act(id, 'Cancel', { moves: 0, refund: 'full', reason: '會員來電' })).toMatchObject({
      status: 409,
      body: { code: 'booking_cancelled' },
    })
    expect(await act(id, 'Move', { ...at(7, 17, 8), moves: 0, reason: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'booking_cancelled' },
    })
    const log = await service.db.selectFrom('audit_log').select(['action', 'note']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(log).toEqual({ action: 'booking.cancelled', note: '會員來電' })
    await whole()
  })
})
