import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSetting } from '#modules/settings/store.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { at, placed } from '#testing/orders.ts'
import { accountOf, mailAbout, paidAtGateway, refundCalls, refundIn } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
})
afterAll(() => service.close())

const { check, refund, order } = refundCalls(() => service)
const ledgerOf = async (orderNo: string) =>
  (
    await service.db
      .selectFrom('ledger as l')
      .innerJoin('orders as o', 'o.id', 'l.order_id')
      .select('l.amount')
      .where('o.order_no', '=', orderNo)
      .orderBy('l.id')
      .execute()
  ).map(({ amount }) => amount)
const isFree = async (venue2ndId: number, day: number, hour: number) =>
  (await service.call('POST', '/api/Order/Member/Check', { body: { items: [at(venue2ndId, day, hour)] } })).body.items[0].problems
    .length === 0

describe('B40: back to the card', () => {
  it('quotes the refund of each item, refunds one of three, and leaves the others', async () => {
    const me = await service.newMember()
    const { orderNo, tradeNo } = await paidAtGateway(service, me, [at(1, 18, 9), at(2, 17, 9), at(3, 16, 9)])
    const checked = (await check(me, orderNo)).body
    expect(checked).toMatchObject({ ways: ['card', 'bank'], amount: 300 + 150 + 150 })
    expect(checked.items.map(({ refund: back }: { refund: object }) => back)).toMatchObject([
      { percent: 50, amount: 150, late: true },
      { percent: 50, amount: 150, late: true },
      { percent: 100, amount: 300, late: false, until: '2026-11-15T16:00:00.000Z' },
    ])
    expect(checked.items[2].reason).toBe('使用日前 3 天（含）以上，退 100%')

    const asked = await refund(me, { orderNo, itemIds: [checked.items[2].id], reason: '出差' })
    expect(asked.status).toBe(200)
    expect(asked.body).toMatchObject({
      orderNo,
      cause: 'asked',
      status: 'approved',
      way: 'card',
      amount: 300,
      reason: '出差',
      nextWays: [],
    })
    expect(await isFree(1, 18, 9)).toBe(true)
    expect(await isFree(2, 17, 9)).toBe(false)
    expect(await order(me, orderNo)).toMatchObject({
      status: 'confirmed',
      items: [{ status: 'active' }, { status: 'active' }, { status: 'cancelled' }],
    })

    const done = await refundIn(service, me, asked.body.refundNo, 'refunded')
    expect(done.steps.map(({ status }: { status: string }) => status)).toEqual(['requested', 'approved', 'processing', 'refunded'])
    expect(await ledgerOf(orderNo)).toEqual([900, -300])
    expect(await order(me, orderNo)).toMatchObject({ paid: 600, owed: 0 })
    const trade = await service.db.selectFrom('demo_trades').select('refunded').where('trade_no', '=', tradeNo).executeTakeFirstOrThrow()
    expect(trade.refunded).toBe(300)
    const leadsHere = `/member/order/refund?refundNo=${asked.body.refundNo}&signed=`
    const cancelled = await mailAbout(service, me.email, '已取消預約，退費 NT$300')
    expect(cancelled.body).toContain(leadsHere)
    expect(cancelled.body).not.toContain('記違規')
    const [file] = cancelled.attachments
    expect(file).toMatchObject({ name: `${orderNo}.ics`, type: 'text/calendar; charset=utf-8; method=CANCEL' })
    const calendar = file!.content.replaceAll('\r\n ', '')
    expect(calendar).toContain('METHOD:CANCEL\r\n')
    expect(calendar.match(/STATUS:CANCELLED/g)).toHaveLength(1)
    expect(cancelled.body).toContain('多數行事曆打開附檔後會自動移除')
    expect(calendar).toContain(`UID:${checked.items[2].id}@`)
    const booked = (await mailAbout(service, me.email, '預約成功')).attachments[0]!.content
    const sequenceIn = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)![1])
    expect(sequenceIn(calendar)).toBeGreaterThan(sequenceIn(booked))
  })

  it('refunds all refundable items when none is named, and cancels the order when nothing is left', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidAtGateway(service, me, [at(4, 19, 9), at(4, 19, 10)])
    expect((await refund(me, { orderNo })).body).toMatchObject({ amount: 600 })
    expect(await order(me, orderNo)).toMatchObject({ status: 'cancelled' })
    expect(await refund(me, { orderNo })).toMatchObject({ status: 409, body: { code: 'order_not_refundable' } })
  })

  it('cancels a 0 % item only when the member accepts it, and writes no due for it', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidAtGateway(service, me, [at(5, 15, 20)])
    expect(await refund(me, { orderNo })).toMatchObject({ status: 422, body: { code: 'gives_nothing_back' } })
    expect(await order(me, orderNo)).toMatchObject({ status: 'confirmed' })
    const given = await refund(me, { orderNo, acceptZero: true })
    expect(given.body).toMatchObject({ status: 'refunded', way: 'none', amount: 0 })
    expect(await ledgerOf(orderNo)).toEqual([500])
    expect(await isFree(5, 15, 20)).toBe(true)
    await mailAbout(service, me.email, '已取消預約')
  })

  it('gives a point when it is late, and none otherwise', async () => {
    const me = await service.newMember()
    const early = await paidAtGateway(service, me, [at(6, 20, 9)])
    await refund(me, { orderNo: early.orderNo })
    const points = () => service.db.selectFrom('violations').select('kind').where('member_id', '=', me.id).execute()
    expect(await points()).toEqual([])
    const late = await paidAtGateway(service, me, [at(6, 16, 9)])
    expect((await check(me, late.orderNo)).body).toMatchObject({
      items: [{ refund: { late: true } }],
      penalties: { pointsToSuspend: 3, pointDays: 180 },
    })
    await refund(me, { orderNo: late.orderNo })
    expect(await points()).toEqual([{ kind: 'late-cancel' }])
    const mail = await mailAbout(service, me.email, '已取消預約，退費 NT$150')
    expect(mail.body).toMatch(/取消得太晚，已記違規 1 點；180 天內滿 3 點[^]*\/member\/violation\?signed=/)
    await service.writeLetters()
    expect((await service.inbox(me.email)).map(({ subject }) => subject)).not.toContain('違規記點通知')
  })

  it('A12 is late by the setting, and the terms say the same', async () => {
    const terms = async () => (await service.call('GET', '/api/Refund/Terms')).body
    expect(await terms()).toEqual({
      hourly: [
        { days: 3, percent: 100 },
        { days: 1, percent: 50 },
        { days: 0, percent: 0 },
      ],
      sessions: [
        { days: 10, percent: 100 },
        { days: 7, percent: 50 },
        { days: 4, percent: 30 },
        { days: 0, percent: 0 },
      ],
      lateCancelHours: 48,
    })
    const me = await service.newMember()
    const { orderNo } = await paidAtGateway(service, me, [at(6, 17, 9)])
    const isLate = async () => (await check(me, orderNo)).body.items[0].refund.late
    expect(await isLate()).toBe(true)
    await writeSetting(service.db, 'violations', { lateCancelHours: 24 }, null, service.clock.now())
    expect(await isLate()).toBe(false)
    expect((await terms()).lateCancelHours).toBe(24)
    await refund(me, { orderNo })
    expect(await service.db.selectFrom('violations').select('kind').where('member_id', '=', me.id).execute()).toEqual([])
    await service.db.deleteFrom('settings').where('key', '=', 'violations').execute()
  })

  it('refunds the whole deposit whatever the share is, and says so', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidAtGateway(service, me, [at(20, 19, 8, 4), at(20, 16, 8, 4)])
    expect((await check(me, orderNo)).body.items).toMatchObject([
      { paid: 14_000, refund: { percent: 0, amount: 10_000 }, reason: '距離使用日太近，只退保證金' },
      { paid: 14_000, refund: { percent: 30, amount: 11_200 }, reason: '使用日前 4 天（含）以上，退 30%，另退保證金 NT$10,000' },
    ])
  })

  it('refuses unpaid orders, orders of others, items of other orders, and invalid bodies', async () => {
    const me = await service.newMember()
    const unpaid = await placed(service, me, [at(7, 20, 9)])
    expect(await refund(me, { orderNo: unpaid })).toMatchObject({ status: 409, body: { code: 'order_not_refundable' } })
    const { orderNo } = await paidAtGateway(service, me, [at(7, 20, 10)])
    const other = await service.newMember()
    for (const call of [refund(other, { orderNo }), check(other, orderNo)]) expect((await call).status).toBe(404)
    expect(await refund(me, { orderNo, itemIds: [crypto.randomUUID()] })).toMatchObject({ status: 422, body: { code: 'no_such_item' } })
    expect((await refund(me, { orderNo, itemIds: ['x'] })).status).toBe(422)
    expect((await refund(me, { orderNo: "'; drop table refunds; --" })).status).toBe(422)
    const asked = await refund(me, { orderNo })
    expect((await service.call('GET', `/api/Order/Refund/${asked.body.refundNo}`, { as: other })).status).toBe(404)
    for (const path of ['Retry', 'Account'])
      expect(
        (
          await service.call('POST', `/api/Order/Refund/${path}`, {
            as: other,
            body: { refundNo: asked.body.refundNo, ...(await accountOf(service, other)) },
          })
        ).status,
      ).toBe(404)
  })

  it('refuses items that have begun', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidAtGateway(service, me, [at(8, 15, 11), at(8, 20, 9)])
    service.clock.advance(90 * 60_000)
    const { items, amount } = (await check(me, orderNo)).body
    expect(amount).toBe(300)
    expect(items[0]).toMatchObject({ refund: null, reason: '已開始或已報到，不能退費' })
    expect(await refund(me, { orderNo, itemIds: [items[0].id] })).toMatchObject({ status: 409, body: { code: 'item_not_refundable' } })
    service.clock.advance(-90 * 60_000)
  })
})

