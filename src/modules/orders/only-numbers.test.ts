import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import { fewLockers } from '#testing/lockers.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { at, jobsRanUntil, orderCalls } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { deskCalls, goTo } from '#testing/tills.ts'
import { openProviders } from '#modules/payments/providers.ts'
import { demoSettings } from '#modules/payments/providers/ecpay/settings.ts'
import { writeSetting } from '#modules/settings/store.ts'

/**
 * A centre that takes money online by numbers only, which need four days. The tests start on 15 November: the 18th is too near, the 20th is
 * not.
 */
let service: TestService
let member: TestMember
let desk: TestMember
let tillId: string
const start = '2026-11-15T10:00:00+08:00'
const booked =
  'wish_passes, wishes, awaited_spaces, freed_floor, occupancy, outbox, violations, payment_attempts, pending_moves, item_moves, refunds_due, order_items, orders'
beforeAll(async () => {
  const settings = { payments: { ecpay: demoSettings('http://localhost:3000') }, payWays: { atm: 'ecpay', cvs: 'ecpay' } }
  const providers = openProviders(settings, async () => ({ failed: 'nobody is asked', isSent: false }))
  service = await openTestService({ providers, start: new Date(start), lookEverySeconds: 1 })
  await smallCentre(service.db)
  await fewLockers(service.db)
  member = await service.newMember()
  desk = await service.newMember({ role: 'desk' })
  tillId = await openTill(desk, 10_000)
})
afterAll(() => service.close())
beforeEach(async () => {
  goTo(service, start)
  await service.keepSessions()
})

const { check, place } = orderCalls(() => service)
const { sell, post, openTill } = deskCalls(() => service)
const orders = async () => (await service.db.selectFrom('orders').select('id').execute()).length
const soon = [at(1, 18, 9)]
const later = [at(1, 20, 9)]
const payAtDesk = (orderNo: string, given: number) => post(desk, '/api/Staff/Payment/Desk', { orderNo, way: 'cash', tillId, given })

describe('what a member orders', () => {
  it('is refused when the numbers would come too late, in both languages, and nothing is held', async () => {
    const before = await orders()
    const words = { tw: '這筆費用沒有可用的線上付款方式，請洽櫃檯辦理', en: 'There is no way to pay this online. Please ask at the desk' }
    const checked = (await check(soon, member)).body
    expect(checked.ways.tooNear).toEqual([{ days: expect.any(Number), ways: ['atm', 'cvs'] }])
    expect(checked).toMatchObject({ ways: { online: [], desk: null }, problems: [{ code: 'cannot_be_paid', title: words.tw }] })
    for (const pay of [{}, { pay: 'online' as const }, { pay: 'desk' as const }])
      expect(await place(member, soon, pay)).toMatchObject({ status: 409, body: { code: 'cannot_be_paid', title: words.tw } })
    const headers = { 'idempotency-key': randomUUID(), 'accept-language': 'en' }
    const english = await service.call('POST', '/api/Order/Member', { as: member, body: { items: soon }, headers })
    expect(english.body).toMatchObject({ code: 'cannot_be_paid', title: words.en })
    expect(await orders()).toBe(before)
    expect(await service.db.selectFrom('occupancy').select('space_id').execute()).toEqual([])
  })

  it('is taken when there is time, and an order of near and far periods is not', async () => {
    const { ways } = (await check(later, member)).body
    expect([ways.online.map(({ way }: { way: string }) => way), ways.tooNear]).toEqual([['atm', 'cvs'], []])
    expect(await place(member, [...later, ...soon])).toMatchObject({ status: 409, body: { code: 'cannot_be_paid' } })
    const placed = await place(member, later)
    expect(placed.status, placed.text).toBe(201)
    const asked = { as: member, body: { orderNo: placed.body.orderNo, way: 'atm' } }
    expect((await service.call('POST', '/api/Payment/Start', asked)).status).toBe(200)
    await emptyTables(service.db, booked)
  })

  it('that costs less or more than any way takes is refused as well', async () => {
    const dear = [20, 21].flatMap((day) => [at(20, day, 8, 4), at(20, day, 13, 4)])
    const checked = (await check(dear, member)).body
    expect(checked.amount).toBeGreaterThan(49_999)
    expect(checked.problems.map(({ code }: { code: string }) => code)).toContain('cannot_be_paid')
    expect((await place(member, dear)).body.code).toBe('cannot_be_paid')
  })

  it('that costs nothing needs no way', async () => {
    await service.db.updateTable('identities').set({ needs_proof: false }).where('id', '=', 7).execute()
    const free = await service.newMember()
    await service.db.updateTable('members').set({ identity_id: 7 }).where('id', '=', free.id).execute()
    const placed = await place(free, soon)
    expect(placed, placed.text).toMatchObject({ status: 201, body: { status: 'confirmed', amount: 0 } })
    await emptyTables(service.db, booked)
  })
})

