import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import { openHouse, type House, type TestMember } from '#testing/house.ts'
import { fewLockers } from '#testing/lockers.ts'
import { payAtGateway } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { lapseLockers } from './lapse-lockers.ts'
import { settleTerm } from './settle-term.ts'
import { remindRenters } from './remind-renters.ts'

let house: House
let me: TestMember
let other: TestMember
let desk: TestMember
beforeEach(async () => {
  house = await openHouse({ lookEverySeconds: 2 })
  await smallCentre(house.db)
  await fewLockers(house.db)
  me = await house.newMember()
  other = await house.newMember()
  desk = await house.newMember({ role: 'desk' })
})
afterEach(() => house.close())

/** A session does not live for months: whoever is still here logs in again. */
async function moveTo(moment: string): Promise<void> {
  house.clock.advance(Date.parse(`${moment}:00+08:00`) - house.clock.now().getTime())
  const now = house.clock.now()
  const until = new Date(now.getTime() + 86_400_000)
  await house.db.updateTable('sessions').set({ expires_at: until, last_seen_at: now }).execute()
  for (const one of [me, other, desk])
    one.token = await house.tokens.signSession({ sessionId: one.sessionId, memberId: one.id, binding: undefined }, now, until)
}
const rent = (lockerId = 1, { as = me, term = 'month', key = randomUUID() as string } = {}) =>
  house.call('POST', '/api/Locker/Rent', { as, body: { lockerId, term }, headers: { 'idempotency-key': key } })
const renew = (rentalId: string, { as = me, term = 'month', key = randomUUID() as string } = {}) =>
  house.call('POST', '/api/Locker/Renew', { as, body: { rentalId, term }, headers: { 'idempotency-key': key } })
const giveBack = (rentalId: string, as = me) => house.call('POST', '/api/Locker/Return', { as, body: { rentalId } })
const clear = (rentalId: string, as = desk) => house.call('POST', '/api/Staff/Locker/Clear', { as, body: { rentalId } })
const mine = async (as = me) => (await house.call('GET', '/api/Locker/Mine', { as })).body
const plan = async (as?: TestMember) => {
  const { walls } = (await house.call('GET', '/api/Locker/Plan', as ? { as } : {})).body
  return Object.fromEntries(
    walls.flatMap((wall: { lockers: { number: string; status: string }[] }) => wall.lockers.map(({ number, status }) => [number, status])),
  )
}
const order = async (orderNo: string, as = me) => (await house.call('GET', `/api/Order/${orderNo}`, { as })).body
const subjects = async (count: number, as = me) => (await house.inbox(as.email, count)).map(({ subject }) => subject)

/** Written, whether or not they are sent by now. */
const messages = async (word: string) => {
  await house.writeLetters()
  const about = house.db.selectFrom('messages').select('id').where('subject', 'like', `%${word}%`)
  return (await about.where('recipient', '=', me.email).execute()).length
}

async function pay(orderNo: string): Promise<'confirmed' | 'refund-due'> {
  const now = house.clock.now()
  const { id, amount } = await house.db
    .selectFrom('orders')
    .select(['id', 'amount'])
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow()
  const payments = payableOrders({ announceChange: () => {}, settlementHooks: { locker: settleTerm } })
  return house.db.transaction().execute(async (trx) => {
    const attemptId = randomUUID()
    await trx
      .insertInto('payment_attempts')
      .values({
        id: attemptId,
        order_id: id,
        amount,
        trade_no: attemptId.replaceAll('-', '').slice(0, 20),
        state: 'paid',
        method: 'card',
        created_at: now,
        settled_at: now,
      })
      .execute()
    const settled = await payments.settle(trx, { orderId: id, attemptId, amount }, now)
    const row = { order_id: id, attempt_id: attemptId, amount, kind: 'payment' }
    await trx
      .insertInto('ledger')
      .values({ ...row, cause: `payment:${attemptId}`, at: now })
      .execute()
    return settled
  })
}

async function rented(lockerId = 1, term = 'month'): Promise<{ orderNo: string; rentalId: string }> {
  const { orderNo } = (await rent(lockerId, { term })).body
  expect(await pay(orderNo)).toBe('confirmed')
  return { orderNo, rentalId: (await mine()).current.id }
}

