import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PayWay } from './way-rules.ts'
import { sql } from 'kysely'
import { emptyOrders } from '#testing/empty-orders.ts'
import { cancelOrder } from '#modules/orders/change-order.ts'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import {
  bankNumberNotice,
  failedNotice,
  openPaymentFixture,
  paidNotice,
  storeCodeNotice,
  type PaymentFixture,
} from '#testing/payment-fixture.ts'

/** A Monday. */
const now = new Date('2026-11-16T10:00:00+08:00')
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const payment = (tradeNo: string) => ({ kind: 'payment', amount: 300, cause: `payment:${tradeNo}` })

let fixture: PaymentFixture
beforeAll(async () => {
  fixture = await openPaymentFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await emptyOrders(fixture.db)
  fixture.announced.length = 0
})

async function unpaid({ way, ...options }: Parameters<PaymentFixture['place']>[1] & { way?: PayWay } = {}) {
  const orderNo = await fixture.place(now, options)
  const { tradeNo, fields } = await fixture.visit(orderNo, now, undefined, way)
  return { orderNo, tradeNo, fields }
}

describe('a payment', () => {
  it('confirms the order and its spaces, with one row in the ledger', async () => {
    const { orderNo, tradeNo } = await unpaid()
    expect(await fixture.receive(paidNotice(tradeNo), after(5))).toBe('paid')
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'confirmed', held: [null], ledger: [payment(tradeNo)], owed: [] })
    expect(await fixture.attempt(tradeNo)).toMatchObject({
      state: 'paid',
      method: 'card',
      gateway_trade_no: '2611151000090001',
      settled_at: after(5),
    })
    expect(await fixture.verdicts(tradeNo)).toEqual(['paid'])
    expect(fixture.announced).toEqual([[1]])
  })

  it('counts once when its notice arrives twice', async () => {
    const { orderNo, tradeNo } = await unpaid()
    await fixture.receive(paidNotice(tradeNo), after(5))
    expect(await fixture.receive(paidNotice(tradeNo), after(6))).toBe('repeated')
    expect(await fixture.receive(paidNotice(tradeNo, { RtnMsg: 'paid' }), after(900))).toBe('repeated')
    expect((await fixture.order(orderNo)).ledger).toEqual([payment(tradeNo)])
    expect(await fixture.verdicts(tradeNo)).toEqual(['paid', 'repeated', 'repeated'])
  })

  it('is not undone by a later notice of failure, and counts after an earlier one', async () => {
    const { orderNo, tradeNo } = await unpaid()
    expect(await fixture.receive(failedNotice(tradeNo), after(1))).toBe('failed')
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'awaiting-payment', ledger: [] })
    expect(await fixture.attempt(tradeNo)).toMatchObject({ state: 'failed', failure: '10100058 付款失敗' })
    expect(await fixture.receive(paidNotice(tradeNo), after(2))).toBe('paid')
    expect(await fixture.receive(failedNotice(tradeNo), after(3))).toBe('overtaken')
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'confirmed', ledger: [payment(tradeNo)] })
  })

  it('of a second attempt is kept and owed back', async () => {
    const { orderNo, tradeNo } = await unpaid()
    const second = await fixture.visit(orderNo, after(1))
    expect(second.tradeNo).not.toBe(tradeNo)
    await fixture.receive(paidNotice(tradeNo), after(2))
    expect(await fixture.receive(paidNotice(second.tradeNo), after(3))).toBe('paid')
    expect(await fixture.order(orderNo)).toMatchObject({
      state: 'confirmed',
      ledger: [payment(tradeNo), payment(second.tradeNo)],
      owed: [{ amount: 300, reason: 'double-payment' }],
    })
  })
})

