import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openLog } from '#http/log.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { lockUntold } from '#modules/notifications/outbox-store.ts'
import { writeLetters } from '#modules/notifications/write-letters.ts'
import { removeItems } from '#modules/orders/remove-items.ts'
import { begun } from '#testing/moments.ts'
import { openRefundFixture, type RefundFixture } from '#testing/refund-fixture.ts'
import { lettersByTopic } from '#wiring/letters.ts'
import { unaudited } from '#testing/unaudited.ts'
import { payOutAtDesk } from './pay-out-at-desk.ts'
import { sendRefunds } from './send-refunds.ts'

const now = new Date('2026-11-16T10:00:00+08:00')
const seconds = (n: number) => new Date(now.getTime() + n * 1000)
let fixture: RefundFixture
beforeAll(async () => {
  fixture = await openRefundFixture()
})
afterAll(() => fixture.close())
beforeEach(() => fixture.empty())

const jobs = { send: async () => {}, work: async () => {}, schedule: async () => {}, stop: async () => {} }
const lettersOf = () =>
  lettersByTopic({ db: fixture.db, tokens: new Tokens('a secret that only tests know, long enough'), publicUrl: 'http://localhost:3000' })
const write = (at: Date) => writeLetters({ db: fixture.db, jobs, log: openLog('silent') }, lettersOf(), at)
const send = (at: Date) => sendRefunds(fixture.sending, { now: () => at })
const cancel = async (orderNo: string, itemIds: string[], at: Date) => {
  const { id } = await fixture.order(orderNo)
  await fixture.db.transaction().execute((trx) => removeItems(trx, id, new Set(itemIds), at))
}
/** What the mails since the booking say of the money, in their order. */
const said = async () => {
  const mails = await fixture.db
    .selectFrom('messages')
    .select(['subject', 'body'])
    .where('channel', '=', 'mail')
    .orderBy('created_at')
    .execute()
  return mails.flatMap(({ subject, body }) => {
    if (subject!.startsWith('已退費')) return ['refunded']
    if (!subject!.startsWith('場館取消')) return []
    return [body!.includes('已退回您的付款信用卡') ? 'cancelled, went back' : 'cancelled, goes back']
  })
}

describe('a refund for what the venue cancelled is told once', () => {
  it('by a mail of its own when the gateway answers after the mail about the cancellation was written', async () => {
    const { orderNo, itemIds } = await fixture.paid(now)
    await cancel(orderNo, itemIds, now)
    fixture.gateway.refund = async () => {
      await write(seconds(2))
      return { kind: 'refunded' }
    }
    await send(seconds(1))
    await write(seconds(3))
    await write(seconds(4))
    expect(await said()).toEqual(['cancelled, goes back', 'refunded'])
  })

  it('by the mail about the cancellation when that is written later, also by a run that began before', async () => {
    const { orderNo, itemIds } = await fixture.paid(now)
    await cancel(orderNo, itemIds, now)
    await send(seconds(2))
    await write(seconds(1))
    await write(seconds(3))
    expect(await said()).toEqual(['cancelled, went back'])
  })

  it('by a mail of its own when the mail about another booking of the same refund could not say it', async () => {
    const { orderNo, itemIds } = await fixture.paid(now, { items: 2 })
    await cancel(orderNo, itemIds.slice(0, 1), now)
    await write(seconds(10))
    await cancel(orderNo, itemIds.slice(1), seconds(20))
    await send(seconds(30))
    expect(await fixture.db.selectFrom('refunds').select('amount').execute()).toEqual([{ amount: 600 }])
    await write(seconds(40))
    expect(await said()).toEqual(['cancelled, goes back', 'cancelled, went back', 'refunded'])
  })

  it('after the mail about the cancellation, which another run is just writing', async () => {
    const { orderNo, itemIds } = await fixture.paid(now)
    await cancel(orderNo, itemIds, now)
    const other = await begun(fixture.db, async (trx) => expect(await lockUntold(trx, 25, [], seconds(1))).not.toEqual([]))
    await send(seconds(1))
    expect(await write(seconds(2))).toBe(0)
    expect(await said()).toEqual([])
    await other.commit()
    await write(seconds(3))
    expect(await said()).toEqual(['cancelled, went back'])
  })
})

describe('what a member gives up', () => {
  const mails = () =>
    fixture.db
      .selectFrom('messages')
      .select(['subject', 'body', 'attachments'])
      .where('channel', '=', 'mail')
      .orderBy('created_at')
      .execute()
  const about = async () => (await mails()).filter(({ subject }) => /取消|退費/.test(subject!))

  it('is told in one letter when the card has its money by then', async () => {
    const { refundNo } = await fixture.asked(now)
    await send(seconds(1))
    await write(seconds(2))
    await write(seconds(40))
    const told = await about()
    expect(told).toMatchObject([
      { subject: `已取消預約，退費 NT$300（${refundNo}）`, body: expect.stringMatching(/已取消訂單[^]*已退回原付款方式/) },
    ])
    expect(told[0]!.attachments).toMatchObject([{ content: expect.stringMatching(/METHOD:CANCEL[^]*STATUS:CANCELLED/) }])
  })

  it('is told in two when the money goes back later: that it is cancelled, and that the money is back', async () => {
    await fixture.asked(now)
    await write(seconds(1))
    await send(seconds(2))
    await write(seconds(3))
    const told = await about()
    expect(told.map(({ subject }) => subject!.split('（')[0])).toEqual(['已取消預約，退費 NT$300', '已退費：NT$300'])
    expect(told[0]!.body).not.toContain('已退回')
    expect(told[1]!.attachments).toBeNull()
  })
})

