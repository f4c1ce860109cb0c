import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, jobsRanUntil, orderCalls } from '#testing/orders.ts'
import { fewLockers } from '#testing/lockers.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { deskCalls } from '#testing/tills.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

import { deskUntil } from './rules.ts'

/** A centre without a payment provider, which is no demo. */
let service: TestService
let member: TestMember
beforeAll(async () => {
  service = await openTestService({ demo: false, lookEverySeconds: 1 })
  await smallCentre(service.db)
  member = await service.newMember()
})
afterAll(() => service.close())

const { check, place } = orderCalls(() => service)
const { sell, post, openTill } = deskCalls(() => service)

/** What became of somebody's wish for court 4 on Wednesday at seven after its owner gave it up. */
async function offeredAfterCancel({ call, jobs, jobsDone, db, newMember }: TestService, owner: TestMember, orderNo: string) {
  const waiting = await newMember()
  const wish = { venue2ndId: 4, day: '2026-11-18', from: '19:00', to: '20:00', minutes: 60 }
  const wished = await call('POST', '/api/Wish', { as: waiting, body: wish })
  expect(wished.status, wished.text).toBe(201)
  await call('PUT', '/api/Order', { as: owner, body: { orderNo, status: 'cancelled' } })
  await jobs.send(db, 'offer-freed-floor', {})
  await jobsDone('offer-freed-floor')
  return (await call('GET', '/api/Wish/List', { as: waiting })).body.items[0]
}

describe('without a payment provider', () => {
  it('a member cannot order what cannot be paid, and is told before the button', async () => {
    const checked = await check([at(1, 20, 9)], member)
    expect(checked.body).toMatchObject({
      amount: 300,
      problems: [{ code: 'cannot_be_paid', title: '這筆費用沒有可用的線上付款方式，請洽櫃檯辦理' }],
    })
    expect(await place(member, [at(1, 20, 9)])).toMatchObject({ status: 409, body: { code: 'cannot_be_paid' } })
    expect(await service.db.selectFrom('orders').select('id').execute(), 'nothing is held').toEqual([])
  })

  it('a locker is rented, and the desk takes the money: its page says that nothing is paid online', async () => {
    await fewLockers(service.db)
    const renter = await service.newMember()
    const desk = await service.newMember({ role: 'desk' })
    const headers = { 'idempotency-key': 'a-locker-of-the-desk' }
    const rented = await service.call('POST', '/api/Locker/Rent', { as: renter, body: { lockerId: 1, term: 'month' }, headers })
    expect(rented, rented.text).toMatchObject({ status: 201, body: { amount: 650 } })
    const tillId = await openTill(desk, 0, '置物櫃')
    const { orderNo } = rented.body
    const paid = await post(desk, '/api/Staff/Payment/Desk', { orderNo, way: 'cash', tillId, given: 650 })
    expect(paid.status, paid.text).toBeLessThan(300)
    expect((await service.call('GET', '/api/Locker/Mine', { as: renter })).body.current).toMatchObject({ status: 'active' })
  })

  it('the waiting list offers nothing that cannot be paid', async () => {
    const desk = await service.newMember({ role: 'desk' })
    const sold = await sell(desk, { memberId: member.id, items: [at(4, 18, 19)], amount: 500, payment: { way: 'arrival' } })
    expect(sold.status, sold.text).toBe(201)
    expect(await offeredAfterCancel(service, member, sold.body.orderNo)).toMatchObject({ status: 'open', order: null })
    expect(await service.db.selectFrom('orders').select('id').where('from_waiting_list', '=', true).execute()).toEqual([])
    await emptyTables(service.db, 'wish_passes, wishes, awaited_spaces, freed_floor, occupancy, outbox, order_items, orders')
  })

  it('what lapses gives its member a point only if it could have been paid at the desk', async () => {
    const desk = await service.newMember({ role: 'desk' })
    const sale = { memberId: member.id, items: [at(2, 20, 9)], amount: 300, payment: { way: 'arrival' } }
    const onArrival = await sell(desk, sale)
    expect(onArrival.status, onArrival.text).toBe(201)
    const byStaff = await post(desk, '/api/Staff/Order', { emailOrAccount: member.email, items: [at(3, 20, 9)] })
    expect(byStaff.status, byStaff.text).toBe(201)
    await jobsRanUntil(service.db, service.clock.now())
    service.clock.advance(6 * 86_400_000)
    await jobsRanUntil(service.db, service.clock.now())
    await service.jobs.send(service.db, 'expire-unpaid-orders', {})
    await service.jobsDone('expire-unpaid-orders')
    const { rows } = await sql`
      select o.order_no as "orderNo", o.state, (select count(*)::int from violations v where v.order_id = o.id) as points
      from orders o order by o.pay_at_desk`.execute(service.db)
    expect(rows).toEqual([
      { orderNo: byStaff.body.orderNo, state: 'expired', points: 0 },
      { orderNo: onArrival.body.orderNo, state: 'expired', points: 1 },
    ])
  })

  it('a booking is moved to hours that cost no more, and to no other', async () => {
    await service.keepSessions()
    const desk = await service.newMember({ role: 'desk' })
    const tillId = await openTill(desk)
    const sale = { memberId: member.id, items: [at(3, 26, 9)], amount: 300, payment: { way: 'cash', tillId, given: 300 } }
    const { orderNo } = (await sell(desk, sale)).body
    const { items } = (await service.call('GET', `/api/Order/${orderNo}`, { as: member })).body
    const path = `/api/Order/Booking/${items[0].id}/Move`
    const choice = (await service.call('GET', `${path}?date=2026-11-26`, { as: member })).body
    const spots = choice.facilities.flatMap(({ courts }: { courts: { spots: { difference: number }[] }[] }) =>
      courts.flatMap((one) => one.spots),
    )
    expect(spots.length).toBeGreaterThan(0)
    expect(spots.every(({ difference }: { difference: number }) => difference <= 0)).toBe(true)
    const dearer = { ...at(3, 26, 19), moves: 0, total: 500 }
    const refused = await service.call('POST', path, { as: member, body: dearer, headers: { 'idempotency-key': 'a-dearer-hour-1' } })
    expect(refused).toMatchObject({ status: 409, body: { code: 'cannot_be_paid' } })
  })
})

