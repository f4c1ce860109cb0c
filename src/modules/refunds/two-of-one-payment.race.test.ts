import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { barrier } from '#testing/moments.ts'
import { openRefundFixture, type RefundFixture } from '#testing/refund-fixture.ts'
import { askRefund } from './ask-refund.ts'
import { sendRefund } from './send-refunds.ts'
import { isBeingSent, insertTry } from './try-store.ts'

const now = new Date('2026-11-16T10:00:00+08:00')
const clock = { now: () => now }
let fixture: RefundFixture
beforeAll(async () => {
  fixture = await openRefundFixture({ pool: 20 })
})
afterAll(() => fixture.close())
beforeEach(() => fixture.empty())

/** Two hours that one card has paid, of which each goes back by a refund of its own. */
async function twoOfOnePayment(hour: number): Promise<string[]> {
  const { orderNo, itemIds } = await fixture.paid(now, { items: 2, hour })
  const ids: string[] = []
  for (const itemId of itemIds) {
    const asked = await askRefund(fixture.asking, fixture.request(orderNo, [itemId]), now)
    if (!asked.ok) throw new Error(asked.refusal.code)
    ids.push((await fixture.refund(asked.value.refundNo)).id)
  }
  return ids
}

describe('two refunds of one payment that are sent at once', () => {
  it('go one after the other, so that what the payment’s books say is about one of them', async () => {
    for (const hour of [9, 10, 11, 12]) {
      const ids = await twoOfOnePayment(hour)
      let [under, most] = [0, 0]
      fixture.gateway.refund = async () => {
        most = Math.max(most, ++under)
        await new Promise((resolve) => setTimeout(resolve, 30))
        under--
        return { kind: 'refunded' }
      }
      await Promise.all([...ids, ...ids].map((id) => sendRefund(fixture.sending, id, clock)))
      expect(most).toBe(1)
      // Whoever had to wait is tried again a minute later.
      await Promise.all(ids.map((id) => sendRefund(fixture.sending, id, { now: () => new Date(now.getTime() + 61_000) })))
      const states = await fixture.db.selectFrom('refunds').select('state').where('id', 'in', ids).execute()
      expect(states.map(({ state }) => state)).toEqual(['refunded', 'refunded'])
    }
  })

  it('tell each how much went back before, and whether another one is unsettled', async () => {
    const [first, second] = await twoOfOnePayment(9)
    fixture.gateway.refund = async (refund) => (fixture.sent.push(refund), { kind: 'unclear', reason: 'a test' })
    await sendRefund(fixture.sending, first!, clock)
    fixture.gateway.refund = async (refund) => (fixture.sent.push(refund), { kind: 'refunded' })
    await sendRefund(fixture.sending, second!, clock)
    const known = fixture.sent.map(({ before, isAlone }) => ({ before, isAlone }))
    expect(known).toEqual([
      { before: 0, isAlone: true },
      { before: 0, isAlone: false },
    ])
    const third = await twoOfOnePayment(10)
    for (const id of third) await sendRefund(fixture.sending, id, clock)
    expect(fixture.sent.slice(2).map(({ before, isAlone }) => ({ before, isAlone }))).toEqual([
      { before: 0, isAlone: true },
      { before: 300, isAlone: true },
    ])
  })

  it('would both begin when each looks before the other has written, so the first test means something', async () => {
    const [first, second] = await twoOfOnePayment(9)
    const attempt = await fixture.db.selectFrom('payment_attempts').select('id').executeTakeFirstOrThrow()
    const both = barrier(2)
    const begin = (id: string) =>
      fixture.db.transaction().execute(async (trx) => {
        const open = await trx
          .selectFrom('refund_tries')
          .select('number')
          .where('attempt_id', '=', attempt.id)
          .where('outcome', 'is', null)
          .execute()
        await both()
        if (open.length === 0) await insertTry(trx, { refundId: id, number: 1, attemptId: attempt.id, provider: 'ecpay' }, now)
        return open.length === 0
      })
    expect(await Promise.all([begin(first!), begin(second!)])).toEqual([true, true])
    const seen = await fixture.db.transaction().execute((trx) => isBeingSent(trx, attempt.id, first!))
    expect(seen).toBe(true)
  })
})
