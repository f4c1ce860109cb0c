import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RefundAnswer } from '#modules/payments/provider.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import type { AuditEntry } from '#http/audit.ts'
import { openRefundFixture, type RefundFixture } from '#testing/refund-fixture.ts'
import { unaudited } from '#testing/unaudited.ts'
import { findOpenTransfers, lockWaitingTransfers } from './batch-store.ts'
import { batchTransfers } from './batch-transfers.ts'
import { findBatches, findNeedy } from './queue-store.ts'
import { findTransfers } from './read-store.ts'
import { resolveUnclear, type Outcome } from './resolve-unclear.ts'
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
let days = 0
/** Sends what is to be sent on the next day, with these answers of the gateway, one after the other. */
async function answers(...given: RefundAnswer[]) {
  days += 1
  fixture.gateway.refund = async () => given.shift()!
  await sendRefunds(fixture.sending, { now: () => later(days * 25 * 60) })
}
const audited: AuditEntry[] = []
const resolve = (refundNo: string, outcome: Outcome) =>
  resolveUnclear(
    fixture.db,
    { refundNo, outcome, note: '後台已退', by: fixture.members[1]! },
    async (_, entry) => void audited.push(entry),
    later(25),
  )
const nameAccount = (refundNo: string) =>
  fixture.db
    .updateTable('refunds')
    .set({ bank_code: '007', bank_account: '0123456789', account_name: 'Racer 1' })
    .where('refund_no', '=', refundNo)
    .execute()
const findChangedDays = async () => (await fixture.db.selectFrom('insight_changed_days').select('day').execute()).map(({ day }) => day)
const needs = async () => (await findNeedy(fixture.db, 0)).map(({ refundNo, need }) => [refundNo, need])

describe('an answer that comes after finance has decided', () => {
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
    await nameAccount(refundNo)
    expect(await fixture.db.transaction().execute((trx) => lockWaitingTransfers(trx))).toEqual([])
    expect(await resolve(refundNo, 'arrived')).toMatchObject({ ok: true })
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'refunded', way: 'card', perhaps_twice: false })
    expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent: 300, owed: 0 })
    expect(await needs()).toEqual([])
  })

  it('is not followed by another attempt when the one meanwhile was refused', async () => {
    const { refundNo, orderNo } = await fixture.asked(now)
    const late = await crashed(refundNo)
    await resolve(refundNo, 'again')
    await answers({ kind: 'refused', reason: '額度' })
    await late({ kind: 'refunded' })
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'failed', perhaps_twice: true })
    await sendRefunds(fixture.sending, { now: () => later(30_000) })
    expect(await fixture.tries(refundNo)).toHaveLength(2)
    expect(await resolve(refundNo, 'arrived')).toMatchObject({ ok: true })
    expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent: 300, owed: 0 })
  })

  it.each([
    ['refused', { kind: 'refused', reason: '額度' }],
    ['unclear', { kind: 'unclear', reason: '?' }],
  ] as const)('is about its own card: another one that was %s meanwhile gets its money all the same', async (_, other) => {
    const asked = await fixture.asked(now, { items: 2 })
    await fixture.withTwoCards(asked, now)
    const late = await crashed(asked.refundNo)
    await resolve(asked.refundNo, 'again')
    await answers({ kind: 'refunded' }, other)
    await late({ kind: 'refunded' })
    expect(await fixture.refund(asked.refundNo)).toMatchObject({ went_back: 300, perhaps_twice: true })
    // First the late answer is looked into; about the other card nothing is decided by that.
    for (const outcome of ['again', 'transfer', 'denied'] as const)
      expect(await resolve(asked.refundNo, outcome)).toMatchObject({ ok: false })
    expect(await resolve(asked.refundNo, 'arrived')).toMatchObject({ ok: true })
    expect(await fixture.money(asked.orderNo)).toEqual({ paid: 600, sent: 300, owed: 300 })
    expect(await fixture.told()).not.toContain('refunded')
    const isUnclear = other.kind === 'unclear'
    expect(await fixture.refund(asked.refundNo)).toMatchObject({ unclear: isUnclear, perhaps_twice: false })
    if (isUnclear) await resolve(asked.refundNo, 'again')
    await answers({ kind: 'refunded' })
    expect(await fixture.refund(asked.refundNo)).toMatchObject({ state: 'refunded' })
    expect(await fixture.money(asked.orderNo)).toEqual({ paid: 600, sent: 600, owed: 0 })
  })

  it('books its card, and leaves the account that was given for the rest', async () => {
    const asked = await fixture.asked(now, { items: 2 })
    await fixture.withTwoCards(asked, now)
    const late = await crashed(asked.refundNo)
    await resolve(asked.refundNo, 'transfer')
    await late({ kind: 'refunded' })
    await nameAccount(asked.refundNo)
    expect(await resolve(asked.refundNo, 'arrived')).toMatchObject({ ok: true })
    expect(audited.at(-1)).toMatchObject({ action: 'refund.paid', after: { state: 'approved', amount: 300 } })
    expect(await fixture.refund(asked.refundNo)).toMatchObject({
      state: 'approved',
      way: 'bank',
      bank_account: '0123456789',
      went_back: 300,
    })
    expect(await fixture.db.transaction().execute((trx) => lockWaitingTransfers(trx))).toMatchObject([{ amount: 300 }])
  })

  it('and was booked already is only written down as looked up', async () => {
    const { refundNo, orderNo } = await fixture.asked(now)
    const late = await crashed(refundNo)
    await resolve(refundNo, 'again')
    await answers({ kind: 'refunded' })
    await late({ kind: 'refunded' })
    expect(await needs()).toEqual([[refundNo, 'twice']])
    expect(await resolve(refundNo, 'arrived')).toMatchObject({ ok: true })
    expect(audited.at(-1)).toEqual(expect.objectContaining({ action: 'refund.looked_up', after: { state: 'refunded' } }))
    expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent: 300, owed: 0 })
    expect(await needs()).toEqual([])
  })

  it('keeps a transfer out of the bank’s file, and out of what is called paid, until somebody has looked', async () => {
    const { refundNo } = await fixture.asked(now)
    const late = await crashed(refundNo)
    await resolve(refundNo, 'transfer')
    await nameAccount(refundNo)
    const by = fixture.members[1]!
    const { batchNo } = await batchTransfers(fixture.db, by, unaudited, later(26))
    expect(await findOpenTransfers(fixture.db, batchNo!)).toMatchObject([{ refundNo }])
    await late({ kind: 'refunded' })
    expect(await findOpenTransfers(fixture.db, batchNo!)).toEqual([])
    expect(await findTransfers(fixture.db, undefined)).toEqual([])
    expect(await findBatches(fixture.db)).toMatchObject([{ batchNo, open: 1, held: [refundNo] }])
    // What is with the bank is recorded first.
    expect(await resolve(refundNo, 'arrived')).toMatchObject({ ok: false })
    const mark = (outcome: 'paid' | 'failed') =>
      markRefund(fixture.asking, { refundNo, outcome, note: '沒有匯出', by }, unaudited, later(27))
    expect(await mark('failed')).toMatchObject({ ok: true })
    await fixture.db.updateTable('refunds').set({ state: 'approved' }).where('refund_no', '=', refundNo).execute()
    expect(await mark('paid')).toMatchObject({ refusal: { code: 'refund_not_under_way' } })
    expect(await resolve(refundNo, 'arrived')).toMatchObject({ ok: true })
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'refunded', way: 'card' })
  })
})