describe('the deadline of the desk', () => {
  const item = (hour: number) => ({ courtId: 1, period: { start: new Date(2026, 10, 20, hour), end: new Date(2026, 10, 20, hour + 1) } })
  const now = new Date(2026, 10, 20, 6)

  it('is the start of the first period, or so many hours before it', () => {
    const rules = { ...defaultSettings.booking, payAtDesk: true }
    expect(deskUntil([item(12), item(9)], rules, now)).toEqual(item(9).period.start)
    expect(deskUntil([item(9)], { ...rules, payAtDeskHours: 2 }, now)).toEqual(item(7).period.start)
  })

  it('is none where the centre does not allow it, and when it is over', () => {
    expect(deskUntil([item(9)], defaultSettings.booking, now)).toBeNull()
    expect(deskUntil([item(9)], { ...defaultSettings.booking, payAtDesk: true, payAtDeskHours: 3 }, now)).toBeNull()
  })
})

describe.each([{ demo: false }, { demo: true }])('where members may pay at the desk, with a payment provider: $demo', ({ demo }) => {
  let centre: TestService
  let amy: TestMember
  beforeAll(async () => {
    centre = await openTestService({ demo })
    await smallCentre(centre.db)
    await writeSetting(centre.db, 'booking', { payAtDesk: true, payAtDeskHours: 2, openDeskOrders: 1 }, null, centre.clock.now())
    amy = await centre.newMember()
  })
  afterAll(() => centre.close())
  const calls = orderCalls(() => centre)
  const until = new Date(Date.parse(at(1, 20, 7).start)).toISOString()

  it('the review says until when, and the order waits until then', async () => {
    const checked = (await calls.check([at(1, 20, 9)], amy)).body
    expect(checked).toMatchObject({ problems: [], ways: { desk: { until, open: 0, allowed: 1 } } })
    expect(checked.ways.online.length > 0).toBe(demo)
    if (demo) expect(checked.ways.online[0]).toEqual({ way: 'card', numberUntil: null })
    const answer = await calls.place(amy, [at(1, 20, 9)], demo ? { pay: 'desk' } : {})
    expect(answer, answer.text).toMatchObject({ status: 201, body: { status: 'awaiting-payment', payBefore: until } })
    const order = await centre.call('GET', `/api/Order/${answer.body.orderNo}`, { as: amy })
    expect(order.body).toMatchObject({ payAtDesk: true, payBefore: until })
    await centre.writeLetters()
    const mail = await centre.db.selectFrom('messages').select('body').where('recipient', '=', amy.email).executeTakeFirstOrThrow()
    expect(mail.body).toContain('07:00 前到櫃檯繳費')
  })

  it('a member has no more open than the centre allows, and pays the next online if that is possible', async () => {
    const { body } = await calls.check([at(2, 21, 9)], amy)
    expect(body.ways.desk).toMatchObject({ open: 1, allowed: 1 })
    expect(body.problems.map(({ code }: { code: string }) => code)).toEqual(demo ? [] : ['desk_orders_open'])
    expect(await calls.place(amy, [at(2, 21, 9)], { pay: 'desk' })).toMatchObject({
      status: 409,
      body: { code: 'desk_orders_open', title: '您有 1 筆訂單待到櫃檯繳費，最多可有 1 筆；繳費後即可再預約' },
    })
    const online = await calls.place(amy, [at(2, 21, 9)], { pay: 'online' })
    expect(online.status, online.text).toBe(demo ? 201 : 409)
    if (!demo) expect(online.body.code).toBe('cannot_be_paid')
  })

  it('when the deadline of the desk is over, only the other way is left', async () => {
    const soon = new Date(Math.ceil(centre.clock.now().getTime() / 3_600_000) * 3_600_000 + 3_600_000)
    const item = { venue2ndId: 3, start: soon.toISOString(), end: new Date(soon.getTime() + 3_600_000).toISOString() }
    const bob = await centre.newMember()
    const { ways } = (await calls.check([item], bob)).body
    expect([ways.online.length > 0, ways.desk]).toEqual([demo, null])
    expect((await calls.place(bob, [item], { pay: 'desk' })).body.code).toBe(demo ? 'cannot_pay_at_desk' : 'cannot_be_paid')
  })

  it('what the waiting list offers is paid online if that is possible, otherwise at the desk', async () => {
    const owner = await centre.newMember()
    const placed = await calls.place(owner, [at(4, 18, 19)])
    expect(placed.status, placed.text).toBe(201)
    const { status, order } = await offeredAfterCancel(centre, owner, placed.body.orderNo)
    expect(status).toBe('offered')
    const offered = await centre.db.selectFrom('orders').selectAll().where('order_no', '=', order.orderNo).executeTakeFirstOrThrow()
    expect(offered).toMatchObject({ from_waiting_list: true, pay_at_desk: !demo })
    if (!demo) expect(offered.pay_before).toEqual(new Date(at(4, 18, 17).start))
    await centre.writeLetters()
    const texts = await centre.db.selectFrom('messages').select('body').where('channel', '=', 'sms').execute()
    expect(texts.map(({ body }) => body).join()).toContain(demo ? '前登入繳費' : '17:00 前到櫃檯繳費')
  })
  it('an order that was accepted is answered again when the deadline of the desk has passed', async () => {
    const carol = await centre.newMember()
    const asked = { key: 'paid at the desk', pay: 'desk' as const }
    const first = await calls.place(carol, [at(5, 18, 9)], asked)
    expect(first.status, first.text).toBe(201)
    centre.clock.advance(Date.parse(at(5, 18, 8).start) - centre.clock.now().getTime())
    expect(await calls.place(carol, [at(5, 18, 9)], asked)).toMatchObject({ status: 201, body: { orderNo: first.body.orderNo } })
  })
})
