import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import type { TestService, TestMember } from '#testing/test-service.ts'
import { lockerCalls, openLockerService, type LockerService } from '#testing/locker-service.ts'
import { payAtGateway } from '#testing/refunds.ts'
import { lapseLockers } from './order-kinds.ts'

let lockerService: LockerService
let service: TestService
let me: TestMember
let other: TestMember
beforeEach(async () => {
  lockerService = await openLockerService()
  ;({ service, me, other } = lockerService)
})
afterEach(() => service.close())

const { rent, giveBack, mine, plan, order, subjects, messages, pay, rented, moveTo } = lockerCalls(() => lockerService)

describe('the plan of lockers', () => {
  it('shows everybody where the lockers are, which are free and what they cost, and a member which is theirs', async () => {
    const { body } = await service.call('GET', '/api/Locker/Plan')
    expect(body).toMatchObject({
      walls: [
        { wall: 'A', columns: 2, rows: 2, lockers: [{ number: 'A01' }, { number: 'A02' }, { number: 'A03' }] },
        { wall: 'C', columns: 1, rows: 1, lockers: [{ number: 'C01', size: 'large' }] },
      ],
      sizes: [
        { size: 'standard', name: '標準櫃', monthPrice: 150, halfYearPrice: 800, deposit: 500, free: 3, total: 3 },
        { size: 'large', name: '大型櫃', monthPrice: 200, halfYearPrice: 1000, deposit: 500, free: 1, total: 1 },
      ],
      payDays: 5,
      renewDays: 7,
    })
    await rent(2)
    expect(await plan()).toEqual({ A01: 'free', A02: 'taken', A03: 'free', C01: 'free' })
    expect(await plan(me)).toEqual({ A01: 'free', A02: 'mine', A03: 'free', C01: 'free' })
    expect(JSON.stringify((await service.call('GET', '/api/Locker/Plan')).body), 'who rents is nobody’s business').not.toContain(me.id)
  })
})

describe('renting a locker', () => {
  it('reserves it, with an order for rent and deposit to be paid within five days', async () => {
    const { status, body } = await rent(4, { term: 'half-year' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ amount: 1500, payBefore: '2026-11-20T02:00:00.000Z' })
    expect(await mine()).toMatchObject({
      current: {
        number: 'C01',
        status: 'reserved',
        deposit: 500,
        endsAt: null,
        waiting: { orderNo: body.orderNo, term: 'half-year', amount: 1500 },
      },
      past: [],
    })
    expect(await order(body.orderNo)).toMatchObject({
      kind: 'locker',
      status: 'awaiting-payment',
      title: '置物櫃 C01（大型櫃，半年租）、押金',
      lines: [
        { words: '置物櫃 C01（大型櫃，半年租）', count: 1, amount: 1000, purpose: 'price', floor: null },
        { words: '押金', count: 1, amount: 500, purpose: 'deposit', floor: null },
      ],
      amount: 1500,
      items: [],
    })
    const list = await service.call('POST', '/api/Order/List', { as: me, body: { kind: 'locker', keyword: 'C01' } })
    expect(list.body).toMatchObject({ total: 1 })
    expect((await service.call('GET', '/api/Order/Upcoming', { as: me })).body.toPay).toMatchObject([{ orderNo: body.orderNo }])
    expect(await subjects(1)).toEqual(['已保留置物櫃 C01，請於 2026年11月20日（五）10:00 前繳費'])
  })

  it('is paid like every order, through the gateway, also by a bank number', async () => {
    const { orderNo } = (await rent()).body
    const start = await service.call('POST', '/api/Payment/Start', { as: me, body: { orderNo, way: 'atm' } })
    expect(start.status, start.text).toBe(200)
    expect(start.body.fields).toMatchObject({
      TotalAmount: '650',
      ExpireDate: '3',
      ItemName: `置物櫃 A01（標準櫃，月租）、押金 ${orderNo}`,
    })
  })

  it('lasts, once paid, until the end of the same day of the next month', async () => {
    const { orderNo } = await rented()
    expect(await mine()).toMatchObject({
      current: {
        status: 'active',
        lastDay: '2026-12-15',
        endsAt: '2026-12-15T16:00:00.000Z',
        mayRenew: false,
        returnGives: 500,
        waiting: null,
      },
    })
    expect(await order(orderNo)).toMatchObject({ status: 'confirmed', paid: 650, owed: 0 })
    expect(await subjects(2)).toContain('置物櫃 A01 開始租用')
    const letters = await service.inbox(me.email, 2)
    expect(letters.find(({ subject }) => subject?.includes('開始租用'))?.body).toContain('2026年12月9日（三）起可續租')
  })

  it('lapses at the second at which it can no longer be paid: free for others, and the member gets a mail', async () => {
    const { orderNo } = (await rent()).body
    await moveTo('2026-11-20T10:00')
    expect(await plan()).toMatchObject({ A01: 'free' })
    expect(await mine()).toMatchObject({ current: null, past: [{ status: 'lapsed' }] })
    expect((await rent(1, { as: other })).status, 'before any job has said so').toBe(201)
    await expireUnpaidOrders(service.db, service.clock.now(), lapseLockers)
    expect(await order(orderNo)).toMatchObject({ status: 'expired' })
    expect(await messages('保留已失效')).toBe(1)
    expect((await rent(2)).status, 'nothing holds me back').toBe(201)
    expect(await pay(orderNo), 'money that comes now goes back').toBe('refund-due')
    expect(await order(orderNo)).toMatchObject({ paid: 650, owed: 650 })
    expect(await plan()).toMatchObject({ A01: 'taken', A02: 'taken' })
  })

  it('succeeds with a late payment if the locker is still free', async () => {
    const { orderNo } = (await rent()).body
    await moveTo('2026-11-21T10:00')
    await expireUnpaidOrders(service.db, service.clock.now(), lapseLockers)
    expect(await pay(orderNo)).toBe('confirmed')
    expect(await mine()).toMatchObject({ current: { status: 'active', number: 'A01', lastDay: '2026-12-21' } })
  })

  it('frees the locker at once when the unpaid order is cancelled', async () => {
    const { orderNo } = (await rent()).body
    expect((await service.call('PUT', '/api/Order', { as: me, body: { orderNo, status: 'cancelled' } })).status).toBe(200)
    expect(await plan()).toMatchObject({ A01: 'free' })
    expect((await rent(1, { as: other })).status).toBe(201)
    expect((await rent(2)).status).toBe(201)
  })

  it('is refused for a second locker, an unknown one and a taken one, and done once for each idempotency key', async () => {
    const key = randomUUID()
    const first = await rent(1, { key })
    expect((await rent(1, { key })).body).toEqual(first.body)
    expect(await rent(2, { key })).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect(await rent(2)).toMatchObject({ status: 409, body: { code: 'one_locker_each' } })
    expect(await rent(1, { as: other })).toMatchObject({ status: 409, body: { code: 'locker_taken' } })
    expect(await rent(77, { as: other })).toMatchObject({ status: 404, body: { code: 'no_such_locker' } })
    expect((await service.call('POST', '/api/Locker/Rent', { body: { lockerId: 2, term: 'month' } })).status).toBe(401)
    expect(await service.call('POST', '/api/Locker/Rent', { as: other, body: { lockerId: 2, term: 'month' } })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_missing' },
    })
    for (const rubbish of [{}, { lockerId: 'x', term: 'month' }, { lockerId: 1, term: 'year' }, { lockerId: 1e12, term: 'month' }])
      expect((await service.call('POST', '/api/Locker/Rent', { as: other, body: rubbish })).status).toBe(422)
  })
})