describe('where the desk takes the money of members', () => {
  it('a near period is paid there, and not online', async () => {
    await writeSetting(service.db, 'booking', { payAtDesk: true }, null, service.clock.now())
    expect(await place(member, soon, { pay: 'online' })).toMatchObject({ status: 409, body: { code: 'cannot_be_paid' } })
    const placed = await place(member, soon)
    expect(placed.status, placed.text).toBe(201)
    const { body } = await service.call('GET', `/api/Order/${placed.body.orderNo}`, { as: member })
    expect(body).toMatchObject({ payAtDesk: true, payBefore: new Date(soon[0]!.start).toISOString() })
    expect((await payAtDesk(placed.body.orderNo, 300)).status).toBe(200)
    await writeSetting(service.db, 'booking', { payAtDesk: false }, null, service.clock.now())
    await emptyTables(service.db, `ledger, ${booked}`)
  })
})

describe('a top-up', () => {
  it('is paid within minutes, which no number is: no dearer hour is offered, and none is taken', async () => {
    const { orderNo } = (await place(member, later)).body
    await payAtDesk(orderNo, 300)
    const { items } = (await service.call('GET', `/api/Order/${orderNo}`, { as: member })).body
    const path = `/api/Order/Booking/${items[0].id}/Move`
    const choice = (await service.call('GET', `${path}?date=2026-11-21`, { as: member })).body
    const spots = choice.facilities.flatMap(({ courts }: { courts: { spots: { difference: number }[] }[] }) =>
      courts.flatMap((one) => one.spots),
    )
    expect(spots.length).toBeGreaterThan(0)
    expect(spots.every(({ difference }: { difference: number }) => difference <= 0)).toBe(true)
    const before = await orders()
    const dearer = { ...at(1, 20, 19), moves: 0, total: 500 }
    const refused = await service.call('POST', path, { as: member, body: dearer, headers: { 'idempotency-key': randomUUID() } })
    expect(refused).toMatchObject({ status: 409, body: { code: 'cannot_be_paid' } })
    expect(await orders()).toBe(before)
    await emptyTables(service.db, `ledger, ${booked}`)
  })
})

describe('the waiting list', () => {
  it('offers what can be paid in time, and keeps the wish for what cannot', async () => {
    const offered = async (day: number) => {
      const sale = { memberId: member.id, items: [at(4, day, 9)], amount: 300, payment: { way: 'arrival' } }
      const { orderNo } = (await sell(desk, sale)).body
      const waiting = await service.newMember()
      const wish = { venue2ndId: 4, day: `2026-11-${day}`, from: '09:00', to: '10:00', minutes: 60 }
      expect((await service.call('POST', '/api/Wish', { as: waiting, body: wish })).status).toBe(201)
      await service.call('PUT', '/api/Order', { as: member, body: { orderNo, status: 'cancelled' } })
      await service.jobs.send(service.db, 'offer-freed-floor', {})
      await service.jobsDone('offer-freed-floor')
      return (await service.call('GET', '/api/Wish/List', { as: waiting })).body.items[0].status
    }
    expect([await offered(18), await offered(20)]).toEqual(['open', 'offered'])
    await emptyTables(service.db, booked)
  })
})

describe('what the desk orders for somebody', () => {
  it('can be paid at the desk, so that it is taken; a link is sent only for what can be paid by it', async () => {
    const placed = async (items: object[]) => (await post(desk, '/api/Staff/Order', { emailOrAccount: member.email, items })).body.orderNo
    const link = (orderNo: string) => post(desk, '/api/Staff/Payment/Link', { orderNo, by: 'mail' })
    const [near, far] = [await placed([at(2, 18, 9)]), await placed([at(2, 20, 9)])]
    expect(await link(near)).toMatchObject({
      status: 409,
      body: {
        code: 'cannot_pay_online',
        title: '這筆費用沒有可用的線上付款方式，寄出連結或通知也無法繳費。請在櫃檯收款，或在規則中開放會員到櫃檯繳費',
      },
    })
    expect((await link(far)).status).toBe(204)
    expect((await payAtDesk(near, 300)).status).toBe(200)
    await emptyTables(service.db, `ledger, ${booked}`)
  })

  it('and sells by a link is not written when the link would lead nowhere', async () => {
    const byLink = (items: object[]) => sell(desk, { memberId: member.id, items, amount: 300, payment: { way: 'link', by: 'mail' } })
    expect(await byLink([at(2, 18, 9)])).toMatchObject({ status: 409, body: { code: 'cannot_pay_online' } })
    expect(await orders()).toBe(0)
    expect((await byLink([at(2, 20, 9)])).status).toBe(201)
    await emptyTables(service.db, booked)
  })

  it('and lapses gives a point only if it could have been paid', async () => {
    const byDesk = async (day: number) =>
      (await post(desk, '/api/Staff/Order', { emailOrAccount: member.email, items: [at(3, day, 9)] })).body.orderNo
    const [near, far] = [await byDesk(18), await byDesk(22)]
    await jobsRanUntil(service.db, service.clock.now())
    goTo(service, '2026-11-17T10:00:00+08:00')
    await jobsRanUntil(service.db, service.clock.now())
    await service.jobs.send(service.db, 'expire-unpaid-orders', {})
    await service.jobsDone('expire-unpaid-orders')
    const rows = await service.db
      .selectFrom('orders as o')
      .select(['o.order_no', 'o.state'])
      .select(({ selectFrom, fn }) =>
        selectFrom('violations as v').select(fn.countAll<number>().as('n')).whereRef('v.order_id', '=', 'o.id').as('points'),
      )
      .execute()
    const pointsOf = (orderNo: string) => rows.find(({ order_no }) => order_no === orderNo)
    expect([pointsOf(near), pointsOf(far)]).toEqual([
      { order_no: near, state: 'expired', points: 0 },
      { order_no: far, state: 'expired', points: 1 },
    ])
    await emptyTables(service.db, booked)
  })
})