describe('a refusal that comes after finance has said that the money arrived', () => {
  it.each([
    { kind: 'refused', reason: '額度' },
    { kind: 'unreached', reason: 'ECONNREFUSED' },
  ] as const)(
    'is shown to finance, which takes the booking back: it is owed again, and the card is tried again ($kind)',
    async (answer) => {
      const { refundNo, orderNo } = await fixture.asked(now)
      const late = await crashed(refundNo)
      await resolve(refundNo, 'arrived')
      await late(answer)
      expect(await needs()).toEqual([[refundNo, 'denied']])
      expect(await resolve(refundNo, 'denied')).toMatchObject({ ok: true })
      expect(audited.at(-1)).toMatchObject({ action: 'refund.failed', after: { state: 'failed', amount: 300 } })
      expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent: 0, owed: 300 })
      expect(await fixture.told()).toEqual(['requested', 'refunded', 'failed'])
      expect(await findChangedDays()).toContain('2026-11-16')
      await answers({ kind: 'refunded' })
      expect(await fixture.refund(refundNo)).toMatchObject({ state: 'refunded', way: 'card' })
      expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent: 300, owed: 0 })
      expect(await brokenInvariants(fixture.db, later(30_000))).toEqual([])
    },
  )

  it('changes nothing when finance finds the money on the card', async () => {
    const { refundNo, orderNo } = await fixture.asked(now)
    const late = await crashed(refundNo)
    await resolve(refundNo, 'arrived')
    await late({ kind: 'refused', reason: '額度' })
    expect(await resolve(refundNo, 'arrived')).toMatchObject({ ok: true })
    expect(await fixture.refund(refundNo)).toMatchObject({ state: 'refunded', perhaps_twice: false })
    expect(await fixture.money(orderNo)).toEqual({ paid: 300, sent: 300, owed: 0 })
    expect(await needs()).toEqual([])
  })

  it('of one of two cards leaves the other alone', async () => {
    const asked = await fixture.asked(now, { items: 2 })
    await fixture.withTwoCards(asked, now)
    const late = await crashed(asked.refundNo)
    await resolve(asked.refundNo, 'arrived')
    await answers({ kind: 'refunded' })
    expect(await fixture.refund(asked.refundNo)).toMatchObject({ state: 'refunded' })
    await late({ kind: 'refused', reason: '額度' })
    await resolve(asked.refundNo, 'denied')
    expect(await fixture.refund(asked.refundNo)).toMatchObject({ state: 'failed', went_back: 300 })
    expect(await fixture.money(asked.orderNo)).toEqual({ paid: 600, sent: 300, owed: 300 })
  })
})
