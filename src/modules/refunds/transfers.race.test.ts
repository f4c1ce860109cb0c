import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openRefundFixture, type RefundFixture } from '#testing/refund-fixture.ts'
import { unaudited } from '#testing/unaudited.ts'
import { writeRules, readRules } from '#modules/settings/store.ts'
import { batchTransfers } from './batch-transfers.ts'
import { payByStatement } from './pay-by-statement.ts'
import { payOutAtDesk } from './pay-out-at-desk.ts'
import { resolveUnclear } from './resolve-unclear.ts'
import { markRefund } from './review-refund.ts'
import { signRefund } from './sign-refund.ts'

const now = new Date('2026-11-16T10:00:00+08:00')
const ten = Array.from({ length: 10 }, (_, n) => n)
let fixture: RefundFixture
let staff: string[]
beforeAll(async () => {
  fixture = await openRefundFixture({ pool: 20 })
  staff = fixture.members.slice(1)
  await twoAbove(200)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.empty()
  await sql`truncate transfer_batches`.execute(fixture.db)
})

const twoAbove = async (secondPersonAbove: number) => {
  const { transfers } = await readRules(fixture.db)
  await writeRules(fixture.db, { transfers: { ...transfers, secondPersonAbove } }, null, now)
}
const account = { bankCode: '007', bankAccount: '0123456789', accountName: '王大明' }

/** An approved transfer of 300, which the centre wants two people to sign. */
async function transfer(hour = 9): Promise<{ refundNo: string; orderNo: string; id: string }> {
  const { refundNo, orderNo } = await fixture.asked(now, { hour })
  await sql`update refunds set way = 'bank', bank_code = '007', bank_account = '0123456789', account_name = '王大明' where refund_no = ${refundNo}`.execute(
    fixture.db,
  )
  return { refundNo, orderNo, id: (await fixture.refund(refundNo)).id }
}
const sign = (refundNo: string, who: number) => signRefund(fixture.db, { refundNo, by: staff[who]! }, unaudited, now)
const batch = () => batchTransfers(fixture.db, staff[0]!, unaudited, now)
const codes = (results: { ok: boolean; refusal?: { code: string } }[]) =>
  results.map((one) => (one.ok ? 'ok' : one.refusal!.code)).toSorted()
const signatures = async (id: string) =>
  (await fixture.db.selectFrom('refund_signatures').select('by').where('refund_id', '=', id).execute()).length

