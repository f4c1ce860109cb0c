import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { failuresOf } from '#lib/failures.ts'
import type { RefundAnswer } from '#modules/payments/provider.ts'
import { paidNotice } from '#testing/payment-fixture.ts'
import { poison } from '#testing/poison.ts'
import { providersOf } from '#testing/provider-by-hand.ts'
import { unaudited } from '#testing/unaudited.ts'
import { openRefundFixture, type RefundFixture } from '#testing/refund-fixture.ts'
import { markRefund } from './review-refund.ts'
import { sendRefund, sendRefunds } from './send-refunds.ts'

const now = new Date('2026-11-16T10:00:00+08:00')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
let fixture: RefundFixture
beforeAll(async () => {
  fixture = await openRefundFixture()
})
afterAll(() => fixture.close())
beforeEach(() => fixture.empty())

const answers = (...given: RefundAnswer[]) => {
  fixture.gateway.refund = async (refund) => {
    fixture.sent.push(refund)
    const answer = given.shift()
    if (!answer) throw new Error('the line is dead')
    return answer
  }
}
const run = (at = now) => sendRefunds(fixture.sending, { now: () => at })

describe('a refund to a card', () => {
  it('is sent once, booked once, and no longer owed', async () => {
    const { refundNo, orderNo } = await fixture.asked(now)
    answers({ kind: 'refunded' })
    await run()
    await run()
    expect(fixture.sent).toMatchObject([{ amount: 300, total: 300, isFirst: true }])
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'refunded', tries: 1, unclear: false })
    expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent: 300, owed: 0 })
  })

  it('is sent although another cannot be, and what is owed becomes a refund although another cannot', async () => {
    const [bad, good] = [await fixture.asked(now), await fixture.asked(now, { hour: 11 })]
    const owed = [await fixture.paidTwice(now, 0), await fixture.paidTwice(now, 1)]
    for (const { second } of owed) await fixture.receive(paidNotice(second), now)
    const [owedBad, owedGood] = await Promise.all(owed.map(({ orderNo }) => fixture.order(orderNo)))
    const cures = [
      await poison(fixture.db, 'refund_tries', (await fixture.refund(bad.refundNo)).id),
      await poison(fixture.db, 'refunds', owedBad!.id),
    ]
    const before = failuresOf('job')
    answers({ kind: 'refunded' }, { kind: 'refunded' })
    await run()
    expect(failuresOf('job')).toBe(before + 2)
    expect([await fixture.refund(bad.refundNo), await fixture.refund(good.refundNo)]).toMatchObject([
      { state: 'approved' },
      { state: 'refunded' },
    ])
    const refunded = await fixture.db.selectFrom('refunds').select('order_id').where('cause', '=', 'double-payment').execute()
    expect(refunded.map((one) => one.order_id)).toEqual([owedGood!.id])
    for (const cure of cures) await cure()
  })

  it('is recorded as an attempt before it is sent', async () => {
    const { refundNo } = await fixture.asked(now)
    fixture.gateway.refund = async () => {
      expect(await fixture.tries(refundNo)).toEqual([{ number: 1, outcome: null }])
      expect(await fixture.refund(refundNo)).toMatchObject({ state: 'processing' })
      return { kind: 'refunded' }
    }
    await run()
    expect(await fixture.tries(refundNo)).toEqual([{ number: 1, outcome: 'refunded' }])
  })

  it('waits while the gateway does not accept it yet', async () => {
    const { refundNo } = await fixture.asked(now)
    fixture.gateway.refundableFrom = (_, at) => (at < later(60) ? later(60) : at)
    answers({ kind: 'refunded' })
    await run()
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'approved', tries: 0 })
    await run(later(59))
    expect(fixture.sent).toEqual([])
    await run(later(60))
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'refunded' })
  })

  it('is retried on three more days when the card refuses, with one mail to the member', async () => {
    const { refundNo, orderNo } = await fixture.asked(now)
    const no: RefundAnswer = { kind: 'refused', reason: '51 no' }
    answers(no, no, no, no)
    const day = 24 * 60
    await run()
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'failed', failure: '51 no' })
    await run(later(day - 1))
    expect(fixture.sent).toHaveLength(1)
    for (const days of [1, 2, 3, 4, 5]) await run(later(days * day))
    expect(fixture.sent).toHaveLength(4)
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'failed', tries: 4 })
    expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent: 0, owed: 300 })
    expect((await fixture.told()).filter((kind) => kind === 'failed')).toHaveLength(1)
  })
})