describe('a late payment', () => {
  it('confirms the order when the periods are still free', async () => {
    const { orderNo, tradeNo } = await unpaid()
    await expireUnpaidOrders(fixture.db, after(16))
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'expired', held: [] })
    expect(await fixture.receive(paidNotice(tradeNo), after(40))).toBe('paid')
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'confirmed', held: [null], ledger: [payment(tradeNo)], owed: [] })
  })

  it('is owed back in full when the periods are taken, whether or not the job has expired the order', async () => {
    for (const tidied of [true, false]) {
      const { orderNo, tradeNo } = await unpaid({ courtId: tidied ? 1 : 2 })
      if (tidied) await expireUnpaidOrders(fixture.db, after(16))
      const others = await fixture.place(after(17), { member: fixture.members[1]!, courtId: tidied ? 1 : 2 })
      expect(await fixture.receive(paidNotice(tradeNo), after(20))).toBe('paid')
      expect(await fixture.order(orderNo)).toMatchObject({
        state: 'expired',
        held: [],
        ledger: [payment(tradeNo)],
        owed: [{ amount: 300, reason: 'late-payment' }],
      })
      expect((await fixture.order(others)).held).toHaveLength(1)
    }
  })

  it('is owed back when the member has cancelled the order, or the period has begun', async () => {
    const { orderNo, tradeNo } = await unpaid()
    await cancelOrder(fixture.db, (await fixture.order(orderNo)).id, after(1))
    await fixture.receive(paidNotice(tradeNo), after(2))
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'cancelled', held: [], owed: [{ amount: 300, reason: 'late-payment' }] })

    const missed = await unpaid({ courtId: 2 })
    await fixture.receive(paidNotice(missed.tradeNo), after(24 * 60))
    expect(await fixture.order(missed.orderNo)).toMatchObject({
      state: 'expired',
      held: [],
      ledger: [payment(missed.tradeNo)],
      owed: [{ amount: 300, reason: 'late-payment' }],
    })
  })
})

describe('not fulfilled is', () => {
  it.each([
    ['a bad signature', (tradeNo: string) => ({ ...paidNotice(tradeNo), CheckMacValue: 'A'.repeat(64) }), 'bad-signature'],
    ['an amount that was changed on the way', (tradeNo: string) => ({ ...paidNotice(tradeNo), TradeAmt: '1' }), 'bad-signature'],
    ['a wrong amount, signed', (tradeNo: string) => paidNotice(tradeNo, { TradeAmt: '1' }), 'wrong-amount'],
    ['no amount', (tradeNo: string) => paidNotice(tradeNo, { TradeAmt: '' }), 'wrong-amount'],
    ['another merchant', (tradeNo: string) => paidNotice(tradeNo, { MerchantID: '2000132' }), 'wrong-merchant'],
    ['a simulated payment', (tradeNo: string) => paidNotice(tradeNo, { SimulatePaid: '1' }), 'simulated'],
  ] as const)('%s', async (_, forge, verdict) => {
    const { orderNo, tradeNo } = await unpaid()
    expect(await fixture.receive(forge(tradeNo), after(5))).toBe(verdict)
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'awaiting-payment', held: [after(15)], ledger: [], owed: [] })
    expect(await fixture.attempt(tradeNo)).toMatchObject({ state: 'created' })
    expect(await fixture.verdicts(tradeNo)).toEqual([verdict])
    expect(await fixture.receive(paidNotice(tradeNo), after(6)), 'the true notice still counts').toBe('paid')
  })

  it('an unknown trade; its notice is stored all the same', async () => {
    expect(await fixture.receive(paidNotice('F000000NOBODY'), after(5))).toBe('unknown-trade')
    expect(await fixture.verdicts('F000000NOBODY')).toEqual(['unknown-trade'])
  })

  it('a payment again and again, of which a limited number is stored; what changes something always is', async () => {
    const { orderNo, tradeNo } = await unpaid()
    for (let n = 0; n < 70; n++)
      expect(await fixture.receive(paidNotice(tradeNo, { TradeAmt: '1' }), after(5)), `${n}`).toBe('wrong-amount')
    expect(await fixture.receive(paidNotice(tradeNo), after(6))).toBe('paid')
    for (let n = 0; n < 10; n++) expect(await fixture.receive(paidNotice(tradeNo), after(7))).toBe('repeated')
    const verdicts = await fixture.verdicts(tradeNo)
    expect([verdicts.length, verdicts.at(-1)]).toEqual([61, 'paid'])
    expect(await fixture.receive(paidNotice(tradeNo), after(70))).toBe('repeated')
    expect((await fixture.verdicts(tradeNo)).at(-1), 'an hour later').toBe('repeated')
    expect((await fixture.order(orderNo)).ledger).toHaveLength(1)
  })

  it('rubbish, of which a limited number is stored', async () => {
    for (let n = 0; n < 70; n++)
      expect(await fixture.receive({ MerchantTradeNo: `\u0000${n}\ud800`, RtnCode: '1' }, after(5))).toBe('bad-signature')
    const { rows } = await sql<{ count: number }>`select count(*) from payment_notices`.execute(fixture.db)
    expect(rows[0]!.count).toBe(60)
  })
})