describe('the plan', () => {
  it('shows everybody where lockers stand, which are free and what they cost, and me which is mine', async () => {
    const { body } = await house.call('GET', '/api/Locker/Plan')
    expect(body).toMatchObject({
      walls: [
        { wall: 'A', columns: 2, rows: 2, lockers: [{ number: 'A01' }, { number: 'A02' }, { number: 'A03' }] },
        { wall: 'C', columns: 1, rows: 1, lockers: [{ number: 'C01', size: 'large' }] },
      ],
      sizes: [
        { size: 'standard', monthPrice: 150, halfYearPrice: 800, deposit: 500, free: 3, total: 3 },
        { size: 'large', monthPrice: 200, halfYearPrice: 1000, deposit: 500, free: 1, total: 1 },
      ],
      payDays: 5,
      renewDays: 7,
    })
    await rent(2)
    expect(await plan()).toEqual({ A01: 'free', A02: 'taken', A03: 'free', C01: 'free' })
    expect(await plan(me)).toEqual({ A01: 'free', A02: 'mine', A03: 'free', C01: 'free' })
    expect(JSON.stringify((await house.call('GET', '/api/Locker/Plan')).body), 'who rents is nobody’s business').not.toContain(me.id)
  })
})

describe('renting', () => {
  it('reserves the locker, with an order over rent and deposit to pay within five days', async () => {
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
      title: '置物櫃 C01（大型櫃，半年租，含押金 NT$500）',
      amount: 1500,
      items: [],
    })
    const list = await house.call('POST', '/api/Order/List', { as: me, body: { kind: 'locker', keyword: 'C01' } })
    expect(list.body).toMatchObject({ total: 1 })
    expect((await house.call('GET', '/api/Order/Upcoming', { as: me })).body.toPay).toMatchObject([{ orderNo: body.orderNo }])
    expect(await subjects(1)).toEqual(['已保留置物櫃 C01，請於 2026年11月20日（五）10:00 前繳費'])
  })

  it('is paid like every order, through the gateway, also by a bank number', async () => {
    const { orderNo } = (await rent()).body
    const start = await house.call('POST', '/api/Payment/Start', { as: me, body: { orderNo } })
    expect(start.status).toBe(200)
    expect(start.body.fields).toMatchObject({
      TotalAmount: '650',
      ExpireDate: '3',
      ItemName: `置物櫃 A01（標準櫃，月租，含押金 NT$500） ${orderNo}`,
    })
  })

  it('paid, is mine until the same day of the next month has ended', async () => {
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
    const letters = await house.inbox(me.email, 2)
    expect(letters.find(({ subject }) => subject?.includes('開始租用'))?.body).toContain('2026年12月9日（三） 起可續租')
  })

  it('lapses at the very second at which it can no longer be paid: free for others, and told', async () => {
    const { orderNo } = (await rent()).body
    await moveTo('2026-11-20T10:00')
    expect(await plan()).toMatchObject({ A01: 'free' })
    expect(await mine()).toMatchObject({ current: null, past: [{ status: 'lapsed' }] })
    expect((await rent(1, { as: other })).status, 'before any job has said so').toBe(201)
    await expireUnpaidOrders(house.db, house.clock.now(), lapseLockers)
    expect(await order(orderNo)).toMatchObject({ status: 'expired' })
    expect(await messages('保留已失效')).toBe(1)
    expect((await rent(2)).status, 'nothing holds me back').toBe(201)
    expect(await pay(orderNo), 'money that comes now goes back').toBe('refund-due')
    expect(await order(orderNo)).toMatchObject({ paid: 650, owed: 650 })
    expect(await plan()).toMatchObject({ A01: 'taken', A02: 'taken' })
  })

  it('paid late, is mine all the same if it is still free', async () => {
    const { orderNo } = (await rent()).body
    await moveTo('2026-11-21T10:00')
    await expireUnpaidOrders(house.db, house.clock.now(), lapseLockers)
    expect(await pay(orderNo)).toBe('confirmed')
    expect(await mine()).toMatchObject({ current: { status: 'active', number: 'A01', lastDay: '2026-12-21' } })
  })

  it('given up unpaid, is free at once', async () => {
    const { orderNo } = (await rent()).body
    expect((await house.call('PUT', '/api/Order', { as: me, body: { orderNo, status: 'cancelled' } })).status).toBe(200)
    expect(await plan()).toMatchObject({ A01: 'free' })
    expect((await rent(1, { as: other })).status).toBe(201)
    expect((await rent(2)).status).toBe(201)
  })

  it('is for one each, for a locker that exists and is free, and once for each key', async () => {
    const key = randomUUID()
    const first = await rent(1, { key })
    expect((await rent(1, { key })).body).toEqual(first.body)
    expect(await rent(2, { key })).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect(await rent(2)).toMatchObject({ status: 409, body: { code: 'one_locker_each' } })
    expect(await rent(1, { as: other })).toMatchObject({ status: 409, body: { code: 'locker_taken' } })
    expect(await rent(77, { as: other })).toMatchObject({ status: 404, body: { code: 'no_such_locker' } })
    expect((await house.call('POST', '/api/Locker/Rent', { body: { lockerId: 2, term: 'month' } })).status).toBe(401)
    expect(await house.call('POST', '/api/Locker/Rent', { as: other, body: { lockerId: 2, term: 'month' } })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_missing' },
    })
    for (const rubbish of [{}, { lockerId: 'x', term: 'month' }, { lockerId: 1, term: 'year' }, { lockerId: 1e12, term: 'month' }])
      expect((await house.call('POST', '/api/Locker/Rent', { as: other, body: rubbish })).status).toBe(422)
  })
})