describe('what staff move to a dearer period', () => {
  it('costs a difference that no number can pay: it is paid at the desk, and the mail says so', async () => {
    const { orderNo } = (await place(member, later)).body
    await payAtDesk(orderNo, 300)
    const { items } = (await service.call('GET', `/api/Order/${orderNo}`, { as: member })).body
    const moved = { ...at(1, 20, 19), moves: 0, reason: '換場' }
    expect((await post(desk, `/api/Staff/Booking/${items[0].id}/Move`, moved)).status).toBe(200)
    service.clock.advance(61_000)
    await service.jobs.send(service.db, 'settle-moves', {})
    await service.jobsDone('settle-moves')
    await service.writeLetters()
    const mails = await service.db.selectFrom('messages').select('body').where('recipient', '=', member.email).execute()
    const told = mails.map(({ body }) => body ?? '').filter((body) => body.includes('補繳差額'))
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('這筆差額無法線上付款，請於到場時在櫃檯繳納')
    await emptyTables(service.db, `ledger, ${booked}`)
  })
})

describe('a locker', () => {
  const rent = (as: TestMember, lockerId: number) =>
    service.call('POST', '/api/Locker/Rent', { as, body: { lockerId, term: 'month' }, headers: { 'idempotency-key': randomUUID() } })
  const renew = (rentalId: string) =>
    service.call('POST', '/api/Locker/Renew', {
      as: member,
      body: { rentalId, term: 'month' },
      headers: { 'idempotency-key': randomUUID() },
    })
  const ways = async (orderNo: string) => (await service.call('GET', `/api/Payment/Ways?orderNo=${orderNo}`, { as: member })).body.items

  it('is paid within days: its term and its deposit. A renewal whose term ends too soon for a number is refused, or paid at the desk', async () => {
    const rented = await rent(member, 1)
    expect(rented.status, rented.text).toBe(201)
    expect((await ways(rented.body.orderNo)).length).toBe(2)
    expect((await payAtDesk(rented.body.orderNo, 650)).body).toMatchObject({ amount: 650 })
    const { current } = (await service.call('GET', '/api/Locker/Mine', { as: member })).body
    await service.db
      .updateTable('locker_rentals')
      .set({ ends_at: new Date('2026-11-18T00:00:00+08:00') })
      .execute()
    const before = await orders()
    expect(await renew(current.id)).toMatchObject({
      status: 409,
      body: { code: 'cannot_be_paid', title: '這筆費用沒有可用的線上付款方式，請洽櫃檯辦理' },
    })
    expect(await orders()).toBe(before)
    await writeSetting(service.db, 'booking', { payAtDesk: true }, null, service.clock.now())
    const renewed = await renew(current.id)
    expect(renewed.status, renewed.text).toBe(201)
    expect(await ways(renewed.body.orderNo), 'the term ends too soon for a number').toEqual([])
    expect((await payAtDesk(renewed.body.orderNo, 150)).body).toMatchObject({ amount: 150 })
    await writeSetting(service.db, 'booking', { payAtDesk: false }, null, service.clock.now())
  })

  it('whose deposit makes it dearer than any way takes is not reserved', async () => {
    await service.db.updateTable('locker_sizes').set({ deposit: 50_000 }).where('size', '=', 'large').execute()
    const other = await service.newMember()
    const before = await orders()
    expect(await rent(other, 4)).toMatchObject({ status: 409, body: { code: 'cannot_be_paid' } })
    expect(await orders()).toBe(before)
    const held = await service.db.selectFrom('locker_rentals').select('id').where('member_id', '=', other.id).execute()
    expect(held).toEqual([])
  })
})