describe('a card that refuses', () => {
  it('fails the refund with a mail, which succeeds when the member retries', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidAtGateway(service, me, [at(1, 19, 9)], 'card-sulking')
    const { body } = await refund(me, { orderNo })
    const failed = await refundIn(service, me, body.refundNo, 'failed')
    expect(failed).toMatchObject({ nextWays: ['card', 'bank'] })
    expect(await ledgerOf(orderNo)).toEqual([300])
    await mailAbout(service, me.email, '退費失敗')
    const retry = () => service.call('POST', '/api/Order/Refund/Retry', { as: me, body: { refundNo: body.refundNo } })
    expect((await retry()).body).toMatchObject({ status: 'approved' })
    await refundIn(service, me, body.refundNo, 'refunded')
    expect(await ledgerOf(orderNo)).toEqual([300, -300])
    expect(await retry()).toMatchObject({ status: 409, body: { code: 'refund_not_waiting' } })
  })

  it('fails the refund; the member switches to a transfer, which needs no decision', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidAtGateway(service, me, [at(1, 19, 10)], 'card-sulking')
    const { body } = await refund(me, { orderNo })
    await refundIn(service, me, body.refundNo, 'failed')
    const account = await accountOf(service, me)
    const given = await service.call('POST', '/api/Order/Refund/Account', { as: me, body: { refundNo: body.refundNo, ...account } })
    expect(given.body).toMatchObject({
      way: 'bank',
      status: 'approved',
      account: { bankCode: '007', bankName: '第一商業銀行', bankAccount: '••••8901' },
    })
  })
})
