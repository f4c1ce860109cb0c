import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { fewLockers } from '#testing/lockers.ts'
import { at, paid, placed, type Item } from '#testing/orders.ts'
import { payAtGateway, refundCalls } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { deskCalls, goTo } from '#testing/tills.ts'
import { sendToDemoIssuer } from '../../../demo/issuer/send.ts'
import { openIssuers } from './issuers.ts'
import { demo } from './issuers/ecpay/settings.ts'

/** What each thing that is sold gets, and what goes back with it: at a centre that issues electronic invoices. */
let service: TestService
let desk: TestMember
let tillId: string
beforeAll(async () => {
  service = await openTestService({
    lookEverySeconds: 1,
    issuers: (db, clock) =>
      openIssuers(
        { invoices: { issuer: 'ecpay', settings: demo('https://park.example') } },
        { db, sendToDemo: sendToDemoIssuer({ db, clock }) },
      ),
  })
  await smallCentre(service.db)
  await fewLockers(service.db)
  desk = await service.newMember({ role: 'desk' })
  tillId = await openTill(desk, 20_000)
})
afterAll(() => service?.close())

const { sell, post, openTill } = deskCalls(() => service)
const calls = refundCalls(() => service)

/** What was done for an order at the issuer, in its order, once everything is: `issue 300`, `void 300`, `allow 200`. */
async function deedsOf(orderNo: string): Promise<string[]> {
  for (;;) {
    await service.jobs.send(service.db, 'settle-invoices-soon', {})
    await service.jobsDone('settle-invoices-soon', 'settle-invoices')
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from invoice_marks)::integer + (select count(*) from invoice_deeds where state in ('open', 'held'))::integer as left`.execute(
      service.db,
    )
    if (rows[0]!.left === 0) break
  }
  const { rows } = await sql<{ deed: string }>`
    select d.kind || ' ' || d.amount as deed from invoice_deeds d join orders o on o.id = d.order_id
    where o.order_no = ${orderNo} and d.state = 'done' order by d.done_at, d.created_at`.execute(service.db)
  return rows.map(({ deed }) => deed)
}
/** What the issuer has that is not void, less what was allowed of it: of all orders. */
async function atIssuer(): Promise<number> {
  const { rows } = await sql<{ net: number }>`
    select coalesce(sum(p.amount - coalesce((select sum(a.amount) from demo_allowances a where a.paper = p.number and a.voided_at is null), 0)), 0)::integer as net
    from demo_papers p where p.voided_at is null`.execute(service.db)
  return rows[0]!.net
}
const move = (as: TestMember, id: string, to: Item, total: number, moves = 0) =>
  service.call('POST', `/api/Order/Booking/${id}/Move`, { as, body: { moves, ...to, total }, headers: { 'idempotency-key': randomUUID() } })

/** An hour of 300 that is moved to one of 500: the top-up waits to be paid. */
async function movedToDearer(court: number) {
  const me = await service.newMember()
  const orderNo = await placed(service, me, [at(court, 20, 8)])
  await payAtGateway(service, me, orderNo)
  const [item] = (await calls.order(me, orderNo)).items
  const moved = await move(me, item.id, at(court, 20, 19), 500)
  expect(moved.status, moved.text).toBe(200)
  const { pendingMove } = (await calls.order(me, orderNo)).items[0]
  return { me, orderNo, id: item.id as string, topUp: pendingMove.orderNo as string }
}

describe('a move to a dearer hour', () => {
  it('has an invoice for the top-up alone, when it is paid; the booking keeps its own', async () => {
    const { me, orderNo, topUp } = await movedToDearer(1)
    expect([await deedsOf(orderNo), await deedsOf(topUp)]).toEqual([['issue 300'], []])
    await payAtGateway(service, me, topUp)
    expect([await deedsOf(orderNo), await deedsOf(topUp)]).toEqual([['issue 300'], ['issue 200']])
  })

  it('that is given back as a whole voids both', async () => {
    const before = await atIssuer()
    const { me, orderNo, topUp } = await movedToDearer(2)
    await payAtGateway(service, me, topUp)
    await deedsOf(topUp)
    expect(await atIssuer()).toBe(before + 500)
    expect((await calls.refund(me, { orderNo })).status).toBe(200)
    expect([await deedsOf(orderNo), await deedsOf(topUp)]).toEqual([
      ['issue 300', 'void 300'],
      ['issue 200', 'void 200'],
    ])
    expect(await atIssuer()).toBe(before)
  })

  it('and back to a cheaper one voids the top-up’s alone', async () => {
    const before = await atIssuer()
    const { me, orderNo, id, topUp } = await movedToDearer(3)
    await payAtGateway(service, me, topUp)
    await deedsOf(topUp)
    const back = await move(me, id, at(3, 20, 9), 300, 1)
    expect(back.status, back.text).toBe(200)
    expect([await deedsOf(orderNo), await deedsOf(topUp)]).toEqual([['issue 300'], ['issue 200', 'void 200']])
    expect(await atIssuer()).toBe(before + 300)
  })
})

describe('a deposit', () => {
  it('of a field is in no invoice while it may go back', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(20, 20, 8, 4)])
    await paid(service.db, orderNo, service.clock.now())
    const { items } = await calls.order(me, orderNo)
    expect(items[0]).toMatchObject({ deposit: 10_000 })
    expect(await deedsOf(orderNo)).toEqual(['issue 4000'])
  })

  it('of a locker likewise, also when the locker is returned', async () => {
    const me = await service.newMember()
    const body = { lockerId: 1, term: 'month' }
    const rented = await service.call('POST', '/api/Locker/Rent', { as: me, body, headers: { 'idempotency-key': randomUUID() } })
    await payAtGateway(service, me, rented.body.orderNo)
    expect(await deedsOf(rented.body.orderNo)).toEqual(['issue 150'])
    const { current } = (await service.call('GET', '/api/Locker/Mine', { as: me })).body
    expect((await service.call('POST', '/api/Locker/Return', { as: me, body: { rentalId: current.id } })).status).toBe(200)
    expect(await deedsOf(rented.body.orderNo), 'the deposit goes back, the rent does not').toEqual(['issue 150'])
  })
})

describe('a sale at the counter', () => {
  it('in cash has its invoice at once, and is voided when the desk gives everything back', async () => {
    const me = await service.newMember()
    const payment = { way: 'cash', tillId, given: 1000 }
    const sold = await sell(desk, { memberId: me.id, items: [at(5, 21, 9)], amount: 300, payment })
    const { orderNo } = sold.body
    expect(await deedsOf(orderNo)).toEqual(['issue 300'])
    const [{ id }] = (await calls.order(me, orderNo)).items
    const cancelled = await post(desk, '/api/Staff/Order/Cancel', {
      orderNo,
      items: [{ id, moves: 0 }],
      refund: 'full',
      reason: '設備檢修',
    })
    expect(cancelled.status, cancelled.text).toBeLessThan(300)
    expect(await deedsOf(orderNo)).toEqual(['issue 300', 'void 300'])
  })

  it('in parts has one invoice of the whole price, vouchers with it, and both refunds void it', async () => {
    const me = await service.newMember()
    const parts = [
      { way: 'voucher', kind: 'sports-voucher', amount: 200, reference: 'QR-1' },
      { way: 'cash', amount: 100, given: 100 },
    ]
    const payment = { way: 'split', tillId, parts }
    const sold = await sell(desk, { memberId: me.id, items: [at(7, 21, 9)], amount: 300, payment })
    expect(sold.status, sold.text).toBe(201)
    const { orderNo } = sold.body
    expect(await deedsOf(orderNo)).toEqual(['issue 300'])
    const [item] = (await calls.order(me, orderNo)).items
    const cancel = { orderNo, items: [{ id: item.id, moves: 0 }], refund: 'full', reason: '地板濕滑' }
    expect(await post(desk, '/api/Staff/Order/Cancel', cancel)).toMatchObject({ status: 200 })
    expect(await deedsOf(orderNo)).toEqual(['issue 300', 'void 300'])
  })

  it('that is to be paid on arrival has none until it is', async () => {
    const me = await service.newMember()
    const { orderNo } = (await sell(desk, { memberId: me.id, items: [at(6, 21, 9)], amount: 300, payment: { way: 'arrival' } })).body
    expect(await deedsOf(orderNo)).toEqual([])
    await post(desk, '/api/Staff/Payment/Desk', { orderNo, way: 'terminal', tillId: null, reference: 'SLIP 1' })
    expect(await deedsOf(orderNo)).toEqual(['issue 300'])
  })
})

describe('an order of nothing', () => {
  it('has no invoice, and none when it is cancelled', async () => {
    await service.db.updateTable('identities').set({ needs_proof: false }).where('id', '=', 7).execute()
    const free = await service.newMember()
    await service.db.updateTable('members').set({ identity_id: 7 }).where('id', '=', free.id).execute()
    const orderNo = await placed(service, free, [at(7, 20, 9)])
    expect(await deedsOf(orderNo)).toEqual([])
    await service.call('PUT', '/api/Order', { as: free, body: { orderNo, status: 'cancelled' } })
    expect(await deedsOf(orderNo)).toEqual([])
    expect(
      await service.db
        .selectFrom('invoices as v')
        .innerJoin('orders as o', 'o.id', 'v.order_id')
        .select('v.id')
        .where('o.order_no', '=', orderNo)
        .execute(),
    ).toEqual([])
  })
})

it('what goes back by half gets an allowance, and the invoice of the rest stays', async () => {
  const me = await service.newMember()
  const orderNo = await placed(service, me, [at(8, 20, 9)])
  await payAtGateway(service, me, orderNo)
  expect(await deedsOf(orderNo)).toEqual(['issue 300'])
  goTo(service, '2026-11-18T10:00:00+08:00')
  await service.keepSessions()
  expect((await calls.refund(me, { orderNo })).status).toBe(200)
  expect(await deedsOf(orderNo)).toEqual(['issue 300', 'allow 150'])
})