describe('two people above the amount', () => {
  it('are two when the same person presses ten times at once, and when three do', async () => {
    const { refundNo, id } = await transfer()
    expect(codes(await Promise.all(ten.map(() => sign(refundNo, 0))))).toEqual(['ok', ...Array(9).fill('signed_by_you')])
    expect(await signatures(id)).toBe(1)
    expect(await batch()).toMatchObject({ batchNo: null, unsigned: [refundNo] })
    expect(codes(await Promise.all(ten.map((n) => sign(refundNo, n % 3))))).toContain('nothing_to_sign')
    expect(await signatures(id)).toBe(2)
    expect(await batch()).toMatchObject({ count: 1, unsigned: [] })
  })

  it('cannot be one person marking it as paid, or sending an unclear one again', async () => {
    const { refundNo } = await transfer()
    const by = staff[0]!
    expect(await markRefund(fixture.asking, { refundNo, outcome: 'paid', note: '', by }, unaudited, now)).toMatchObject({
      refusal: { code: 'needs_second_person' },
    })
    const unclear = (await fixture.asked(now, { hour: 10 })).refundNo
    await sql`update refunds set state = 'processing', unclear = true where refund_no = ${unclear}`.execute(fixture.db)
    const again = (who: number) =>
      resolveUnclear(fixture.db, { refundNo: unclear, outcome: 'again', note: '', by: staff[who]! }, unaudited, now)
    // Called failed by one person, it could be sent again by the same one.
    expect(await markRefund(fixture.asking, { refundNo: unclear, outcome: 'failed', note: 'x', by }, unaudited, now)).toMatchObject({
      refusal: { code: 'needs_second_person' },
    })
    expect(codes(await Promise.all(ten.map(() => again(0))))).toEqual(['ok', ...Array(9).fill('signed_by_you')])
    expect(await fixture.refund(unclear)).toMatchObject({ state: 'processing', unclear: true })
    expect(codes(await Promise.all([again(1), sign(unclear, 2)])).filter((code) => code === 'ok')).toHaveLength(1)
    expect(await fixture.refund(unclear)).toMatchObject({ state: 'approved', way: 'card', unclear: false })
  })

  it('sign an account: another account has to be signed anew, also while a batch is taken', async () => {
    for (const hour of [9, 10, 11, 12]) {
      const { refundNo, id } = await transfer(hour)
      await sign(refundNo, 0)
      await sign(refundNo, 1)
      // The payment in cash lets the desk name another account until the transfer is taken.
      await sql`update payment_attempts set method = 'cash'`.execute(fixture.db)
      const other = { ...account, bankAccount: '9999999999' }
      const [changed, taken] = await Promise.all([
        payOutAtDesk(
          fixture.db,
          { refundNo, by: staff[2]!, how: { way: 'transfer', ...other }, idempotencyKey: 'another account' },
          unaudited,
          now,
        ),
        batch(),
      ])
      const { state, bank_account } = await fixture.refund(refundNo)
      if (taken.count === 1) expect([changed.ok, state, bank_account]).toEqual([false, 'processing', account.bankAccount])
      else expect([changed.ok, state, bank_account, await signatures(id)]).toEqual([true, 'approved', other.bankAccount, 0])
    }
  })

  it('would be one person without the key of the signatures, so the tests above mean something', async () => {
    const { refundNo, id } = await transfer()
    await sql`alter table refund_signatures drop constraint refund_signatures_pkey`.execute(fixture.db)
    try {
      await Promise.all([sign(refundNo, 0), sign(refundNo, 0)])
      expect(await signatures(id)).toBe(2)
      expect(await batch()).toMatchObject({ count: 1 })
    } finally {
      await sql`truncate refund_signatures`.execute(fixture.db)
      await sql`alter table refund_signatures add primary key (refund_id, deed, by)`.execute(fixture.db)
    }
  })
})

describe('a statement', () => {
  it('that ten people confirm at once pays each transfer once, whatever its lines and their order', async () => {
    await twoAbove(0)
    try {
      const transfers = [await transfer(9), await transfer(10), await transfer(11)]
      await batch()
      const payments = transfers.map(({ refundNo }) => ({ refundNo, amount: 300 }))
      const pay = (list: typeof payments) => payByStatement(fixture.db, { payments: list, note: '', by: staff[0]! }, unaudited, now)
      const answers = await Promise.all(ten.map((n) => pay(n % 2 ? payments : payments.toReversed())))
      expect(answers.map(({ paid }) => paid).toSorted()).toEqual([...Array(9).fill(0), 3])
      expect(answers.flatMap(({ left }) => left)).toEqual([])
      expect(answers.filter(({ alreadyPaid }) => alreadyPaid.length === 3)).toHaveLength(9)
      for (const { orderNo } of transfers) expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent: 300, owed: 0 })
    } finally {
      await twoAbove(200)
    }
  })

  it('leaves what came back meanwhile, has another amount, or was not signed', async () => {
    const [one, two, three] = [await transfer(9), await transfer(10), await transfer(11)]
    for (const { refundNo } of [one, two]) for (const who of [0, 1]) await sign(refundNo, who)
    await batch()
    await markRefund(fixture.asking, { refundNo: one.refundNo, outcome: 'failed', note: '帳號已結清', by: staff[0]! }, unaudited, now)
    const payments = [
      { refundNo: one.refundNo, amount: 300 },
      { refundNo: two.refundNo, amount: 299 },
      { refundNo: three.refundNo, amount: 300 },
      { refundNo: 'R261116ZZZZZZZ', amount: 300 },
    ]
    expect(await payByStatement(fixture.db, { payments, note: '', by: staff[0]! }, unaudited, now)).toEqual({
      paid: 0,
      amount: 0,
      alreadyPaid: [],
      left: payments.map(({ refundNo }) => refundNo),
    })
    for (const { orderNo } of [one, two, three]) expect(await fixture.money(orderNo)).toMatchObject({ sent: 0, owed: 300 })
  })
})
