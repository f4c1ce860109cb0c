import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Tokens } from '#modules/logins/tokens.ts'
import { at, placed } from '#testing/orders.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { openSplitDesk, splitCalls } from '#testing/split-sales.ts'
import type { TestMember, TestService } from '#testing/test-service.ts'
import { lettersByTopic } from '#wiring/letters.ts'

/** What is said of money that goes back by several ways. */
let service: TestService
let desk: TestMember
let tillId: string
const { staff, coins, card, cash, split, sell, pay, payOut, refunded, whole } = splitCalls(() => ({ service, desk, tillId }))
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
    // As if the text had waited until now.
    const { db } = service
    const events = await db.selectFrom('outbox').selectAll().where('topic', '=', 'refund').orderBy('id').execute()
    const isFirst = ({ payload }: { payload: unknown }) => JSON.stringify(payload).includes(`"refundNo":"${money.refundNo}"`)
    const { id, topic, subject_id: subjectId, payload, at: happened } = events.find((event) => isFirst(event))!
    const write = lettersByTopic({ db, tokens: new Tokens('a secret that only tests know, long enough'), publicUrl: '' })['refund']!
    const event = { id, topic, subjectId, payload, at: happened, tries: 0, isAgain: false }
    const letters = await db.transaction().execute((trx) => write(trx, [event], service.clock.now()))
    expect(letters).toMatchObject([
      { body: expect.stringMatching(/已退費 NT\$350（櫃檯刷卡機 NT\$200、櫃檯現金 NT\$150）。票券支付的 NT\$150 請到櫃檯退回票券。$/) },
    ])
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
