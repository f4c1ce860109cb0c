import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyOrders } from '#testing/empty-orders.ts'
import { arrivedForm, keys, openPaymentFixture, paidNotice, type PaymentFixture } from '#testing/payment-fixture.ts'
import { askAboutPayment, askProviders } from './ask-providers.ts'
import { sign } from './providers/ecpay/fields.ts'
import { attemptMoves, judgeNotice } from './rules.ts'
import { findAttempt, insertPayment } from './store.ts'

const now = new Date('2026-11-16T10:00:00+08:00')
const times = Array.from({ length: 20 }, (_, n) => n)
let fixture: PaymentFixture
beforeAll(async () => {
  fixture = await openPaymentFixture({ pool: 20 })
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await emptyOrders(fixture.db)
})

async function unpaid() {
  const orderNo = await fixture.place(now)
  return { orderNo, tradeNo: (await fixture.visit(orderNo, now)).tradeNo }
}

describe('twenty payment notices at once', () => {
  it('book one payment when they are the same notice', async () => {
    const { orderNo, tradeNo } = await unpaid()
    const verdicts = await Promise.all(times.map(() => fixture.receive(paidNotice(tradeNo), now)))
    expect(verdicts.toSorted()).toEqual(['paid', ...Array.from({ length: 19 }, () => 'repeated')])
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'confirmed', ledger: [{ amount: 300 }], owed: [] })
    expect(await fixture.verdicts(tradeNo)).toHaveLength(20)
  })

  it('book each attempt once, confirm the order once and owe the rest back, without a deadlock', async () => {
    const { orderNo, tradeNo } = await unpaid()
    const others = await Promise.all(times.slice(1).map(async () => (await fixture.visit(orderNo, now)).tradeNo))
    const verdicts = await Promise.all(
      [tradeNo, ...others].flatMap((one) => [fixture.receive(paidNotice(one), now), fixture.receive(paidNotice(one), now)]),
    )
    expect(verdicts.filter((verdict) => verdict === 'paid')).toHaveLength(20)
    const order = await fixture.order(orderNo)
    expect(order.ledger).toHaveLength(20)
    expect(order.owed).toHaveLength(19)
    const events = await fixture.db
      .selectFrom('outbox')
      .select('id')
      .where(sql<boolean>`payload ->> 'kind' = 'confirmed'`)
      .execute()
    expect(events).toHaveLength(1)
  })
})

/** What the provider answers when it is asked about a trade. */
const answersWith = (status: '0' | '1'): void => {
  fixture.gateway.answer = async (_, { MerchantTradeNo = '' }) => {
    const said = { MerchantID: keys.merchantId, MerchantTradeNo, TradeNo: '26', TradeAmt: '300', PaymentType: 'Credit_CreditCard' }
    return { status: 200, text: new URLSearchParams(sign({ ...said, TradeStatus: status }, keys)).toString() }
  }
}

describe('notices and questions at once', () => {
  it('book one payment, whoever hears of it first', async () => {
    answersWith('1')
    const { orderNo, tradeNo } = await unpaid()
    const late = { now: () => new Date(now.getTime() + 11 * 60_000) }
    await Promise.all(
      times.map((n) =>
        n % 3 === 0
          ? fixture.receive(paidNotice(tradeNo), now)
          : n % 3 === 1
            ? askAboutPayment(fixture.deps, tradeNo, late)
            : askProviders(fixture.deps, late, 'by-notice'),
      ),
    )
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'confirmed', ledger: [{ amount: 300 }], owed: [] })
    expect((await fixture.verdicts(tradeNo)).filter((verdict) => verdict === 'paid')).toHaveLength(1)
  })

  it('lose no payment that is told while the question says for the last time that there is none', async () => {
    answersWith('0')
    for (const [round, member] of fixture.members.entries()) {
      const orderNo = await fixture.place(now, { courtId: 1 + round, member })
      const { tradeNo } = await fixture.visit(orderNo, now, member)
      const dayLater = { now: () => new Date(now.getTime() + 25 * 3_600_000) }
      await Promise.all([fixture.receive(paidNotice(tradeNo), now), askProviders(fixture.deps, dayLater, 'by-notice')])
      expect(await fixture.attempt(tradeNo)).toMatchObject({ state: 'paid' })
      expect(await fixture.order(orderNo)).toMatchObject({ ledger: [{ amount: 300 }] })
    }
  })
})

/** The same settlement without guards: reads first, then writes. */
async function applyWithoutGuard(tradeNo: string): Promise<void> {
  const attempt = (await findAttempt(fixture.db, tradeNo))!
  const notice = fixture.ecpay.readNotice(arrivedForm(paidNotice(tradeNo))).notice!
  if (judgeNotice(notice, attempt, fixture.ecpay.merchantId) !== 'paid') return
  await fixture.db.updateTable('payment_attempts').set({ state: attemptMoves.pay.to }).where('id', '=', attempt.id).execute()
  await insertPayment(fixture.db, attempt, { amount: notice.amount, way: 'card' }, now)
}

describe('the control', () => {
  it('books one payment several times without the guards, so the tests above mean something', async () => {
    const { orderNo, tradeNo } = await unpaid()
    await sql`alter table ledger drop constraint ledger_cause_key`.execute(fixture.db)
    try {
      await Promise.all(times.map(() => applyWithoutGuard(tradeNo)))
      expect((await fixture.order(orderNo)).ledger.length).toBeGreaterThan(1)
    } finally {
      await sql`truncate ledger`.execute(fixture.db)
      await sql`alter table ledger add constraint ledger_cause_key unique (cause)`.execute(fixture.db)
    }
  })

  it('books one payment once with the ledger’s unique key alone', async () => {
    const { orderNo, tradeNo } = await unpaid()
    const done = await Promise.allSettled(times.map(() => applyWithoutGuard(tradeNo)))
    expect((await fixture.order(orderNo)).ledger).toHaveLength(1)
    expect(done.some(({ status }) => status === 'rejected')).toBe(true)
  })
})
