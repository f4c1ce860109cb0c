import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertRefundDue } from '#modules/orders/refund-due-store.ts'
import { readFreeMoney } from '#modules/orders/supplement-store.ts'
import { barrier } from '#testing/moments.ts'
import { paidNotice } from '#testing/payment-fixture.ts'
import { openRefundFixture, type RefundFixture } from '#testing/refund-fixture.ts'
import { askRefund } from './ask-refund.ts'
import { sendRefund, sendRefunds } from './send-refunds.ts'

const now = new Date('2026-11-16T10:00:00+08:00')
const clock = { now: () => now }
const times = Array.from({ length: 20 }, (_, n) => n)
let fixture: RefundFixture
beforeAll(async () => {
  fixture = await openRefundFixture({ pool: 20 })
})
afterAll(() => fixture.close())
beforeEach(() => fixture.empty())

const ask = (orderNo: string, itemIds?: string[]) => askRefund(fixture.asking, fixture.request(orderNo, itemIds), now)

describe('twenty refund requests at once', () => {
  it('refund one item once', async () => {
    const { orderNo, itemIds } = await fixture.paid(now, { items: 2 })
    const asked = await Promise.all(times.map(() => ask(orderNo, [itemIds[0]!])))
    expect(asked.filter(({ ok }) => ok)).toHaveLength(1)
    for (const one of asked) if (!one.ok) expect(one.refusal).toEqual({ code: 'item_not_refundable', items: [itemIds[0]] })
    expect(await fixture.money(orderNo)).toEqual({ paid: 600, sent: 0, owed: 300 })
    expect((await fixture.order(orderNo)).held).toHaveLength(1)
  })

  it('refund the items of one order once each, and cancel it with the last', async () => {
    const { orderNo, itemIds } = await fixture.paid(now, { items: 2 })
    const asked = await Promise.all(times.map((n) => ask(orderNo, n % 3 === 2 ? undefined : [itemIds[n % 3]!])))
    expect(asked.filter(({ ok }) => ok).length).toBeLessThanOrEqual(2)
    expect(await fixture.order(orderNo)).toMatchObject({ state: 'cancelled', held: [] })
    expect(await fixture.money(orderNo)).toEqual({ paid: 600, sent: 0, owed: 600 })
  })

  it('send one refund once', async () => {
    const { refundNo, orderNo } = await fixture.asked(now)
    const { id } = await fixture.refund(refundNo)
    fixture.gateway.refund = async (refund) => (fixture.sent.push(refund), { kind: 'refunded' })
    await Promise.all(times.map((n) => (n % 2 ? sendRefund(fixture.sending, id, clock) : sendRefunds(fixture.sending, clock))))
    expect(fixture.sent).toHaveLength(1)
    expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent: 300, owed: 0 })
  })
})

describe('a refund and a payment notice of the same order at once', () => {
  it('lose nothing and send nothing twice when it is a second payment', async () => {
    for (const round of times.slice(0, 10)) {
      const { orderNo, second } = await fixture.paidTwice(now, round)
      const [asked, verdict] = await Promise.all([ask(orderNo), fixture.receive(paidNotice(second), now)])
      expect([asked.ok, verdict]).toEqual([true, 'paid'])
      await Promise.all([sendRefunds(fixture.sending, clock), sendRefunds(fixture.sending, clock)])
      expect(await fixture.order(orderNo)).toMatchObject({ state: 'cancelled', held: [] })
      expect(await fixture.money(orderNo)).toEqual({ paid: 600, sent: 600, owed: 0 })
    }
  })

  it('end in a booking or in a refund when it is the first payment', async () => {
    for (const round of times.slice(0, 10)) {
      const orderNo = await fixture.place(now, { ahead: 4, courtId: 1 + (round % 8) })
      const { tradeNo } = await fixture.visit(orderNo, now)
      const [asked, verdict] = await Promise.all([ask(orderNo), fixture.receive(paidNotice(tradeNo), now)])
      expect(verdict).toBe('paid')
      if (!asked.ok) expect(asked.refusal).toEqual({ code: 'order_not_refundable' })
      expect(await fixture.order(orderNo)).toMatchObject({ state: asked.ok ? 'cancelled' : 'confirmed' })
      expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent: 0, owed: asked.ok ? 300 : 0 })
      await fixture.empty()
    }
  })
})

/** The same refund without guards: reads what is left, then writes it. */
async function inAHurry(orderNo: string, looked: () => Promise<void>): Promise<void> {
  const order = await fixture.order(orderNo)
  const free = await readFreeMoney(fixture.db, order.id)
  await looked()
  if (free >= 300)
    await insertRefundDue(
      fixture.db,
      { id: randomUUID(), orderId: order.id, attemptId: null, amount: 300, reason: 'asked', cause: randomUUID() },
      now,
    )
}

describe('the control', () => {
  const guard = (word: 'disable' | 'enable') =>
    sql.raw(`alter table refunds_due ${word} trigger refunds_due_never_more_than_paid`).execute(fixture.db)

  it('refunds more than was paid without the guards, so the tests above mean something', async () => {
    const { orderNo } = await fixture.paid(now)
    await guard('disable')
    try {
      const looked = barrier(10)
      await Promise.all(times.slice(0, 10).map(() => inAHurry(orderNo, looked)))
      expect((await fixture.money(orderNo)).owed).toBe(3000)
    } finally {
      await sql`truncate refunds_due cascade`.execute(fixture.db)
      await guard('enable')
    }
  })

  it('refunds once with the guards of the database alone', async () => {
    const { orderNo } = await fixture.paid(now)
    const looked = barrier(10)
    const done = await Promise.allSettled(times.slice(0, 10).map(() => inAHurry(orderNo, looked)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent: 0, owed: 300 })
  })

  it('refunds a second payment twice without the guard, and once with it', async () => {
    const { orderNo, second } = await fixture.paidTwice(now, 0)
    await fixture.receive(paidNotice(second), now)
    const { id } = await fixture.order(orderNo)
    const all = () =>
      insertRefundDue(
        fixture.db,
        { id: randomUUID(), orderId: id, attemptId: null, amount: 600, reason: 'asked', cause: randomUUID() },
        now,
      )
    await expect(all()).rejects.toMatchObject({ constraint: 'never_more_than_paid' })
    await guard('disable')
    try {
      await all()
      expect(await fixture.money(orderNo)).toEqual({ paid: 600, sent: 0, owed: 900 })
    } finally {
      await sql`truncate refunds_due cascade`.execute(fixture.db)
      await guard('enable')
    }
  })
})
