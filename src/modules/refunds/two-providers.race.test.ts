import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CardRefund, OpenProvider, RefundAnswer } from '#modules/payments/provider.ts'
import { providersOf } from '#testing/provider-by-hand.ts'
import { openRefundFixture, type RefundFixture } from '#testing/refund-fixture.ts'
import { askRefund } from './ask-refund.ts'
import { sendRefund, sendRefunds, type SendDeps } from './send-refunds.ts'
import { insertTry } from './try-store.ts'

const now = new Date('2026-11-16T10:00:00+08:00')
const clock = { now: () => now }
const times = Array.from({ length: 12 }, (_, n) => n)
let fixture: RefundFixture
beforeAll(async () => {
  fixture = await openRefundFixture({ pool: 20 })
})
afterAll(() => fixture.close())
beforeEach(() => fixture.empty())

type Sent = { by: string; amount: number }

/** Two providers with books of their own, each of which answers as it is told to, a while after it was asked. */
function twoProviders(answers: Partial<Record<string, RefundAnswer>> = {}) {
  const sent: Sent[] = []
  const named = (name: string): OpenProvider => ({
    ...fixture.gateway,
    name,
    refund: async ({ amount }: CardRefund) => {
      sent.push({ by: name, amount })
      await new Promise((resolve) => setTimeout(resolve, 20))
      return answers[name] ?? { kind: 'refunded' }
    },
  })
  const deps: SendDeps = { ...fixture.sending, providers: providersOf(named('ecpay'), named('linepay')) }
  return { sent, deps }
}

/** Two hours, of which one was paid at each provider, and which go back by one refund. */
async function paidAtBoth(): Promise<{ orderNo: string; refundNo: string; id: string }> {
  const asked = await fixture.asked(now, { items: 2 })
  await fixture.withTwoCards(asked, now)
  await fixture.db.updateTable('payment_attempts').set({ provider: 'linepay' }).where('trade_no', '=', `second${asked.refundNo}`).execute()
  return { ...asked, id: (await fixture.refund(asked.refundNo)).id }
}

/** What the ledger says went back, by provider. */
async function booked(orderNo: string): Promise<Sent[]> {
  const { rows } = await sql<Sent>`
    select a.provider as by, -l.amount as amount from ledger l join payment_attempts a on a.id = l.attempt_id join orders o on o.id = l.order_id
    where o.order_no = ${orderNo} and l.kind = 'refund' order by 1`.execute(fixture.db)
  return rows
}
const once = [
  { by: 'ecpay', amount: 300 },
  { by: 'linepay', amount: 300 },
]
const inOrder = (sent: Sent[]) => sent.toSorted((a, b) => a.by.localeCompare(b.by))

describe('a refund over two providers', () => {
  it('is asked for once however often it is asked at once, and no provider gets a part that the other has to give', async () => {
    const { orderNo, itemIds } = await fixture.paid(now, { items: 2 })
    const answers = await Promise.all(times.map(() => askRefund(fixture.asking, fixture.request(orderNo, itemIds), now)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const { rows } = await sql<{ refundNo: string }>`select refund_no as "refundNo" from refunds`.execute(fixture.db)
    expect(rows).toHaveLength(1)
    await fixture.withTwoCards({ orderNo, refundNo: rows[0]!.refundNo }, now)
    await fixture.db.updateTable('payment_attempts').set({ provider: 'linepay' }).where('trade_no', 'like', 'second%').execute()
    const { sent, deps } = twoProviders()
    await Promise.all(times.map(() => sendRefunds(deps, clock)))
    expect(inOrder(sent)).toEqual(once)
    expect(await booked(orderNo)).toEqual(once)
    expect(await fixture.refund(rows[0]!.refundNo)).toMatchObject({ state: 'refunded' })
  })

  it('is sent once to each while many processes send it at the same time', async () => {
    const { orderNo, refundNo, id } = await paidAtBoth()
    const { sent, deps } = twoProviders()
    await Promise.all(times.map(() => sendRefund(deps, id, clock)))
    await sendRefund(deps, id, clock)
    expect(inOrder(sent)).toEqual(once)
    expect(await booked(orderNo)).toEqual(once)
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'refunded' })
  })

  it.each(['ecpay', 'linepay'])(
    'is never sent twice to %s, whose answer was lost, and the other one gives no more than its part',
    async (lost) => {
      const { orderNo, refundNo, id } = await paidAtBoth()
      const { sent, deps } = twoProviders({ [lost]: { kind: 'unclear', reason: 'timeout' } })
      await Promise.all(times.map(() => sendRefund(deps, id, clock)))
      for (const hours of [1, 5, 30]) await sendRefunds(deps, { now: () => new Date(now.getTime() + hours * 3_600_000) })
      expect(sent.filter(({ by }) => by === lost)).toEqual([{ by: lost, amount: 300 }])
      expect(sent.filter(({ by }) => by !== lost).length).toBeLessThanOrEqual(1)
      expect((await booked(orderNo)).filter(({ by }) => by === lost)).toEqual([])
      expect(await fixture.refund(refundNo)).toMatchObject({ unclear: true })
    },
  )
})

it('is begun by each who looks before any has written, so that the tests above mean something', async () => {
  const { id } = await paidAtBoth()
  const attempt = await fixture.db.selectFrom('payment_attempts').select('id').where('provider', '=', 'linepay').executeTakeFirstOrThrow()
  const begun = await Promise.all(
    times.map(async (number) => {
      const { state } = await fixture.db.selectFrom('refunds').select('state').where('id', '=', id).executeTakeFirstOrThrow()
      if (state !== 'approved') return false
      await insertTry(fixture.db as never, { refundId: id, number: number + 1, attemptId: attempt.id, provider: 'linepay' }, now)
      return true
    }),
  )
  expect(begun.filter(Boolean).length).toBeGreaterThan(1)
})
