import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findTransfers } from '#modules/refunds/read-store.ts'
import { setBankAccount } from '#modules/refunds/retry-refund.ts'
import { at, placed } from '#testing/orders.ts'
import { openSplitDesk, splitCalls } from '#testing/split-sales.ts'
import type { TestMember, TestService } from '#testing/test-service.ts'

/** What was paid to the desk in parts, and by vouchers, goes back. */
let service: TestService
let desk: TestMember
let tillId: string
const { calls, staff, coins, other, card, cash, split, sell, pay, payOut, refunded, ledgerOf, whole } = splitCalls(() => ({
  service,
  desk,
  tillId,
}))
beforeAll(async () => {
  ;({ service, desk, tillId } = await openSplitDesk())
})
afterAll(() => service.close())

const refundsOf = async (orderNo: string) => (await staff.order(orderNo)).refunds

const mailsTo = async ({ email }: TestMember): Promise<string> => {
  await service.writeLetters()
  await service.jobsDone('write-letters', 'send-refunds-soon', 'send-message')
  return (await service.inbox(email)).map(({ body }) => body).join('\n')
}

/** What moved by each way, as insight counts it: a refund of several payments once for each. */
const insightIs = async () => {
  const { rows } = await sql<{ way: string; amount: number }>`
    select way, sum(amount)::integer as amount from insight_money_of((select array_agg(distinct (at at time zone 'Asia/Taipei')::date) from ledger))
    group by way order by way`.execute(service.db)
  const ledger = await sql`select way, sum(amount)::integer as amount from ledger group by way order by way`.execute(service.db)
  expect(rows).toEqual(ledger.rows)
  expect(rows.map(({ way }) => way)).toEqual(['cash', 'terminal', 'voucher'])
}

