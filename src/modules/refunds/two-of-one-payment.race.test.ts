import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { barrier } from '#testing/moments.ts'
import { openRefundFixture, type RefundFixture } from '#testing/refund-fixture.ts'
import { askRefund } from './ask-refund.ts'
import { findRefund } from './read-store.ts'
import { resolveUnclear } from './resolve-unclear.ts'
import { sendRefund } from './send-refunds.ts'
import { isAnotherUnsettled, insertTry } from './try-store.ts'

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

const numberOf = async (id: string) =>
  (await fixture.db.selectFrom('refunds').select('refund_no').where('id', '=', id).executeTakeFirstOrThrow()).refund_no
const waitsFor = async (id: string) => (await findRefund(fixture.db, await numberOf(id)))!.waitsFor

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

  it('tell each how much went back before', async () => {
    fixture.gateway.refund = async (refund) => (fixture.sent.push(refund), { kind: 'refunded' })
    for (const id of await twoOfOnePayment(10)) await sendRefund(fixture.sending, id, clock)
    expect(fixture.sent.map(({ before }) => before)).toEqual([0, 300])
  })

  it('wait while it is unknown of one whether it went through, whatever is done with the other', async () => {
    const [first, second] = await twoOfOnePayment(9)
    const minutes = (n: number) => ({ now: () => new Date(now.getTime() + n * 60_000) })
    const send = async (id: string, at: number, kind: 'unclear' | 'refunded') => {
      fixture.gateway.refund = async (refund) => (fixture.sent.push(refund), kind === 'unclear' ? { kind, reason: 'a test' } : { kind })
      await sendRefund(fixture.sending, id, minutes(at))
      return fixture.sent.length
    }
    expect(await send(first!, 0, 'unclear')).toBe(1)
    for (const at of [1, 2, 3]) expect(await send(second!, at, 'refunded'), 'its answer may still come').toBe(1)
    expect(await waitsFor(second!), 'and its member is told why').toBe(await numberOf(first!))
    expect(await waitsFor(first!)).toBeNull()
    const { refundNo } = await fixture.db
      .selectFrom('refunds')
      .select('refund_no as refundNo')
      .where('id', '=', first!)
      .executeTakeFirstOrThrow()
    const by = fixture.members.at(-1)!
    expect(await resolveUnclear(fixture.db, { refundNo, outcome: 'again', note: 'looked up', by }, async () => {}, now)).toMatchObject({
      ok: true,
    })
    expect(await send(first!, 5, 'refunded')).toBe(2)
    expect(await waitsFor(second!)).toBeNull()
    expect(await send(second!, 6, 'refunded')).toBe(3)
    expect(fixture.sent.map(({ before }) => before)).toEqual([0, 0, 300])
  })

  it('go one after the other also where both answers were lost, as the version before allowed', async () => {
    const ids = (await twoOfOnePayment(9)).toSorted()
    const { attemptId } = await fixture.db.selectFrom('payment_attempts').select('id as attemptId').executeTakeFirstOrThrow()
    for (const refundId of ids) {
      await fixture.db
        .insertInto('refund_tries')
        .values({ refund_id: refundId, number: 1, attempt_id: attemptId, provider: 'ecpay', at: now, outcome: 'unclear', answer: '' })
        .execute()
      await fixture.db.updateTable('refunds').set({ tries: 1 }).where('id', '=', refundId).execute()
    }
    fixture.gateway.refund = async (refund) => (fixture.sent.push(refund), { kind: 'refused', reason: 'ECPay says that 600 went back' })
    await sendRefund(fixture.sending, ids[1]!, clock)
    expect(fixture.sent).toEqual([])
    await sendRefund(fixture.sending, ids[0]!, clock)
    await sendRefund(fixture.sending, ids[1]!, { now: () => new Date(now.getTime() + 61_000) })
    expect(fixture.sent).toHaveLength(2)
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
    const seen = await fixture.db.transaction().execute((trx) => isAnotherUnsettled(trx, attempt.id, first!))
    expect(seen).toBe(true)
  })
})