describe('a rental through API, gateway and jobs', () => {
  it('goes from the plan to the payment to the return, with the deposit refunded to the card', async () => {
    const { orderNo } = (await rent()).body
    await payAtGateway(service, me, orderNo)
    const { current } = await mine()
    expect(current).toMatchObject({ status: 'active', number: 'A01' })
    expect((await giveBack(current.id)).body).toEqual({ amount: 500 })
    await service.jobs.send(service.db, 'send-refunds', {})
    const refunds = async () => (await service.call('POST', '/api/Order/Refund/List', { as: me, body: {} })).body.items
    await expect
      .poll(refunds, { timeout: 20_000 })
      .toMatchObject([
        { orderNo, title: '置物櫃 A01（標準櫃，月租）、押金', cause: 'deposit', causeText: '退還押金', way: 'card', amount: 500 },
      ])
    expect((await service.call('POST', '/api/Order/Refund/Check', { as: me, body: { orderNo } })).status).toBeLessThan(500)
  })

  it('can be paid by a bank number', async () => {
    const { orderNo } = (await rent(4)).body
    await payAtGateway(service, me, orderNo, 'atm')
    expect(await mine()).toMatchObject({ current: { status: 'active', number: 'C01' } })
  })

  it('lapses by the minutely job', async () => {
    const { orderNo } = (await rent()).body
    await moveTo('2026-11-20T10:00')
    await service.jobs.send(service.db, 'expire-unpaid-orders', {})
    const states = async () => service.db.selectFrom('locker_rentals').select('state').execute()
    await expect.poll(states, { timeout: 15_000 }).toEqual([{ state: 'lapsed' }])
    expect(await order(orderNo)).toMatchObject({ status: 'expired' })
    const points = await service.db.selectFrom('violations').select('id').execute()
    expect(points, 'nobody gets a point for it').toEqual([])
  })
})

describe('a member with a locker', () => {
  it('cannot close the account before it is returned, and finds it in the export', async () => {
    await rented()
    const closing = await service.call('POST', '/api/AccountMember/Close', { as: me, body: { secret: 'a good long secret' } })
    expect(closing).toMatchObject({ status: 409, body: { code: 'bookings_open', open: [{ kind: 'locker' }] } })
    const { lockers, orders } = (await service.call('GET', '/api/AccountMember/Export', { as: me })).body
    expect(lockers).toMatchObject([{ number: 'A01', status: 'active', deposit: 500 }])
    expect(orders).toMatchObject([{ title: '置物櫃 A01（標準櫃，月租）、押金', items: [], paid: 650 }])
  })

  it('cannot ask for a refund of the rent as for a booking', async () => {
    const { orderNo } = await rented()
    const asked = await service.call('POST', '/api/Order/Refund', { as: me, body: { orderNo, acceptZero: true } })
    expect(asked.status).toBeGreaterThanOrEqual(400)
    expect(await mine()).toMatchObject({ current: { status: 'active' } })
  })
})
