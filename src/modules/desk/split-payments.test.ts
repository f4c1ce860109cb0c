import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '#testing/invariants.ts'
import { at, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { staffOrderCalls } from '#testing/staff-orders.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { deskCalls } from '#testing/tills.ts'

/** Orders that the desk is paid for in parts, and by vouchers. */
let service: TestService
let desk: TestMember
let tillId: string
const calls = deskCalls(() => service)
const staff = staffOrderCalls(() => ({ service, desk, tillId }))
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  desk = await service.newMember({ role: 'desk' })
  tillId = await calls.openTill(desk, 1000)
})
afterAll(() => service.close())

const guest = { name: '王小明', mobile: '0911222333' }
const coins = (amount: number, reference = 'QR-778899') => ({ way: 'voucher', kind: 'sports-voucher', amount, reference })
const other = (amount: number, reference = 'BOOK-7') => ({ way: 'voucher', kind: 'voucher', amount, reference })
const card = (amount: number) => ({ way: 'terminal', amount, reference: 'T-0042' })
const cash = (amount: number, given = amount) => ({ way: 'cash', amount, given })
const split = (...parts: object[]) => ({ way: 'split', tillId, parts })
const sell = (court: number, day: number, payment: object, key?: string) =>
  calls.sell(desk, { guest, items: [at(court, day, 19)], amount: 500, payment }, key)
const pay = (orderNo: string, money: object, key?: string) => calls.post(desk, '/api/Staff/Payment/Desk', { orderNo, ...money }, key)
const receiptOf = async (orderNo: string) => (await service.call('GET', `/api/Staff/Payment/Receipt/${orderNo}`, { as: desk })).body
const ledgerOf = async (orderNo: string) =>
  (
    await service.db
      .selectFrom('ledger as l')
      .innerJoin('orders as o', 'o.id', 'l.order_id')
      .select(['l.way', 'l.amount'])
      .where('o.order_no', '=', orderNo)
      .orderBy('l.id')
      .execute()
  ).map(({ way, amount }) => [way, amount])
const whole = async () => expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])
const refundsOf = async (orderNo: string) => (await staff.order(orderNo)).refunds
const refunded = async (orderNo: string, count: number) => {
  await expect.poll(async () => (await refundsOf(orderNo)).length, { timeout: 8000 }).toBe(count)
  return refundsOf(orderNo)
}
const payOut = (refundNo: string, how: object, key?: string) =>
  calls.post(desk, '/api/Staff/Payment/Refund', { refundNo, tillId, ...how }, key)