describe('renewing', () => {
  it('in the last seven days adds a term, without a deposit, once it is paid', async () => {
    const { rentalId } = await rented()
    expect(await renew(rentalId)).toMatchObject({
      status: 409,
      body: { code: 'renew_too_early', title: '2026年12月9日（三）00:00 起才能續租' },
    })
    await moveTo('2026-12-12T09:00')
    expect(await mine()).toMatchObject({ current: { status: 'expiring', mayRenew: true } })
    const renewed = await renew(rentalId, { term: 'half-year' })
    expect(renewed).toMatchObject({ status: 201, body: { amount: 800, payBefore: '2026-12-15T16:00:00.000Z' } })
    expect(await mine()).toMatchObject({
      current: { status: 'expiring', mayRenew: false, lastDay: '2026-12-15', waiting: { amount: 800 } },
    })
    expect(await renew(rentalId)).toMatchObject({ status: 409, body: { code: 'renewal_waiting', orderNo: renewed.body.orderNo } })
    await pay(renewed.body.orderNo)
    expect(await mine()).toMatchObject({ current: { status: 'active', lastDay: '2027-06-15', waiting: null, returnGives: 1300 } })
    expect(await order(renewed.body.orderNo)).toMatchObject({ status: 'confirmed', title: '置物櫃 A01 續租（標準櫃，半年租）' })
  })

  it('that runs out can be asked for again, and paid late it still counts: nobody else can have had the locker', async () => {
    const { rentalId } = await rented()
    await moveTo('2026-12-09T09:00')
    const first = (await renew(rentalId)).body.orderNo
    await moveTo('2026-12-14T09:00')
    await expireUnpaidOrders(house.db, house.clock.now(), lapseLockers)
    expect(await mine()).toMatchObject({ current: { status: 'expiring', mayRenew: true, waiting: null } })
    expect((await renew(rentalId)).status).toBe(201)
    await moveTo('2026-12-18T09:00')
    expect(await mine()).toMatchObject({ current: { status: 'overdue' } })
    expect(await pay(first)).toBe('confirmed')
    expect(await mine()).toMatchObject({ current: { status: 'active', lastDay: '2027-01-15' } })
  })

  it('is for my own locker, while it is mine', async () => {
    const { rentalId } = await rented()
    await moveTo('2026-12-12T09:00')
    expect((await renew(rentalId, { as: other })).status).toBe(404)
    expect((await renew(randomUUID())).status).toBe(404)
    expect((await renew('rubbish')).status).toBe(422)
    await moveTo('2026-12-16T00:00')
    expect(await renew(rentalId)).toMatchObject({ status: 409, body: { code: 'locker_overdue' } })
  })
})