describe('a bank or store number', () => {
  it('keeps the order held until its deadline', async () => {
    const { orderNo, tradeNo, fields } = await unpaid({ ahead: 4, way: 'atm' })
    expect(fields).toMatchObject({ ChoosePayment: 'ATM', ExpireDate: '3' })
    const deadline = new Date('2026-11-19T23:59:59+08:00')
    expect(await fixture.receive(bankNumberNotice(tradeNo, '2026/11/19'), after(5))).toBe('number-issued')
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'awaiting-payment', pay_before: deadline, held: [deadline], ledger: [] })
    expect(await fixture.attempt(tradeNo)).toMatchObject({
      state: 'number-issued',
      method: 'atm',
      payment_number: { kind: 'atm', bankCode: '812', account: '9103522175887271' },
    })
    await expireUnpaidOrders(fixture.db, after(60))
    expect(await fixture.receive(paidNotice(tradeNo, { PaymentType: 'ATM_TAISHIN' }), after(2 * 24 * 60))).toBe('paid')
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'confirmed', held: [null], ledger: [payment(tradeNo)] })
  })

  it('announced after the payment, or twice, changes nothing', async () => {
    const { orderNo, tradeNo } = await unpaid({ ahead: 5 })
    const number = storeCodeNotice(tradeNo, '2026/11/19 10:00:00')
    expect(await fixture.receive(number, after(1))).toBe('number-issued')
    expect(await fixture.receive(number, after(2))).toBe('repeated')
    expect(await fixture.receive(failedNotice(tradeNo), after(3)), 'a card that was tried before').toBe('overtaken')
    await fixture.receive(paidNotice(tradeNo), after(4))
    expect(await fixture.receive(number, after(5))).toBe('overtaken')
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'confirmed', held: [null] })
  })

  it('never extends the hold into the period, and never shortens it', async () => {
    const { orderNo, tradeNo } = await unpaid({ ahead: 4 })
    await fixture.receive(storeCodeNotice(tradeNo, '2026/11/25 10:00:00'), after(1))
    expect((await fixture.order(orderNo)).pay_before).toEqual(new Date('2026-11-20T09:00:00+08:00'))
    const again = await fixture.visit(orderNo, after(2))
    await fixture.receive(storeCodeNotice(again.tradeNo, '2026/11/16 11:00:00'), after(3))
    expect((await fixture.order(orderNo)).pay_before).toEqual(new Date('2026-11-20T09:00:00+08:00'))
  })

  it('issued after the hold lapsed does not restore it; the payment would be late', async () => {
    const { orderNo, tradeNo } = await unpaid({ ahead: 4 })
    const others = await fixture.place(after(16), { member: fixture.members[1]!, ahead: 4 })
    await fixture.receive(bankNumberNotice(tradeNo, '2026/11/19'), after(17))
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'awaiting-payment', pay_before: after(15), held: [] })
    await fixture.receive(paidNotice(tradeNo), after(20))
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'expired', owed: [{ amount: 300, reason: 'late-payment' }] })
    expect((await fixture.order(others)).held).toHaveLength(1)
  })
})

describe('starting a payment', () => {
  it('is for the member’s own unpaid order', async () => {
    const { orderNo, tradeNo } = await unpaid()
    const start = async (minutes: number, member = fixture.members[0]!) => {
      const started = await fixture.start(orderNo, after(minutes), member)
      return started.ok ? 'started' : started.refusal.code
    }
    expect(await start(1, fixture.members[1]!)).toBe('not_found')
    expect(await start(14)).toBe('started')
    expect(await start(15)).toBe('order_expired')
    await fixture.receive(paidNotice(tradeNo), after(14))
    expect(await start(14)).toBe('nothing_to_pay')
  })

  it('makes a new attempt each time, thirty in a quarter of an hour at most', async () => {
    const { orderNo } = await unpaid()
    const codes = []
    for (let n = 1; n <= 30; n++) codes.push(await fixture.start(orderNo, after(1)))
    expect(codes.filter(({ ok }) => ok)).toHaveLength(29)
    expect(codes.at(-1)).toMatchObject({ ok: false, refusal: { code: 'too_many_requests' } })
    const trades = new Set(
      codes.flatMap((started) => (started.ok && started.value.method === 'post' ? [started.value.fields['MerchantTradeNo']] : [])),
    )
    expect(trades.size).toBe(29)
  })

  it('uses return addresses of at most 200 characters, the gateway’s limit', async () => {
    const { fields } = await unpaid()
    for (const name of ['ReturnURL', 'OrderResultURL', 'ClientBackURL']) expect(fields[name]!.length).toBeLessThanOrEqual(200)
    expect(fields['ClientBackURL']).toMatch(/^https:\/\/park\.example\/redirectToResult\?ref=F261116/)
  })
})