describe('a sale that is paid in parts', () => {
  it('is one payment for each part, in the ledger, on the receipt and in the till, whose drawer has the cash alone', async () => {
    const before = await calls.till(desk, tillId)
    const sold = await sell(1, 20, split(coins(250), card(150), cash(100, 500)))
    expect(sold, sold.text).toMatchObject({ status: 201, body: { status: 'confirmed', amount: 500, change: 400 } })
    const { orderNo } = sold.body
    expect(await ledgerOf(orderNo)).toEqual([
      ['voucher', 250],
      ['terminal', 150],
      ['cash', 100],
    ])
    expect((await receiptOf(orderNo)).payments).toMatchObject([
      { way: 'voucher', voucher: 'sports-voucher', amount: 250, reference: 'QR-778899', till: '櫃檯', by: expect.any(String) },
      { way: 'terminal', voucher: null, amount: 150, reference: 'T-0042', till: '櫃檯' },
      { way: 'cash', amount: 100, given: 500, change: 400, till: '櫃檯' },
    ])
    const till = await calls.till(desk, tillId)
    expect(till.expected).toBe(before.expected + 100)
    expect(till.ways).toEqual([
      { method: 'cash', sale: 100, refund: 0 },
      { method: 'terminal', sale: 150, refund: 0 },
      { method: 'sports-voucher', sale: 250, refund: 0 },
    ])
    expect(till.vouchers).toMatchObject({ count: 1, amount: 250, slips: [{ reference: 'QR-778899', orderNo }] })
    await whole()
  })

  it('is sold once when the button is pressed twice', async () => {
    const money = split(coins(300), cash(200, 1000))
    const [first, second] = [await sell(2, 20, money, 'split twice'), await sell(2, 20, money, 'split twice')]
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
    expect(await ledgerOf(first.body.orderNo)).toHaveLength(2)
  })

  it('is refused whole where the parts are not the price: no order, no money', async () => {
    const orders = async () =>
      Number(
        (
          await service.db
            .selectFrom('orders')
            .select(({ fn }) => fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    const [count, { expected }] = [await orders(), await calls.till(desk, tillId)]
    for (const [money, code] of [
      [split(coins(600)), 'parts_not_the_price'],
      [split(coins(200), cash(200)), 'parts_not_the_price'],
      [split(card(300), cash(200, 100)), 'given_too_little'],
    ] as const)
      expect(await sell(3, 20, money)).toMatchObject({ status: 422, body: { code } })
    expect(await sell(3, 20, { ...split(card(300), cash(200)), tillId: desk.id })).toMatchObject({
      status: 409,
      body: { code: 'till_closed' },
    })
    for (const parts of [
      [],
      [cash(200), cash(300)],
      [coins(250), coins(250)],
      [coins(0), card(500)],
      [{ way: 'voucher', kind: 'gold', amount: 500, reference: 'x' }],
      [{ way: 'voucher', kind: 'voucher', amount: 500, reference: ' ' }],
      [{ way: 'link', amount: 500 }],
      Array.from({ length: 7 }, (_, n) => coins(n + 1, `no ${n}`)),
    ])
      expect(await sell(3, 20, split(...parts))).toMatchObject({ status: 422, body: { code: 'invalid_body' } })
    expect([await orders(), (await calls.till(desk, tillId)).expected]).toEqual([count, expected])
  })

  it('is for the desk alone', async () => {
    for (const role of ['finance', 'editor'] as const) {
      const body = { guest, items: [at(3, 21, 19)], amount: 500, payment: split(card(500)) }
      expect((await calls.sell(await service.newMember({ role }), body)).status).toBe(403)
    }
  })
})

it('takes nothing for a sale that costs nothing, and checks in who buys a period that has begun', async () => {
  const body = { guest, items: [at(1, 15, 10)], amount: 0, identityId: 7, proofSeen: true, payment: { way: 'arrival' } }
  const sold = await calls.sell(desk, body)
  expect(sold, sold.text).toMatchObject({ status: 201, body: { status: 'confirmed', amount: 0, change: 0, checkedIn: true } })
})

describe('an order that was placed before', () => {
  it('is paid in parts by whoever comes, once', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(4, 20, 19)])
    expect(await pay(orderNo, split(coins(200), card(200)))).toMatchObject({ status: 422, body: { code: 'parts_not_the_price' } })
    const money = split(coins(200), card(300))
    expect(await pay(orderNo, money, 'one press')).toMatchObject({ status: 200, body: { amount: 500, change: 0 } })
    expect(await pay(orderNo, money, 'one press')).toMatchObject({ status: 200, body: { amount: 500, change: 0 } })
    expect(await pay(orderNo, money)).toMatchObject({ status: 409, body: { code: 'nothing_to_pay' } })
    expect(await ledgerOf(orderNo)).toHaveLength(2)
    await whole()
  })

  it('is paid by one voucher for the whole price', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(5, 20, 19)])
    expect(await pay(orderNo, { way: 'voucher', tillId, kind: 'voucher', reference: 'BOOK-1' })).toMatchObject({ body: { amount: 500 } })
    expect(await ledgerOf(orderNo)).toEqual([['voucher', 500]])
  })
})

const mailsTo = async ({ email }: TestMember): Promise<string> => {
  await service.writeLetters()
  await service.jobsDone('write-letters', 'send-refunds-soon', 'send-message')
  return (await service.inbox(email)).map(({ body }) => body).join('\n')
}

