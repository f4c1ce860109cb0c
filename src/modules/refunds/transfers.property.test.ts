import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRules, writeRules } from '#modules/settings/store.ts'
import type { RefundAnswer } from '#modules/payments/provider.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { openRefundFixture, type RefundFixture } from '#testing/refund-fixture.ts'
import { unaudited } from '#testing/unaudited.ts'
import { batchTransfers } from './batch-transfers.ts'
import { payByStatement } from './pay-by-statement.ts'
import { payOutAtDesk } from './pay-out-at-desk.ts'
import { resolveUnclear } from './resolve-unclear.ts'
import { retryRefund } from './retry-refund.ts'
import { markRefund, reviewRefund } from './review-refund.ts'
import { sendRefunds } from './send-refunds.ts'
import { signRefund } from './sign-refund.ts'

const now = new Date('2026-11-16T10:00:00+08:00')
/** Above this amount two people have to agree: the larger half of the refunds. */
const above = 400
let fixture: RefundFixture
let staff: string[]
let refundNos: string[]

beforeAll(async () => {
  fixture = await openRefundFixture()
  staff = fixture.members.slice(1)
  const { transfers } = await readRules(fixture.db)
  await writeRules(fixture.db, { transfers: { ...transfers, secondPersonAbove: above } }, null, now)
  refundNos = []
  for (const [n, items] of [1, 2, 1, 2, 2, 2].entries()) refundNos.push((await fixture.asked(now, { items, hour: 9 + n })).refundNo)
})
afterAll(() => fixture.close())

/** The refunds as they were asked for: every second one to the card, the others by transfer; one waits for a decision. */
async function beginAnew(): Promise<void> {
  await sql
    .raw(
      `delete from ledger where kind = 'refund'; delete from refund_steps; delete from refund_tries; delete from refund_signatures;
      delete from transfer_batches; delete from rate_limits; update refunds_due set done_at = null;
      update refunds set state = 'approved', way = 'card', bank_code = null, bank_account = null, account_name = null, batch_no = null, tries = 0, unclear = false, failure = null, try_at = created_at;
      update refunds set way = 'bank', bank_code = '007', bank_account = '0123456789', account_name = '王大明' where refund_no in (${[1, 2, 3].map((n) => `'${refundNos[n]}'`).join()});
      update refunds set state = 'requested' where refund_no = '${refundNos[3]}'`,
    )
    .execute(fixture.db)
}

type Step = { deed: keyof typeof deeds; which: number; who: number; answer: RefundAnswer['kind'] }
type On = { refundNo: string; by: string; answer: RefundAnswer['kind'] }

const paymentsOf = async (off: (refundNo: string) => number) =>
  (await fixture.db.selectFrom('refunds').select(['refund_no as refundNo', 'amount']).execute()).map(({ refundNo, amount }) => ({
    refundNo,
    amount: amount + off(refundNo),
  }))
const mark = (outcome: 'paid' | 'failed') => (on: On) => markRefund(fixture.asking, { ...on, outcome, note: 'x' }, unaudited, now)
const review = (decision: 'approve' | 'refuse') => (on: On) =>
  reviewRefund(fixture.asking, { ...on, decision, reason: 'x' }, unaudited, now)
const resolve = (outcome: 'arrived' | 'again' | 'transfer') => (on: On) =>
  resolveUnclear(fixture.db, { ...on, outcome, note: 'x' }, unaudited, now)

const deeds = {
  sign: (on: On) => signRefund(fixture.db, on, unaudited, now),
  batch: ({ by }: On) => batchTransfers(fixture.db, by, unaudited, now),
  statement: async ({ by }: On) => payByStatement(fixture.db, { payments: await paymentsOf(() => 0), note: '', by }, unaudited, now),
  wrongStatement: async ({ by, refundNo }: On) =>
    payByStatement(fixture.db, { payments: await paymentsOf((one) => (one === refundNo ? 1 : 0)), note: '', by }, unaudited, now),
  send: async ({ answer }: On) => {
    fixture.gateway.refund = async () => (answer === 'refunded' ? { kind: answer } : { kind: answer, reason: 'a test' })
    await sendRefunds(fixture.sending, { now: () => now })
  },
  paid: mark('paid'),
  failed: mark('failed'),
  approve: review('approve'),
  refuse: review('refuse'),
  arrived: resolve('arrived'),
  again: resolve('again'),
  transfer: resolve('transfer'),
  retry: (on: On) => retryRefund(fixture.asking, on, now),
  account: (on: On) =>
    payOutAtDesk(
      fixture.db,
      {
        ...on,
        idempotencyKey: `account ${on.refundNo}`,
        how: { way: 'transfer', bankCode: '007', bankAccount: '9999999999', accountName: '李小美' },
      },
      unaudited,
      now,
    ),
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  deed: fc.constantFrom(...(Object.keys(deeds) as (keyof typeof deeds)[]), 'sign', 'sign', 'batch', 'send'),
  which: fc.nat({ max: 5 }),
  who: fc.nat({ max: 2 }),
  answer: fc.constantFrom('refunded' as const, 'refused' as const, 'unclear' as const, 'unclear' as const),
})

/** Signed by two, taken to the bank and paid by its statement; the cards answer. */
const example: Step[] = (
  [
    ['sign', 0],
    ['sign', 1],
    ['batch', 0],
    ['statement', 0],
    ['send', 0],
  ] as const
).map(([deed, who]) => ({ deed, which: 1, who, answer: 'refunded' }))

/** Refunds above the amount that left by transfer with fewer than two signatures. */
const leftUnsigned = async () =>
  (
    await sql<{ refundNo: string }>`
      select r.refund_no as "refundNo" from refunds r where r.way = 'bank' and r.state in ('processing', 'refunded') and r.amount > ${above}
        and (select count(*) from refund_signatures s where s.refund_id = r.id and s.deed = 'transfer') < 2`.execute(fixture.db)
  ).rows

it('loses and doubles no money, and lets nothing above the amount leave by one person, whatever the office does', async () => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 25, size: 'max' }), async (steps) => {
      await beginAnew()
      for (const { deed, which, who, answer } of steps) {
        await deeds[deed]({ refundNo: refundNos[which]!, by: staff[who]!, answer })
        expect(await brokenInvariants(fixture.db, now), deed).toEqual([])
        expect(await leftUnsigned(), deed).toEqual([])
      }
      const ends = await fixture.db.selectFrom('refunds').select(['state', 'way', 'amount']).execute()
      for (const { state, way, amount } of ends) reached.add(`${way} ${state} ${amount > above ? 'above' : 'below'}`)
    }),
    { numRuns: 40, endOnFailure: true, examples: [[example]] },
  )
  expect([...reached], 'the example at least').toEqual(expect.arrayContaining(['bank refunded above', 'card refunded above']))
}, 120_000)