describe('a sale in parts that is given back', () => {
  it('goes back by the terminal and in cash as one refund, and as vouchers by another, which becomes no money', async () => {
    const { orderNo } = (await sell(6, 20, split(coins(150), other(50), card(200), cash(100)))).body
    const { items } = await staff.order(orderNo)
    const cancelled = await staff.cancel(orderNo, [{ id: items[0]!.id, moves: 0 }], 'full')
    expect(cancelled.status, cancelled.text).toBe(200)
    const both = await refunded(orderNo, 2)
    const [money, vouchers] = [both.find(({ way }) => way === 'bank')!, both.find(({ way }) => way === 'voucher')!]
    expect(money).toMatchObject({
      amount: 300,
      way: 'bank',
      deskWays: ['cash', 'terminal', 'transfer'],
      deskAmounts: { cash: 100, terminal: 200, transfer: 300 },
    })
    expect(vouchers).toMatchObject({ amount: 200, way: 'voucher', deskWays: ['voucher'], deskAmounts: { voucher: 200 } })

    const account = { bankCode: '007', bankAccount: '0123456789', accountName: '王小明' }
    for (const how of [{ way: 'cash' }, { way: 'terminal', reference: 'x' }, { way: 'transfer', ...account }])
      expect(await payOut(vouchers.refundNo, how)).toMatchObject({ status: 409, body: { code: 'paid_another_way' } })
    expect(await payOut(money.refundNo, { way: 'voucher', reference: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'paid_another_way' },
    })

    const waiting = (await service.call('GET', '/api/Staff/Payment/Refunds', { as: desk })).body.items
    expect(
      waiting
        .filter((one: { orderNo: string }) => one.orderNo === orderNo)
        .map(({ paidBy, amount }: { paidBy: string; amount: number }) => [paidBy, amount]),
    ).toEqual(
      expect.arrayContaining([
        ['cash', 100],
        ['terminal', 200],
        ['voucher', 200],
      ]),
    )

    const before = await calls.till(desk, tillId)
    expect(await payOut(money.refundNo, { way: 'terminal', reference: 'T-0043' })).toMatchObject({ status: 200, body: { amount: 200 } })
    expect(await payOut(money.refundNo, { way: 'cash' })).toMatchObject({ status: 200, body: { amount: 100 } })
    const parts = [
      { attemptId: expect.any(String), method: 'sports-voucher', reference: 'QR-778899', amount: 150 },
      { attemptId: expect.any(String), method: 'voucher', reference: 'BOOK-7', amount: 50 },
    ]
    expect(waiting.find((one: { refundNo: string }) => one.refundNo === vouchers.refundNo).parts).toEqual(parts)
    expect(vouchers.deskParts).toEqual(parts)
    const [coin, book] = vouchers.deskParts.map(({ attemptId }: { attemptId: string }, n: number) => ({
      attemptId,
      reference: `BACK-${n}`,
    }))
    const elsewhere = { attemptId: money.deskParts[0]!.attemptId, reference: 'x' }
    for (const numbers of [{ reference: 'one for both' }, {}, { references: [coin] }, { references: [coin, elsewhere] }])
      expect(await payOut(vouchers.refundNo, { way: 'voucher', ...numbers })).toMatchObject({
        status: 422,
        body: { code: 'references_missing' },
      })
    const whole200 = { way: 'voucher', references: [book, coin] }
    expect(await payOut(vouchers.refundNo, whole200)).toMatchObject({ status: 200, body: { amount: 200 } })
    expect(await payOut(vouchers.refundNo, whole200)).toMatchObject({
      status: 409,
      body: { code: 'refund_paid_already' },
    })
    expect((await ledgerOf(orderNo)).reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(0)
    const till = await calls.till(desk, tillId)
    expect(till.expected).toBe(before.expected - 100)
    const back = till.vouchers.slips.filter((slip: { amount: number }) => slip.amount < 0)
    expect(back.toSorted((a: { amount: number }, b: { amount: number }) => a.amount - b.amount)).toMatchObject([
      { method: 'sports-voucher', amount: -150, reference: 'BACK-0' },
      { method: 'voucher', amount: -50, reference: 'BACK-1' },
    ])
    await whole()
    await insightIs()
  })

  it('goes back to the cards in the order in which the terminal took them, each by a slip of its own', async () => {
    const cards = [1, 2, 3, 4, 5].map((n) => ({ ...card(100), reference: `CARD-${n}` }))
    const { orderNo } = (await sell(8, 21, split(...cards))).body
    const { items } = await staff.order(orderNo)
    expect((await staff.cancel(orderNo, [{ id: items[0]!.id, moves: 0 }], 'full')).status).toBe(200)
    const refund = (await refunded(orderNo, 1))[0]!
    expect(refund.deskParts.map(({ reference }) => reference)).toEqual(cards.map(({ reference }) => reference))
    const references = refund.deskParts.map(({ attemptId }: { attemptId: string }, n: number) => ({
      attemptId,
      reference: `SLIP-${n + 1}`,
    }))
    expect(await payOut(refund.refundNo, { way: 'terminal', references })).toMatchObject({ status: 200, body: { amount: 500 } })
    const slips = (await calls.till(desk, tillId)).terminal.slips.filter((slip: { orderNo: string }) => slip.orderNo === orderNo)
    expect(slips.map(({ reference }: { reference: string }) => reference)).toEqual([
      ...cards.map(({ reference }) => reference),
      ...[1, 2, 3, 4, 5].map((n) => `SLIP-${n}`),
    ])
  })

  it('gives money back before vouchers where the terms give back a part, and the member is told what comes how', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(7, 19, 19), at(8, 19, 19)])
    expect(await pay(orderNo, split(coins(700), cash(300)))).toMatchObject({ status: 200 })
    const check = (await service.call('POST', '/api/Order/Refund/Check', { as: me, body: { orderNo } })).body
    expect(check).toMatchObject({ ways: ['bank'], amount: 1000 })
    const backOf = (amount: number) => [
      { by: 'cash', words: '櫃檯現金', amount: 300 },
      { by: 'voucher', words: '運動幣（QR-778899）', amount },
    ]
    expect(check.goesBack).toEqual(backOf(700))
    const one = { orderNo, itemIds: [check.items[0].id] }
    expect((await service.call('POST', '/api/Order/Refund/Check', { as: me, body: one })).body).toMatchObject({
      amount: 500,
      goesBack: backOf(200),
    })
    const foreign = { orderNo, itemIds: [crypto.randomUUID()] }
    expect(await service.call('POST', '/api/Order/Refund/Check', { as: me, body: foreign })).toMatchObject({
      status: 422,
      body: { code: 'no_such_item' },
    })
    for (const refund of ['rule', 'goodwill', 'full'])
      expect(await calls.post(desk, '/api/Staff/Order/Cancel/Check', { orderNo, ids: one.itemIds, refund })).toMatchObject({
        status: 200,
        body: { goesBack: backOf(200) },
      })
    const cancel = async (n: number) => {
      const { items } = await staff.order(orderNo)
      return staff.cancel(orderNo, [{ id: items[n]!.id, moves: 0 }], 'full')
    }
    expect((await cancel(0)).status).toBe(200)
    const mails = await mailsTo(me)
    expect(mails).toContain('NT$300 要退還給您：請到櫃檯領取，或在訂單頁提供退款帳戶。')
    expect(mails).toContain('NT$200 原以票券支付：請到櫃檯退回票券，不會換成現金。')
    expect((await refunded(orderNo, 2)).map(({ way, amount }: { way: string; amount: number }) => [way, amount]).toSorted()).toEqual([
      ['bank', 300],
      ['voucher', 200],
    ])
    expect((await cancel(1)).status).toBe(200)
    expect((await refunded(orderNo, 3)).map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([200, 300, 500])
    await whole()
  })

  it('asks no account of whom only vouchers go back to', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(1, 21, 19)])
    await pay(orderNo, split(coins(500)))
    expect((await service.call('POST', '/api/Order/Refund/Check', { as: me, body: { orderNo } })).body).toMatchObject({ ways: ['voucher'] })
    const asked = await service.call('POST', '/api/Order/Refund', { as: me, body: { orderNo } })
    expect(asked, asked.text).toMatchObject({ status: 200, body: { way: 'voucher', status: 'approved', amount: 500, nextWays: [] } })
    expect(await mailsTo(me)).toContain('這筆原以票券支付，請到櫃檯退回票券，不會換成現金。')
    await whole()
  })

  it('says of each refund what was paid for it, so that the share of the terms is true of both', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(3, 16, 19)])
    expect(await pay(orderNo, split(cash(200), coins(300)))).toMatchObject({ status: 200 })
    const { items } = await staff.order(orderNo)
    const cancelled = await staff.cancel(orderNo, [{ id: items[0]!.id, moves: 0 }], 'rule')
    expect(cancelled.status, cancelled.text).toBe(200)
    await refunded(orderNo, 2)
    const told = (await service.call('POST', '/api/Order/Refund/List', { as: me, body: { orderNo } })).body.items
    type Told = { way: string; items: { paid: number; percent: number; amount: number }[] }
    expect(told.map(({ way, items: [item] }: Told) => [way, item!.paid, item!.percent, item!.amount]).toSorted()).toEqual([
      ['bank', 400, 50, 200],
      ['voucher', 100, 50, 50],
    ])
    await whole()
  })

  it('becomes no money either where the version before has written one refund by transfer for all of it', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(4, 22, 19)])
    expect(await pay(orderNo, split(coins(500)))).toMatchObject({ status: 200 })
    const { items } = await staff.order(orderNo)
    expect((await staff.cancel(orderNo, [{ id: items[0]!.id, moves: 0 }], 'full')).status).toBe(200)
    const { refundNo } = (await refunded(orderNo, 1))[0]!
    await service.db.updateTable('refunds').set({ way: 'bank' }).where('refund_no', '=', refundNo).execute()
    const [asBefore] = await refundsOf(orderNo)
    expect(asBefore).toMatchObject({ way: 'bank', deskWays: ['voucher'], deskAmounts: { voucher: 500 } })
    const waiting = (await service.call('GET', '/api/Staff/Payment/Refunds', { as: desk })).body.items
    expect(waiting.find((one: { refundNo: string }) => one.refundNo === refundNo)).toMatchObject({ paidBy: 'voucher', amount: 500 })
    const account = { bank_code: '007', bank_account: '0123456789', account_name: '王小明' }
    const transfers = async () => (await findTransfers(service.db, undefined)).map((one) => one.refundNo)
    await service.db.updateTable('refunds').set(account).where('refund_no', '=', refundNo).execute()
    expect(await transfers()).not.toContain(refundNo)
    await service.db
      .updateTable('refunds')
      .set({ bank_code: null, bank_account: null, account_name: null })
      .where('refund_no', '=', refundNo)
      .execute()
    const named = { bankCode: '007', bankAccount: '0123456789', accountName: '王小明', passbookFileId: desk.id }
    expect(await setBankAccount({ db: service.db }, { memberId: me.id, by: me.id }, refundNo, named, service.clock.now())).toEqual({
      ok: false,
      refusal: { code: 'refund_not_waiting' },
    })
    expect(await payOut(refundNo, { way: 'voucher', reference: 'QR-9' })).toMatchObject({ status: 200, body: { amount: 500 } })
    expect(await ledgerOf(orderNo)).toEqual([
      ['voucher', 500],
      ['voucher', -500],
    ])
    await whole()
  })
})
