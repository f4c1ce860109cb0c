import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Tokens } from '#modules/logins/tokens.ts'
import { addOrderEvents } from '#modules/orders/event-store.ts'
import { settleMoves } from '#modules/orders/settle-moves.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { at, placed } from '#testing/orders.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { openSplitDesk, splitCalls } from '#testing/split-sales.ts'
import type { TestMember, TestService } from '#testing/test-service.ts'
import { lettersByTopic } from '#wiring/letters.ts'

/** What is said of money that goes back by several ways. */
let service: TestService
let desk: TestMember
let tillId: string
const { calls, staff, coins, card, cash, split, sell, pay, payOut, refunded, whole } = splitCalls(() => ({ service, desk, tillId }))
beforeAll(async () => {
  ;({ service, desk, tillId } = await openSplitDesk())
})
afterAll(() => service.close())

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

/** What is written of a refund as if it had waited until now. */
async function writtenLate(refundNo: string) {
  const { db } = service
  const rows = await db.selectFrom('outbox').selectAll().where('topic', '=', 'refund').orderBy('id').execute()
  const events = rows
    .filter(({ payload }) => JSON.stringify(payload).includes(`"refundNo":"${refundNo}"`))
    .map(({ id, topic, subject_id: subjectId, payload, at: happened }) => ({ id, topic, subjectId, payload, at: happened, tries: 0 }))
  const write = lettersByTopic({
    db,
    tokens: new Tokens('a secret that only tests know, long enough'),
    publicUrl: 'http://localhost:3000',
  })['refund']!
  return db.transaction().execute((trx) => write(trx, events, service.clock.now()))
}

describe('a sale in parts that is given back', () => {
  it('is told by one text to a guest, with every way and its sum', async () => {
    const caller = { name: '陳先生', mobile: '0922333444' }
    const parts = split(coins(150, 'QR-1'), card(200), cash(150))
    const { orderNo } = (await sell(5, 27, parts, undefined, caller)).body
    const { items } = await staff.order(orderNo)
    expect((await staff.cancel(orderNo, [{ id: items[0]!.id, moves: 0 }], 'goodwill')).status).toBe(200)
    await refunded(orderNo, 2)
    const texts = (await toldOf(orderNo, caller.mobile)).filter((body) => body.includes('已取消'))
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain(
      '退費 NT$350（櫃檯刷卡機 NT$200、櫃檯現金 NT$150） 請到櫃檯領取，或辦理匯款。票券支付的 NT$150 請到櫃檯退回票券。',
    )
  })

  it('is told to a guest, where the money was fetched before the text is written, with the vouchers that still wait', async () => {
    const caller = { name: '林小姐', mobile: '0922333555' }
    const { orderNo } = (await sell(6, 27, split(coins(150, 'QR-3'), card(200), cash(150)), undefined, caller)).body
    const { items } = await staff.order(orderNo)
    expect((await staff.cancel(orderNo, [{ id: items[0]!.id, moves: 0 }], 'goodwill')).status).toBe(200)
    const money = (await refunded(orderNo, 2)).find(({ way }) => way === 'bank')!
    expect(await payOut(money.refundNo, { way: 'terminal', reference: 'BACK-10' })).toMatchObject({ status: 200 })
    expect(await payOut(money.refundNo, { way: 'cash' })).toMatchObject({ status: 200 })
    expect(await writtenLate(money.refundNo)).toMatchObject([
      { body: expect.stringMatching(/已退費 NT\$350（櫃檯刷卡機 NT\$200、櫃檯現金 NT\$150）。票券支付的 NT\$150 請到櫃檯退回票券。$/) },
    ])
  })

  it('is told once to a member who had money and vouchers back before the first mail is written', async () => {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(3, 20, 20)])
    expect(await pay(orderNo, split(coins(150, 'QR-5'), cash(350)))).toMatchObject({ status: 200 })
    const { items } = await staff.order(orderNo)
    expect((await staff.cancel(orderNo, [{ id: items[0]!.id, moves: 0 }], 'goodwill')).status).toBe(200)
    const refunds = await refunded(orderNo, 2)
    const [money, vouchers] = ['bank', 'voucher'].map((way) => refunds.find((one) => one.way === way)!.refundNo)
    expect(await payOut(money!, { way: 'cash' })).toMatchObject({ status: 200 })
    expect(await payOut(vouchers!, { way: 'voucher', reference: 'QR-5' })).toMatchObject({ status: 200 })
    await service.writeLetters()
    await service.db.updateTable('refund_items').set({ told_by_cancellation: false }).execute()
    expect(await writtenLate(vouchers!), 'by itself').toHaveLength(1)
    expect(await writtenLate(money!)).toMatchObject([{ body: expect.stringMatching(/已依下列方式退回：\n・櫃檯現金　NT\$350\n・運動幣/) }])
    expect(await writtenLate(vouchers!)).toEqual([])
    await whole()
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
    service.clock.advance(60_000)
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
})

it('a guest of whose bookings one is dearer and one cheaper since they were moved is told both; of one that was given up since, its difference', async () => {
  const caller = { name: '張小姐', mobile: '0922333666' }
  const sold = { guest: caller, items: [at(7, 27, 9), at(8, 27, 19)], amount: 800, payment: { way: 'cash', tillId, given: 800 } }
  const { orderNo } = (await calls.sell(desk, sold)).body
  const { items } = await staff.order(orderNo)
  for (const [n, to] of [at(7, 27, 19), at(8, 27, 9)].entries())
    expect((await calls.post(desk, `/api/Staff/Booking/${items[n]!.id}/Move`, { ...to, moves: 0, reason: '換時段' })).status).toBe(200)
  service.clock.advance(61_000)
  await settleMoves({ db: service.db, catalogues: openCatalogues(service.db) }, service.clock.now())
  const moved = (await toldOf(orderNo, caller.mobile)).find((body) => body.includes('已改為'))
  expect(moved).toMatch(/補繳差額 NT\$200。退費 NT\$200 請到櫃檯領取/)
  const cheaper = (await staff.order(orderNo)).items.find(({ total }) => total === 300)!
  expect((await staff.cancel(orderNo, [{ id: cheaper.id, moves: 1 }], 'goodwill')).status).toBe(200)
  await toldOf(orderNo, caller.mobile)
  const { db } = service
  const { id: orderId } = await db.selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()
  const owed = db.selectFrom('refunds_due').select('created_at').where('order_id', '=', orderId).where('reason', '=', 'moved')
  const { created_at: settled } = await owed.executeTakeFirstOrThrow()
  // As if the text about the move had waited until now.
  await addOrderEvents(db, [{ orderId, kind: 'moved', itemId: cheaper.id, back: 200 }], settled)
  expect(await toldOf(orderNo, caller.mobile)).toContainEqual(expect.stringMatching(/改期的差額另外退還。退費 NT\$200 請到櫃檯領取/))
})
