import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RefundAnswer } from '#modules/payments/provider.ts'
import { openRefundFixture, type RefundFixture } from '#testing/refund-fixture.ts'
import { unaudited } from '#testing/unaudited.ts'
import { lockWaitingTransfers } from './batch-store.ts'
import { findNeedy } from './queue-store.ts'
import { resolveUnclear } from './resolve-unclear.ts'
import { sendRefund, sendRefunds } from './send-refunds.ts'

const now = new Date('2026-11-16T10:00:00+08:00')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
let fixture: RefundFixture
beforeAll(async () => {
  fixture = await openRefundFixture()
})
afterAll(() => fixture.close())
beforeEach(() => fixture.empty())

describe('an answer that comes after finance has decided', () => {
  /** Sends a refund that counts as crashed before its gateway answers; `late` lets it answer. */
  async function crashed(refundNo: string) {
    let arrive!: (answer: RefundAnswer) => void
    fixture.gateway.refund = () => new Promise((resolve) => (arrive = resolve))
    const { id } = await fixture.refund(refundNo)
    const sending = sendRefund(fixture.sending, id, { now: () => later(12) })
    while ((await fixture.tries(refundNo)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await sendRefunds(fixture.sending, { now: () => later(24) })
    return async (answer: RefundAnswer) => (arrive(answer), await sending)
  }
  const resolve = (refundNo: string, outcome: 'arrived' | 'transfer') =>
    resolveUnclear(fixture.db, { refundNo, outcome, note: '後台已退', by: fixture.members[1]! }, unaudited, later(25))
  const needs = async () => (await findNeedy(fixture.db, 0)).map(({ refundNo, need }) => [refundNo, need])

  it('and agrees changes nothing, also while another card of the refund waits', async () => {
    const asked = await fixture.asked(now, { items: 2 })
    await fixture.withTwoCards(asked, now)
    const late = await crashed(asked.refundNo)
    expect(await resolve(asked.refundNo, 'arrived')).toMatchObject({ ok: true })
    await late({ kind: 'refunded' })
    expect(await fixture.refund(asked.refundNo)).toMatchObject({ state: 'approved', went_back: 300, perhaps_twice: false })
    fixture.gateway.refund = async () => ({ kind: 'refunded' })
    await sendRefunds(fixture.sending, { now: () => later(26) })
    expect(await fixture.refund(asked.refundNo)).toMatchObject({ state: 'refunded', perhaps_twice: false })
    expect(await needs()).toEqual([])
  })

  it('is shown to finance when it became a transfer: nothing is sent until they have said that the card has it', async () => {
    const { refundNo, orderNo } = await fixture.asked(now)
    const late = await crashed(refundNo)
    await resolve(refundNo, 'transfer')
    await late({ kind: 'refunded' })
    expect(await needs()).toEqual([[refundNo, 'twice']])
    await fixture.db
      .updateTable('refunds')
      .set({ bank_code: '007', bank_account: '0123456789', account_name: 'Racer 1' })
      .where('refund_no', '=', refundNo)
      .execute()
    expect(await fixture.db.transaction().execute((trx) => lockWaitingTransfers(trx))).toEqual([])
    expect(await resolve(refundNo, 'arrived')).toMatchObject({ ok: true })
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'refunded', way: 'card', perhaps_twice: false })
    expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent: 300, owed: 0 })
    expect(await needs()).toEqual([])
  })

  it('is not followed by another attempt when the one meanwhile was refused', async () => {
    const { refundNo, orderNo } = await fixture.asked(now)
    await fixture.db
      .updateTable('refunds')
      .set({ state: 'failed', tries: 2, perhaps_twice: true })
      .where('refund_no', '=', refundNo)
      .execute()
    await sendRefunds(fixture.sending, { now: () => later(3000) })
    expect(await fixture.tries(refundNo)).toEqual([])
    expect(await resolve(refundNo, 'arrived')).toMatchObject({ ok: true })
    expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent: 300, owed: 0 })
  })
})