describe('an unclear answer of the gateway', () => {
  it('is never followed by a retry, but held for staff', async () => {
    const { refundNo, orderNo } = await fixture.asked(now)
    answers({ kind: 'unclear', reason: 'no answer in time' }, { kind: 'refunded' })
    await run()
    for (const days of [1, 2, 3]) await run(later(days * 24 * 60))
    expect(fixture.sent).toHaveLength(1)
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'processing', unclear: true })
    const mark = (outcome: 'paid' | 'failed') =>
      markRefund(fixture.asking, { refundNo, outcome, note: '查過了', by: fixture.members[1]! }, unaudited, later(100))
    expect(await mark('paid')).toMatchObject({ ok: true })
    expect(await mark('paid')).toMatchObject({ ok: false })
    expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent: 300, owed: 0 })
  })

  it('is retried when staff have found that the money did not arrive', async () => {
    const { refundNo } = await fixture.asked(now)
    answers({ kind: 'unclear', reason: '?' }, { kind: 'refunded' })
    await run()
    await markRefund(fixture.asking, { refundNo, outcome: 'failed', note: '沒有退', by: fixture.members[1]! }, unaudited, later(10))
    await run(later(11))
    expect(fixture.sent).toHaveLength(2)
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'refunded' })
  })

  it('is also a broken connection, or a process that ended while sending', async () => {
    const first = await fixture.asked(now)
    answers()
    await run()
    expect(await fixture.refund(first.refundNo)).toMatchObject({ state: 'processing', unclear: true })

    const second = await fixture.asked(now, { hour: 10 })
    const gone = new Promise<RefundAnswer>(() => {})
    fixture.gateway.refund = () => gone
    const { id } = await fixture.refund(second.refundNo)
    void sendRefund(fixture.sending, id, { now: () => now })
    while ((await fixture.tries(second.refundNo)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await run(later(9))
    expect(await fixture.refund(second.refundNo)).toMatchObject({ unclear: false })
    await run(later(11))
    expect(await fixture.refund(second.refundNo)).toMatchObject({ state: 'processing', unclear: true })
  })

  it.each([
    ['before staff have looked', undefined, 'refunded', 300],
    ['after staff have said that nothing arrived', 'failed', 'refunded', 300],
    ['after it was sent again', 'again', 'processing', 0],
  ] as const)('that comes after all, %s, settles it once', async (_, decided, state, sent) => {
    const { refundNo, orderNo } = await fixture.asked(now)
    let arrive!: (answer: RefundAnswer) => void
    fixture.gateway.refund = () => new Promise((resolve) => (arrive = resolve))
    const { id } = await fixture.refund(refundNo)
    let at = now
    const sending = sendRefund(fixture.sending, id, { now: () => at })
    while ((await fixture.tries(refundNo)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    at = later(11)
    await run(at)
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'processing', unclear: true })
    const late = arrive
    if (decided) await markRefund(fixture.asking, { refundNo, outcome: 'failed', note: '沒有退', by: fixture.members[1]! }, unaudited, at)
    if (decided === 'again') {
      void sendRefund(fixture.sending, id, { now: () => at })
      while ((await fixture.tries(refundNo)).length === 1) await new Promise((resolve) => setTimeout(resolve, 10))
    }
    late({ kind: 'refunded' })
    await sending
    expect(await fixture.refund(refundNo)).toMatchObject({ state, unclear: false })
    expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent, owed: 300 - sent })
    // What the gateway said is written down, whatever was decided; sent once more, it is for finance to look into.
    expect((await fixture.tries(refundNo))[0]).toEqual({ number: 1, outcome: 'refunded' })
    expect((await fixture.refund(refundNo)).perhaps_twice).toBe(decided === 'again')
  })
})

describe('a gateway that cannot be reached', () => {
  it('was not asked: the refund is sent by a later run, and counts no try', async () => {
    const { refundNo, orderNo } = await fixture.asked(now)
    const down: RefundAnswer = { kind: 'unreached', reason: 'ECONNREFUSED' }
    answers(down, down, down, down, down, { kind: 'refunded' })
    for (const minute of [0, 1, 2, 3, 4]) await run(later(minute))
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'approved', unclear: false, tries: 0, failure: 'ECONNREFUSED' })
    expect(await fixture.tries(refundNo)).toEqual([])
    await run(later(5))
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'refunded', tries: 1, failure: null })
    expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent: 300, owed: 0 })
    expect(await fixture.told()).not.toContain('failed')
  })

  it('is left alone by the other refunds of the run, as is one that does not answer; the next run goes on', async () => {
    for (const hour of [9, 10, 11]) await fixture.asked(now, { hour })
    answers(
      { kind: 'unreached', reason: 'ECONNREFUSED' },
      { kind: 'unclear', reason: 'no answer in time' },
      { kind: 'refunded' },
      { kind: 'refunded' },
    )
    await run()
    expect(fixture.sent).toHaveLength(1)
    await run(later(1))
    expect(fixture.sent).toHaveLength(2)
    await run(later(2))
    expect(fixture.sent).toHaveLength(4)
  })
})