it('a refund of two cards that got their money before the letter is written says that it is back', async () => {
  const asked = await fixture.asked(now, { items: 2 })
  await fixture.withTwoCards(asked, now)
  await send(seconds(1))
  await send(seconds(2))
  expect(await fixture.refund(asked.refundNo)).toMatchObject({ state: 'refunded', amount: 600 })
  await write(seconds(3))
  const told = await fixture.db.selectFrom('messages').select('body').where('subject', 'like', '%退費%').execute()
  expect(told).toEqual([{ body: expect.stringContaining('共 NT$600，已分 2 筆（NT$300＋NT$300）退回原付款方式') }])
})

it('a refund to an account that staff decide about says so', async () => {
  const account = { way: 'bank', bank_code: '007', bank_account: '0123456789', account_name: 'Racer 1' } as const
  const bodyIn = async (state: 'requested' | 'approved') => {
    await fixture.empty()
    const { refundNo } = await fixture.asked(now)
    await fixture.db
      .updateTable('refunds')
      .set({ ...account, state })
      .where('refund_no', '=', refundNo)
      .execute()
    await write(seconds(1))
    const { body } = await fixture.db.selectFrom('messages').select('body').where('subject', 'like', '%退費%').executeTakeFirstOrThrow()
    return body
  }
  expect(await bodyIn('requested')).toMatch(/匯款至 007[^]*先由工作人員審核/)
  expect(await bodyIn('approved')).not.toContain('審核')
})

it('a refund of a card and of cash says where each part goes, also when the card has got its part before the mail is written', async () => {
  const asked = await fixture.asked(now, { items: 2 })
  await fixture.withTwoCards(asked, now)
  await fixture.db.updateTable('payment_attempts').set({ method: 'cash' }).where('trade_no', '=', `second${asked.refundNo}`).execute()
  await send(seconds(1))
  expect(await fixture.refund(asked.refundNo)).toMatchObject({ way: 'bank', amount: 600, went_back: 300 })
  await write(seconds(2))
  const mails = fixture.db
    .selectFrom('messages')
    .select('body')
    .where((eb) => eb.or([eb('subject', 'like', '已取消預約%'), eb('subject', 'like', '已收到退費申請%')]))
  expect(await mails.execute()).toEqual([
    { body: expect.stringMatching(/退費 NT\$600[^]*NT\$300 退回原付款方式[^]*其餘 NT\$300 不是以信用卡繳費/) },
  ])

  // Whoever has shown an account at the desk is not asked for one.
  const how = { way: 'transfer', bankCode: '007', bankAccount: '0123456789', accountName: 'Racer 1' } as const
  const shown = { refundNo: asked.refundNo, by: fixture.members[1]!, how, idempotencyKey: 'shown' }
  expect(await payOutAtDesk(fixture.db, shown, unaudited, seconds(3))).toMatchObject({ ok: true })
  await write(seconds(4))
  const bodies = (await mails.orderBy('created_at').execute()).map(({ body }) => body)
  expect(bodies).toHaveLength(2)
  expect(bodies[1]).toMatch(/NT\$300 已先退回；其餘 NT\$300：匯款至 007[^]*••••6789/)
  expect(bodies[1]).not.toContain('提供退款帳戶')
})

it('the mail about a cancellation at the desk that gives nothing back speaks of no refund', async () => {
  const { refundNo } = await fixture.asked(now)
  await fixture.db.updateTable('refunds').set({ cause: 'cancelled', way: 'none', amount: 0 }).where('refund_no', '=', refundNo).execute()
  const { id: subjectId } = await fixture.refund(refundNo)
  const event = { id: 1, topic: 'refund', subjectId, payload: { kind: 'requested', refundNo }, at: now, tries: 0, isAgain: false }
  const letters = await fixture.db.transaction().execute((trx) => lettersOf()['refund']!(trx, [event], seconds(1)))
  expect(letters).toMatchObject([{ subject: `已取消預約（${refundNo}）`, body: expect.stringContaining('依規定沒有退費金額') }])
  expect(JSON.stringify(letters)).not.toContain('NT$0')
})

it('the mail about a cancellation at the desk asks for no account when it is sent again after the money was paid out', async () => {
  const { refundNo } = await fixture.asked(now)
  await fixture.db
    .updateTable('refunds')
    .set({ cause: 'cancelled', way: 'cash', state: 'refunded' })
    .where('refund_no', '=', refundNo)
    .execute()
  const { id: subjectId } = await fixture.refund(refundNo)
  const event = { id: 1, topic: 'refund', subjectId, payload: { kind: 'account-needed', refundNo }, at: now, tries: 0, isAgain: true }
  const letters = await fixture.db.transaction().execute((trx) => lettersOf()['refund']!(trx, [event], seconds(1)))
  expect(letters).toMatchObject([{ body: expect.stringContaining('已於櫃檯以現金退還') }])
  expect(JSON.stringify(letters)).not.toContain('提供退款帳戶')
})