describe('returning', () => {
  it('frees the locker at once and owes the deposit back, once', async () => {
    const { rentalId, orderNo } = await rented()
    await moveTo('2026-11-25T09:00')
    expect(await giveBack(rentalId)).toMatchObject({ status: 200, body: { amount: 500 } })
    expect(await plan()).toMatchObject({ A01: 'free' })
    expect(await order(orderNo)).toMatchObject({ status: 'completed', paid: 650, owed: 500 })
    expect(await mine()).toMatchObject({ current: null, past: [{ status: 'returned', returnGives: null }] })
    expect(await giveBack(rentalId)).toMatchObject({ status: 409, body: { code: 'locker_not_active' } })
    expect((await rent(1, { as: other })).status).toBe(201)
    expect(await subjects(3)).toContain('置物櫃 A01 已退租')
    const letter = (await house.inbox(me.email, 3)).find(({ subject }) => subject === '置物櫃 A01 已退租')
    expect(letter!.body, 'leads to what comes back').toContain('/member/order/refund?signed=')
  })

  it('gives up a renewal that waits for money, and gives back one that has not begun', async () => {
    const { rentalId } = await rented()
    await moveTo('2026-12-12T09:00')
    const paid = (await renew(rentalId)).body.orderNo
    await pay(paid)
    await moveTo('2026-12-15T09:00')
    expect(await giveBack(rentalId)).toMatchObject({ status: 200, body: { amount: 650 } })
    expect(await order(paid)).toMatchObject({ status: 'cancelled', owed: 150 })

    const second = await rented(2)
    await moveTo('2027-01-12T09:00')
    const waiting = (await renew(second.rentalId)).body.orderNo
    expect(await giveBack(second.rentalId)).toMatchObject({ body: { amount: 500 } })
    expect(await order(waiting)).toMatchObject({ status: 'cancelled', owed: 0 })
    expect(await pay(waiting)).toBe('refund-due')
  })

  it('is for my own locker, once it is paid', async () => {
    const { rentalId } = await rented()
    expect((await giveBack(rentalId, other)).status).toBe(404)
    expect((await house.call('POST', '/api/Locker/Return', { body: { rentalId } })).status).toBe(401)
    expect((await giveBack('rubbish')).status).toBe(422)
    const reserved = await rent(2, { as: other })
    expect(reserved.status).toBe(201)
    expect(await giveBack((await mine(other)).current.id, other)).toMatchObject({ status: 409, body: { code: 'locker_not_active' } })
  })
})

describe('a locker whose time ends', () => {
  it('is written about seven days before, then on the first, seventh and fourteenth day after, once each; then the desk empties it', async () => {
    const { rentalId, orderNo } = await rented()
    const morning = async (day: string) => {
      await moveTo(`${day}T09:00`)
      await remindRenters(house.db, house.clock.now())
      await remindRenters(house.db, house.clock.now())
    }
    const counts: [string, number, number][] = []
    for (const day of [
      '2026-12-08',
      '2026-12-09',
      '2026-12-15',
      '2026-12-16',
      '2026-12-21',
      '2026-12-22',
      '2026-12-28',
      '2026-12-29',
      '2027-01-10',
    ]) {
      await morning(day)
      if (day === '2026-12-28') expect(await clear(rentalId)).toMatchObject({ status: 409, body: { code: 'clear_too_early' } })
      counts.push([day.slice(5), await messages('將於'), await messages('逾期未清')])
    }
    expect(counts).toEqual([
      ['12-08', 0, 0],
      ['12-09', 1, 0],
      ['12-15', 1, 0],
      ['12-16', 1, 1],
      ['12-21', 1, 1],
      ['12-22', 1, 2],
      ['12-28', 1, 2],
      ['12-29', 1, 3],
      ['01-10', 1, 3],
    ])
    expect(await plan()).toMatchObject({ A01: 'taken' })
    const list = await house.call('GET', '/api/Staff/Locker/List?status=overdue', { as: desk })
    expect(list.body).toMatchObject({
      total: 1,
      items: [{ number: 'A01', status: 'overdue', memberAccount: me.account, clearFrom: '2026-12-28T16:00:00.000Z' }],
    })

    expect((await clear(rentalId, me)).status).toBe(403)
    expect((await clear(randomUUID())).status).toBe(404)
    expect((await clear(rentalId)).status).toBe(204)
    expect(await clear(rentalId)).toMatchObject({ status: 409, body: { code: 'locker_not_active' } })
    expect(await plan()).toMatchObject({ A01: 'free' })
    expect(await order(orderNo), 'the deposit is kept').toMatchObject({ status: 'completed', paid: 650, owed: 0 })
    expect(await mine()).toMatchObject({ current: null, past: [{ status: 'cleared' }] })
    expect(await giveBack(rentalId)).toMatchObject({ status: 409 })
  })

  it('and is overdue can still be returned, with its deposit', async () => {
    const { rentalId } = await rented()
    await moveTo('2026-12-20T09:00')
    expect(await giveBack(rentalId)).toMatchObject({ status: 200, body: { amount: 500 } })
  })
})