it('the adapter is told whether a part of the payment was refunded before', async () => {
  const { orderNo, refundNo } = await fixture.asked(now, { items: 2, give: 1 })
  answers({ kind: 'refunded' }, { kind: 'refunded' })
  await run()
  expect(await fixture.refund(refundNo)).toMatchObject({ state: 'refunded' })
  await fixture.askAgain(orderNo, now)
  await run(later(1))
  expect(fixture.sent).toMatchObject([
    { amount: 300, total: 600, isFirst: true },
    { amount: 300, total: 600, isFirst: false },
  ])
})

const stepsOf = async (refundNo: string) => {
  const { id } = await fixture.refund(refundNo)
  const steps = await fixture.db.selectFrom('refund_steps').select('state').where('refund_id', '=', id).orderBy('id').execute()
  return steps.map(({ state }) => state)
}

describe('a refund of several payments', () => {
  it('keeps the step of the card that got its part when the gateway cannot be reached for the next one', async () => {
    const asked = await fixture.asked(now, { items: 2 })
    await fixture.withTwoCards(asked, now)
    answers({ kind: 'refunded' }, { kind: 'unreached', reason: 'ECONNREFUSED' }, { kind: 'refunded' })
    await run()
    expect(await fixture.refund(asked.refundNo)).toMatchObject({ state: 'approved', went_back: 300, tries: 1 })
    expect(await stepsOf(asked.refundNo)).toEqual(['requested', 'approved', 'processing'])
    await run(later(1))
    expect(await stepsOf(asked.refundNo)).toEqual(['requested', 'approved', 'processing', 'refunded'])
  })

  it('takes its step back when the gateway was not reached for the first one', async () => {
    const asked = await fixture.asked(now, { items: 2 })
    await fixture.withTwoCards(asked, now)
    answers({ kind: 'unreached', reason: 'ECONNREFUSED' })
    await run()
    expect(await stepsOf(asked.refundNo)).toEqual(['requested', 'approved'])
  })

  it('that waits for a card though none has a part in it goes on to an account', async () => {
    const { refundNo, orderNo } = await fixture.asked(now)
    const { id } = await fixture.order(orderNo)
    await fixture.db.updateTable('payment_attempts').set({ method: 'atm' }).where('order_id', '=', id).execute()
    await run()
    expect(fixture.sent).toEqual([])
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'approved', way: 'bank', bank_account: null })
    expect(await fixture.told()).toEqual(['requested', 'account-needed'])
  })
})

it('a refund that fails by itself lets the others go first for ten minutes', async () => {
  const [bad, good] = [await fixture.asked(now, { items: 2, hour: 9 }), await fixture.asked(now, { hour: 10 })]
  fixture.gateway.refundableFrom = ({ amount }, at) => {
    if (amount === 600) throw new Error('cannot be done')
    return at
  }
  await run()
  expect(await fixture.refund(bad.refundNo)).toMatchObject({ state: 'approved', tries: 0 })
  expect(await fixture.refund(good.refundNo)).toMatchObject({ state: 'refunded' })
  fixture.gateway.refundableFrom = (_, at) => at
  await run(later(9))
  expect(await fixture.refund(bad.refundNo)).toMatchObject({ state: 'approved' })
  await run(later(10))
  expect(await fixture.refund(bad.refundNo)).toMatchObject({ state: 'refunded' })
})

it('a run that takes longer than an attempt may be open does not lose its own attempts', async () => {
  const [first, second] = [await fixture.asked(now, { hour: 9 }), await fixture.asked(now, { hour: 10 })]
  let at = now
  const waiting = { ...fixture.gateway, refundableFrom: () => later(600) }
  fixture.gateway.refund = async () => {
    at = new Date(at.getTime() + 6 * 60_000)
    // Meanwhile, the other queue.
    await sendRefunds({ ...fixture.sending, providers: providersOf(waiting) }, { now: () => at })
    return { kind: 'refunded' }
  }
  await sendRefunds(fixture.sending, { now: () => at })
  for (const { refundNo } of [first, second]) expect(await fixture.refund(refundNo)).toMatchObject({ state: 'refunded', unclear: false })
})