/** What moved by each way, as insight counts it: a refund of several payments once for each. */
const insightIs = async () => {
  const { rows } = await sql<{ way: string; amount: number }>`
    select way, sum(amount)::integer as amount from insight_money_of((select array_agg(distinct (at at time zone 'Asia/Taipei')::date) from ledger))
    group by way order by way`.execute(service.db)
  const ledger = await sql`select way, sum(amount)::integer as amount from ledger group by way order by way`.execute(service.db)
  expect(rows).toEqual(ledger.rows)
  expect(rows.map(({ way }) => way)).toEqual(['cash', 'terminal', 'voucher'])
}

describe('a sale in parts that is given back', () => {
  it('goes back by the terminal and in cash as one refund, and as vouchers by another, which becomes no money', async () => {
    const { orderNo } = (await sell(6, 20, split(coins(150), other(50), card(200), cash(100)))).body
    const { items } = await staff.order(orderNo)
    const cancelled = await staff.cancel(orderNo, [{ id: items[0]!.id, moves: 0 }], 'full')
    expect(cancelled.status, cancelled.text).toBe(200)
    const both = await refunded(orderNo, 2)
    const [money, vouchers] = [both.find(({ way }) => way === 'bank')!, both.find(({ way }) => way === 'voucher')!]
    expect(money).toMatchObject({
      amount: 300,
      way: 'bank',
      deskWays: ['cash', 'terminal', 'transfer'],
      deskAmounts: { cash: 100, terminal: 200, transfer: 300 },
    })
    expect(vouchers).toMatchObject({ amount: 200, way: 'voucher', deskWays: ['voucher'], deskAmounts: { voucher: 200 } })

    const account = { bankCode: '007', bankAccount: '0123456789', accountName: '王小明' }
    for (const how of [{ way: 'cash' }, { way: 'terminal', reference: 'x' }, { way: 'transfer', ...account }])
      expect(await payOut(vouchers.refundNo, how)).toMatchObject({ status: 409, body: { code: 'paid_another_way' } })
    expect(await payOut(money.refundNo, { way: 'voucher', reference: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'paid_another_way' },
    })

    const waiting = (await service.call('GET', '/api/Staff/Payment/Refunds', { as: desk })).body.items
    expect(
      waiting
        .filter((one: { orderNo: string }) => one.orderNo === orderNo)
        .map(({ paidBy, amount }: { paidBy: string; amount: number }) => [paidBy, amount]),
    ).toEqual(
      expect.arrayContaining([
        ['cash', 100],
        ['terminal', 200],
        ['voucher', 200],
      ]),
    )

    const before = await calls.till(desk, tillId)
    expect(await payOut(money.refundNo, { way: 'terminal', reference: 'T-0043' })).toMatchObject({ status: 200, body: { amount: 200 } })
    expect(await payOut(money.refundNo, { way: 'cash' })).toMatchObject({ status: 200, body: { amount: 100 } })
    const parts = [
      { attemptId: expect.any(String), method: 'sports-voucher', reference: 'QR-778899', amount: 150 },
      { attemptId: expect.any(String), method: 'voucher', reference: 'BOOK-7', amount: 50 },
    ]
    expect(waiting.find((one: { refundNo: string }) => one.refundNo === vouchers.refundNo).parts).toEqual(parts)
    expect(vouchers.deskParts).toEqual(parts)
    const [coin, book] = vouchers.deskParts.map(({ attemptId }: { attemptId: string }, n: number) => ({
      attemptId,
      reference: `BACK-${n}`,
    }))
    const elsewhere = { attemptId: money.deskParts[0]!.attemptId, reference: 'x' }
    for (const numbers of [{ reference: 'one for both' }, {}, { references: [coin] }, { references: [coin, elsewhere] }])
      expect(await payOut(vouchers.refundNo, { way: 'voucher', ...numbers })).toMatchObject({
        status: 422,
        body: { code: 'references_missing' },
      })
    const whole200 = { way: 'voucher', references: [book, coin] }
    expect(await payOut(vouchers.refundNo, whole200)).toMatchObject({ status: 200, body: { amount: 200 } })
    expect(await payOut(vouchers.refundNo, whole200)).toMatchObject({
      status: 409,
      body: { code: 'refund_paid_already' },
    })
    expect((await ledgerOf(orderNo)).reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(0)
    const till = await calls.till(desk, tillId)
    expect(till.expected).toBe(before.expected - 100)
    const back = till.vouchers.slips.filter((slip: { amount: number }) => slip.amount < 0)
    expect(back.toSorted((a: { amount: number }, b: { amount: number }) => a.amount - b.amount)).toMatchObject([
      { method: 'sports-voucher', amount: -150, reference: 'BACK-0' },
      { method: 'voucher', amount: -50, reference: 'BACK-1' },
    ])
    await whole()
    await insightIs()
  })

  it('goes back to the cards in the order in which the terminal took them, each by a slip of its own', async () => {
    const cards = [1, 2, 3, 4, 5].map((n) => ({ ...card(100), reference: `CARD-${n}` }))
    const { orderNo } = (await sell(8, 21, split(...cards))).body
    const { items } = await staff.order(orderNo)
    expect((await staff.cancel(orderNo, [{ id: items[0]!.id, moves: 0 }], 'full')).status).toBe(200)
    const refund = (await refunded(orderNo, 1))[0]!
    expect(refund.deskParts.map(({ reference }) => reference)).toEqual(cards.map(({ reference }) => reference))
    const references = refund.deskParts.map(({ attemptId }: { attemptId: string }, n: number) => ({
      attemptId,
      reference: `SLIP-${n + 1}`,
    }))
    expect(await payOut(refund.refundNo, { way: 'terminal', references })).toMatchObject({ status: 200, body: { amount: 500 } })
    const slips = (await calls.till(desk, tillId)).terminal.slips.filter((slip: { orderNo: string }) => slip.orderNo === orderNo)
    expect(slips.map(({ reference }: { reference: string }) => reference)).toEqual([
      ...cards.map(({ reference }) => reference),
      ...[1, 2, 3, 4, 5].map((n) => `SLIP-${n}`),
    ])
  })

  it('gives money back before vouchers where the terms give back a part, and the member is told what comes how', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(7, 19, 19), at(8, 19, 19)])
    expect(await pay(orderNo, split(coins(700), cash(300)))).toMatchObject({ status: 200 })
    const check = (await service.call('POST', '/api/Order/Refund/Check', { as: me, body: { orderNo } })).body
    expect(check).toMatchObject({ ways: ['bank'], inVouchers: check.amount - 300 })
    const cancel = async (n: number) => {
      const { items } = await staff.order(orderNo)
      return staff.cancel(orderNo, [{ id: items[n]!.id, moves: 0 }], 'full')
    }
    expect((await cancel(0)).status).toBe(200)
    const mails = await mailsTo(me)
    expect(mails).toContain('NT$300 要退還給您：請到櫃檯領取，或在訂單頁提供退款帳戶。')
    expect(mails).toContain('NT$200 原以票券支付：請到櫃檯退回票券，不會換成現金。')
    expect((await refunded(orderNo, 2)).map(({ way, amount }: { way: string; amount: number }) => [way, amount]).toSorted()).toEqual([
      ['bank', 300],
      ['voucher', 200],
    ])
    expect((await cancel(1)).status).toBe(200)
    expect((await refunded(orderNo, 3)).map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([200, 300, 500])
    await whole()
  })

  it('asks no account of whom only vouchers go back to', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(1, 21, 19)])
    await pay(orderNo, split(coins(500)))
    expect((await service.call('POST', '/api/Order/Refund/Check', { as: me, body: { orderNo } })).body).toMatchObject({ ways: ['voucher'] })
    const asked = await service.call('POST', '/api/Order/Refund', { as: me, body: { orderNo } })
    expect(asked, asked.text).toMatchObject({ status: 200, body: { way: 'voucher', status: 'approved', amount: 500, nextWays: [] } })
    expect(await mailsTo(me)).toContain('這筆原以票券支付，請到櫃檯退回票券，不會換成現金。')
    await whole()
  })
})
