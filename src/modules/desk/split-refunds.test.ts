import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '#testing/invariants.ts'
import { findTransfers } from '#modules/refunds/read-store.ts'
import { setBankAccount } from '#modules/refunds/retry-refund.ts'
import { at, placed } from '#testing/orders.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { staffOrderCalls } from '#testing/staff-orders.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { deskCalls } from '#testing/tills.ts'

/** What was paid to the desk in parts, and by vouchers, goes back. */
let service: TestService
let desk: TestMember
let tillId: string
const calls = deskCalls(() => service)
const staff = staffOrderCalls(() => ({ service, desk, tillId }))
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  desk = await service.newMember({ role: 'desk' })
  tillId = await calls.openTill(desk, 1000)
})
afterAll(() => service.close())

const guest = { name: '王小明', mobile: '0911222333' }
const coins = (amount: number, reference = 'QR-778899') => ({ way: 'voucher', kind: 'sports-voucher', amount, reference })
const other = (amount: number, reference = 'BOOK-7') => ({ way: 'voucher', kind: 'voucher', amount, reference })
const card = (amount: number) => ({ way: 'terminal', amount, reference: 'T-0042' })
const cash = (amount: number, given = amount) => ({ way: 'cash', amount, given })
const split = (...parts: object[]) => ({ way: 'split', tillId, parts })
const sell = (court: number, day: number, payment: object, key?: string) =>
  calls.sell(desk, { guest, items: [at(court, day, 19)], amount: 500, payment }, key)
const pay = (orderNo: string, money: object, key?: string) => calls.post(desk, '/api/Staff/Payment/Desk', { orderNo, ...money }, key)
const ledgerOf = async (orderNo: string) =>
  (
    await service.db
      .selectFrom('ledger as l')
      .innerJoin('orders as o', 'o.id', 'l.order_id')
      .select(['l.way', 'l.amount'])
      .where('o.order_no', '=', orderNo)
      .orderBy('l.id')
      .execute()
  ).map(({ way, amount }) => [way, amount])
const whole = async () => expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])
const refundsOf = async (orderNo: string) => (await staff.order(orderNo)).refunds
const refunded = async (orderNo: string, count: number) => {
  await expect.poll(async () => (await refundsOf(orderNo)).length, { timeout: 8000 }).toBe(count)
  return refundsOf(orderNo)
}
const payOut = (refundNo: string, how: object, key?: string) =>
  calls.post(desk, '/api/Staff/Payment/Refund', { refundNo, tillId, ...how }, key)

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

/** Letters about an order of which some payments went back: who is told, and what. */
const toldOf = async (orderNo: string, recipient: string): Promise<string[]> => {
  await service.writeLetters()
  const rows = await service.db
    .selectFrom('messages')
    .select(['subject', 'body'])
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .execute()
  return rows.flatMap(({ body }) => (body?.includes(orderNo) ? [body] : []))
}
const paperOf = async (refundNo: string): Promise<string> => {
  const answer = await service.app.request(`/api/Staff/Paper/Refund/${refundNo}`, {
    headers: { authorization: `Bearer ${desk.token}`, 'accept-language': 'zh-TW' },
  })
  return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).text.replaceAll(/\s+/g, ' ')
}

describe('a sale in parts that is given back', () => {
  it('is told by one text to a guest, with every way and its sum', async () => {
    const caller = { name: '陳先生', mobile: '0922333444' }
    const parts = split(coins(150, 'QR-1'), card(200), cash(150))
    const { orderNo } = (await calls.sell(desk, { guest: caller, items: [at(5, 27, 19)], amount: 500, payment: parts })).body
    const { items } = await staff.order(orderNo)
    expect((await staff.cancel(orderNo, [{ id: items[0]!.id, moves: 0 }], 'goodwill')).status).toBe(200)
    await refunded(orderNo, 2)
    const texts = (await toldOf(orderNo, caller.mobile)).filter((body) => body.includes('已取消'))
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain(
      '退費 NT$350（櫃檯刷卡機 NT$200、櫃檯現金 NT$150） 請到櫃檯領取，或辦理匯款。票券支付的 NT$150 請到櫃檯退回票券。',
    )
  })

  it('is told by one mail to a member, and every way stands on the paper of the refund, in its mail and in the order’s story', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(2, 20, 20)])
    expect(await pay(orderNo, split(coins(150, 'QR-2'), card(200), cash(150)))).toMatchObject({ status: 200 })
    await toldOf(orderNo, me.email)
    const { items } = await staff.order(orderNo)
    expect((await staff.cancel(orderNo, [{ id: items[0]!.id, moves: 0 }], 'goodwill')).status).toBe(200)
    const before = (await refunded(orderNo, 2)).find(({ way }) => way === 'bank')!
    const waiting = (await toldOf(orderNo, me.email)).filter((body) => body.includes('已為您取消'))
    expect(waiting).toHaveLength(1)
    for (const said of [
      '退費 NT$500',
      '・櫃檯刷卡機（T-0042）　NT$200',
      '・櫃檯現金　NT$150',
      '・運動幣（QR-2）　NT$150',
      '票券支付的 NT$150 請到櫃檯',
    ])
      expect(waiting[0]).toContain(said)
    expect(await payOut(before.refundNo, { way: 'terminal', reference: 'BACK-9' })).toMatchObject({ status: 200 })
    expect(await payOut(before.refundNo, { way: 'cash' })).toMatchObject({ status: 200 })
    expect(await paperOf(before.refundNo)).toContain('櫃檯刷卡機（T-0042） NT$200 櫃檯現金 NT$150')
    const done = (await toldOf(orderNo, me.email)).find((body) => body.includes('已依下列方式'))
    expect(done).toContain('已依下列方式退回：\n・櫃檯刷卡機（T-0042）　NT$200\n・櫃檯現金　NT$150')
    const step = (await staff.story(orderNo)).find(({ refund }) => refund?.status === 'refunded')!
    expect(step).toMatchObject({
      money: { amount: 350, way: null },
      refund: {
        wentBack: [
          { way: 'terminal', amount: 200, till: '櫃檯', reference: 'BACK-9' },
          { way: 'cash', amount: 150, till: '櫃檯', reference: null },
        ],
      },
    })
    const mine = (await service.call('POST', '/api/Order/Refund/List', { as: me, body: { orderNo } })).body.items
    expect(
      mine.map(({ goesBack }: { goesBack: { words: string; amount: number }[] }) => goesBack.map(({ words, amount }) => [words, amount])),
    ).toEqual(
      expect.arrayContaining([
        [
          ['櫃檯刷卡機（T-0042）', 200],
          ['櫃檯現金', 150],
        ],
        [['運動幣（QR-2）', 150]],
      ]),
    )
    await whole()
  })

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
    expect(
      await setBankAccount({ db: service.db }, { memberId: me.id, memberName: '王小明' }, refundNo, named, service.clock.now()),
    ).toEqual({
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