describe('through the whole house', () => {
  it('from the plan to paid at the gateway to returned, with the deposit on its way back to the card', async () => {
    const { orderNo } = (await rent()).body
    await payAtGateway(house, me, orderNo)
    const { current } = await mine()
    expect(current).toMatchObject({ status: 'active', number: 'A01' })
    expect((await giveBack(current.id)).body).toEqual({ amount: 500 })
    await house.jobs.send(house.db, 'send-refunds', {})
    const refunds = async () => (await house.call('POST', '/api/Order/Refund/List', { as: me, body: {} })).body.items
    await expect
      .poll(refunds, { timeout: 20_000 })
      .toMatchObject([
        { orderNo, title: '置物櫃 A01（標準櫃，月租，含押金 NT$500）', cause: 'deposit', causeText: '退還押金', way: 'card', amount: 500 },
      ])
    expect((await house.call('POST', '/api/Order/Refund/Check', { as: me, body: { orderNo } })).status).toBeLessThan(500)
  })

  it('by a bank number, too', async () => {
    const { orderNo } = (await rent(4)).body
    await payAtGateway(house, me, orderNo, 'atm')
    expect(await mine()).toMatchObject({ current: { status: 'active', number: 'C01' } })
  })

  it('the job of every minute lets it lapse', async () => {
    const { orderNo } = (await rent()).body
    await moveTo('2026-11-20T10:00')
    await house.jobs.send(house.db, 'expire-unpaid-orders', {})
    const states = async () => house.db.selectFrom('locker_rentals').select('state').execute()
    await expect.poll(states, { timeout: 15_000 }).toEqual([{ state: 'lapsed' }])
    expect(await order(orderNo)).toMatchObject({ status: 'expired' })
    const points = await house.db.selectFrom('violations').select('id').execute()
    expect(points, 'nobody gets a point for it').toEqual([])
  })
})

describe('who has a locker', () => {
  it('does not close the account before it is returned, and finds it in what is handed out', async () => {
    await rented()
    const closing = await house.call('POST', '/api/AccountMember/Close', { as: me, body: { secret: 'a good long secret' } })
    expect(closing).toMatchObject({ status: 409, body: { code: 'bookings_open' } })
    const { lockers, orders } = (await house.call('GET', '/api/AccountMember/Export', { as: me })).body
    expect(lockers).toMatchObject([{ number: 'A01', status: 'active', deposit: 500 }])
    expect(orders).toMatchObject([{ title: '置物櫃 A01（標準櫃，月租，含押金 NT$500）', items: [], paid: 650 }])
  })

  it('cannot ask for the rent back as for a booking', async () => {
    const { orderNo } = await rented()
    const asked = await house.call('POST', '/api/Order/Refund', { as: me, body: { orderNo, acceptZero: true } })
    expect(asked.status).toBeGreaterThanOrEqual(400)
    expect(await mine()).toMatchObject({ current: { status: 'active' } })
  })
})
