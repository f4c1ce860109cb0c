import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expireUnpaidOrders, remindOfTomorrow } from '#modules/orders/expire-unpaid-orders.ts'
import { failRefund } from '#modules/refunds/settle-refund.ts'
import { lockRefund } from '#modules/refunds/store.ts'
import { settleMoves } from '#modules/orders/settle-moves.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { givePointsForExpired } from '#modules/violations/give-points.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { at, jobsRanUntil, orderCalls } from '#testing/orders.ts'
import { deskCalls, goTo, openDesk } from '#testing/tills.ts'
import type { TestMember, TestService } from '#testing/test-service.ts'
import { lettersByTopic } from '#wiring/letters.ts'
import { sql } from 'kysely'

let service: TestService
let desk: TestMember
beforeEach(async () => {
  ;({ service, desk } = await openDesk())
})
afterEach(() => service.close())

const calls = deskCalls(() => service)
const guest = { name: '王小明', mobile: '0911222333' }
const arrival = (until?: string) => ({ way: 'arrival', ...(until ? { until } : {}) })
const sell = (items: object[], payment: object, who: object = { guest }) =>
  calls.sell(desk, { ...who, items, amount: 500 * items.length, payment })
const expire = async () => {
  await jobsRanUntil(service.db, service.clock.now())
  await expireUnpaidOrders(service.db, service.clock.now(), givePointsForExpired)
}
const receipt = async (orderNo: string) => (await service.call('GET', `/api/Staff/Payment/Receipt/${orderNo}`, { as: desk })).body
const itemOf = async (orderNo: string) => (await receipt(orderNo)).items[0].id as string
const points = async () => (await service.db.selectFrom('violations').select('kind').execute()).map(({ kind }) => kind)
const told = async (recipient: string) => {
  await service.writeLetters()
  const rows = await service.db
    .selectFrom('messages')
    .select(['subject', 'body'])
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .execute()
  return rows.map(({ subject, body }) => `${subject ?? ''}\n${body ?? ''}`)
}
const onBoard = async (day: string) =>
  (await service.call('GET', `/api/Staff/Board?facility=BAD&day=${day}`, { as: desk })).body.holders.map(
    ({ booking }: { booking: object }) => booking,
  )

describe('a booking by telephone', () => {
  it('lives until the game: the guest is told the deadline, the board says that they pay on arrival, and who does not come has no point', async () => {
    const game = at(1, 20, 19)
    const sold = await sell([game], arrival())
    expect(sold).toMatchObject({ status: 201, body: { status: 'awaiting-payment', payBefore: game.start } })
    expect(await told(guest.mobile)).toEqual([expect.stringMatching(/保留.*11月20日.*19:00 前到櫃檯繳費 NT\$500/s)])
    goTo(service, '2026-11-20T18:58:00+08:00')
    await expire()
    expect(await onBoard('2026-11-20')).toMatchObject([{ paid: false, payAtDesk: true, holdUntil: game.start }])
    const { orderNo, memberId } = sold.body
    const read = async (path: string) => (await service.call('GET', path, { as: desk })).body
    expect((await read('/api/Staff/Today')).unpaid.items, 'the page of today').toMatchObject([{ orderNo, payAtDesk: true }])
    expect(await read(`/api/Staff/Order/${orderNo}`), 'the order').toMatchObject({ payAtDesk: true, payBefore: game.start })
    expect(await receipt(orderNo)).toMatchObject({ payAtDesk: true })
    expect((await read('/api/Staff/Order/List?status=awaiting-payment')).items, 'the list').toMatchObject([{ orderNo, payAtDesk: true }])
    expect((await read(`/api/Staff/Counter/Person/${memberId}`)).unpaid, 'the counter').toMatchObject([{ orderNo, amount: 500 }])
    const atDoor = await service.call('POST', '/api/Staff/CheckIn/Item', { as: desk, body: { id: await itemOf(orderNo) } })
    expect(atDoor).toMatchObject({ status: 409, body: { code: 'booking_not_paid', ticket: { orderNo } } })
    expect(await told(guest.mobile)).toHaveLength(1)
    goTo(service, game.start)
    await expire()
    expect(await receipt(sold.body.orderNo)).toMatchObject({ status: 'expired' })
    expect(await onBoard('2026-11-20')).toEqual([])
    expect([await points(), (await told(guest.mobile)).length]).toEqual([[], 1])
  })

  it('is told in the guest’s language', async () => {
    await sell([at(1, 20, 19)], arrival(), { guest: { ...guest, locale: 'en' } })
    expect(await told(guest.mobile)).toEqual([expect.stringContaining('Please pay NT$500 at the desk by')])
  })

  it('lives until when the clerk says, at the latest until the game; the guest is told when it lapsed before the game', async () => {
    const game = at(1, 20, 19)
    for (const until of ['2026-11-15T09:00:00+08:00', '2026-11-20T19:00:01+08:00'])
      expect(await sell([game], arrival(until))).toMatchObject({
        status: 422,
        body: { code: 'deadline_not_possible', errors: [{ path: 'until' }] },
      })
    const asked = { guest, items: [game], amount: 500, payment: arrival('2026-11-20T12:00:00+08:00') }
    const sold = await calls.sell(desk, asked, 'one call')
    expect(sold.body.payBefore).toBe('2026-11-20T04:00:00.000Z')
    goTo(service, '2026-11-20T12:00:00+08:00')
    expect(await calls.sell(desk, asked, 'one call'), 'the same sale, asked for again').toMatchObject({
      status: 201,
      body: { orderNo: sold.body.orderNo },
    })
    await expire()
    expect((await told(guest.mobile)).at(-1)).toContain('未在期限內繳費')
  })

  it('is paid at the desk when they come, and let in only then', async () => {
    const tillId = await calls.openTill(desk)
    const { orderNo } = (await sell([at(1, 20, 19)], arrival())).body
    goTo(service, '2026-11-20T18:50:00+08:00')
    const checkIn = async () => service.call('POST', '/api/Staff/CheckIn/Item', { as: desk, body: { id: await itemOf(orderNo) } })
    expect(await checkIn()).toMatchObject({ status: 409, body: { code: 'booking_not_paid' } })
    expect((await calls.post(desk, '/api/Staff/Payment/Desk', { orderNo, way: 'cash', tillId, given: 500 })).status).toBe(200)
    expect((await checkIn()).status).toBe(200)
  })

  it.each([
    ['full', 'venue-cancelled'],
    ['rule', 'cancelled'],
  ])('is cancelled at the desk (%s) without a word about money that was never paid', async (refund, status) => {
    const { orderNo } = (await sell([at(1, 20, 19)], arrival())).body
    const body = { moves: 0, refund, reason: '來電取消' }
    expect((await calls.post(desk, `/api/Staff/Booking/${await itemOf(orderNo)}/Cancel`, body)).status).toBe(200)
    expect((await service.call('GET', `/api/Staff/Order/${orderNo}`, { as: desk })).body).toMatchObject({ status })
    const last = (await told(guest.mobile)).at(-1)
    expect(last).toContain('無須繳費')
    expect(last).not.toContain('退費')
  })
})

describe('a guest whose paid booking is cancelled at the desk', () => {
  const cancelled = async (refund: 'rule' | 'goodwill' | 'full', { paidBy = 'cash', game = at(1, 20, 19) } = {}) => {
    const tillId = await calls.openTill(desk)
    const { orderNo } = (await sell([game], { way: 'cash', tillId, given: 500 })).body
    // As if they had paid by a link.
    if (paidBy !== 'cash') await service.db.updateTable('payment_attempts').set({ method: paidBy }).execute()
    const body = { moves: 0, refund, reason: '來電取消' }
    expect((await calls.post(desk, `/api/Staff/Booking/${await itemOf(orderNo)}/Cancel`, body)).status).toBe(200)
    const { status } = (await service.call('GET', `/api/Staff/Order/${orderNo}`, { as: desk })).body
    return { status, text: (await told(guest.mobile)).at(-1) }
  }

  it('because they asked is told so, and where the money waits', async () => {
    const { status, text } = await cancelled('goodwill')
    expect(status).toBe('cancelled')
    expect(text).toMatch(/已取消.*退費 NT\$500 請到櫃檯領取/)
    expect(text).not.toMatch(/抱歉|無法使用|退費規定/)
    expect(await service.db.selectFrom('refunds').select(['cause', 'amount']).execute()).toEqual([{ cause: 'cancelled', amount: 500 }])
  })

  it('and who paid by card is told that it goes back there', async () => {
    const { text } = await cancelled('goodwill', { paidBy: 'card' })
    expect(text).toMatch(/已取消.*退費 NT\$500 會退回付款的信用卡/)
    expect(text).not.toContain('櫃檯')
    // Its job makes a refund of what is owed, some 300 ms later, and tries to send it.
    const { db } = service
    const states = async () => (await db.selectFrom('refunds').select('state').execute()).map(({ state }) => state)
    await expect.poll(states, { timeout: 30_000 }).toEqual(['processing'])
    // The card does not take it: they have no page on which to choose another way.
    const { id, refundNo } = await db.selectFrom('refunds').select(['id', 'refund_no as refundNo']).executeTakeFirstOrThrow()
    await db.transaction().execute(async (trx) => {
      const refund = await lockRefund(trx, { id })
      await failRefund(trx, refund!, { by: null, note: '額度', tryAt: undefined }, service.clock.now())
    })
    expect(await told(guest.mobile)).toContainEqual(expect.stringMatching(/退費 NT\$500 沒有退成.*請到櫃檯/))
    const finance = await service.newMember({ role: 'finance' })
    const queue = await service.call('GET', '/api/Staff/Refund/Queue', { as: finance })
    expect(queue.body.items).toMatchObject([{ refundNo, need: 'failed' }])
  })

  it.each(['goodwill', 'full'] as const)('and who paid neither by card nor at the desk is asked for an account (%s)', async (refund) => {
    const { text } = await cancelled(refund, { paidBy: 'atm' })
    expect(text).toMatch(/退費 NT\$500 請到櫃檯提供帳戶，以匯款退還/)
    expect(text).not.toContain('領取')
  })

  it('as the terms say, which may be nothing', async () => {
    const soon = at(1, 15, 19)
    goTo(service, '2026-11-15T17:00:00+08:00')
    const { text } = await cancelled('rule', { game: soon })
    expect(text).toMatch(/已取消.*依退費規定沒有退費金額/)
  })

  it('because the centre lets them down is told that, and that the money waits at the desk', async () => {
    const { status, text } = await cancelled('full')
    expect(status).toBe('venue-cancelled')
    expect(text).toMatch(/很抱歉.*因故無法使用.*全額退費.*退費 NT\$500 請到櫃檯領取/)
    // Also of use when the game has begun: nothing else says where the money is.
    const writers = lettersByTopic({ db: service.db, tokens: service.tokens, publicUrl: '' })
    const events = await service.db
      .selectFrom('outbox')
      .selectAll()
      .where(sql`payload ->> 'kind'`, '=', 'venue-cancelled')
      .execute()
    const happened = events.map(({ subject_id: subjectId, ...event }) => ({ ...event, subjectId }))
    const letters = await service.db.transaction().execute((trx) => writers['order']!(trx, happened, service.clock.now()))
    expect(letters).toMatchObject([{ channel: 'sms' }])
    expect(JSON.stringify(letters)).not.toContain('"until"')
  })
})

it('reminds a guest who pays on arrival by text the day before, with what is to be paid and where, and nobody who has paid', async () => {
  await sell([at(1, 20, 19)], arrival())
  const { orderNo } = (await sell([at(2, 20, 19)], arrival(), { guest: { name: '李大華', mobile: '0922333444' } })).body
  const tillId = await calls.openTill(desk)
  expect((await calls.post(desk, '/api/Staff/Payment/Desk', { orderNo, way: 'cash', tillId, given: 500 })).status).toBe(200)
  goTo(service, '2026-11-19T19:00:00+08:00')
  await remindOfTomorrow(service.db, service.clock.now())
  expect((await told(guest.mobile)).at(-1)).toMatch(/提醒您明天的預約[^]*到櫃檯繳費 NT\$500/)
  expect((await told('0922333444')).join()).not.toContain('提醒')
})

describe('a member who pays on arrival', () => {
  it('is told by mail, reminded the day before with what is to be paid, and gets the point of the rules for neither paying nor coming', async () => {
    const me = await service.newMember()
    const { orderNo } = (await sell([at(1, 20, 19)], arrival(), { memberId: me.id })).body
    expect((await told(me.email))[0]).toMatch(/請到場繳費[^]*NT\$500/)
    goTo(service, '2026-11-19T19:00:00+08:00')
    await remindOfTomorrow(service.db, service.clock.now())
    expect((await told(me.email))[1]).toMatch(/明日預約提醒[^]*NT\$500[^]*到櫃檯繳費並報到/)
    goTo(service, '2026-11-20T18:57:00+08:00')
    await expire()
    expect(await told(me.email)).toHaveLength(2)
    goTo(service, '2026-11-20T19:00:00+08:00')
    await expire()
    expect([(await receipt(orderNo)).status, await points()]).toEqual(['expired', ['expired']])
  })
})

describe('an order of two games that is paid on arrival', () => {
  it('is held until the second game when the centre takes the first away', async () => {
    const [first, second] = [at(1, 21, 10), at(1, 21, 18)]
    const { orderNo } = (await calls.sell(desk, { guest, items: [first, second], amount: 800, payment: arrival() })).body
    expect(await receipt(orderNo)).toMatchObject({ payBefore: first.start })
    expect((await told(guest.mobile)).at(-1)).toContain('10:00–11:00，另 1 個時段')
    const body = { moves: 0, refund: 'full', reason: '漏水' }
    expect((await calls.post(desk, `/api/Staff/Booking/${await itemOf(orderNo)}/Cancel`, body)).status).toBe(200)
    expect(await told(guest.mobile), 'what is left is still to be paid').toContainEqual(
      expect.stringMatching(/無須繳費.*其餘時段仍請於.*18:00 前繳費 NT\$500/),
    )
    goTo(service, first.start)
    await expire()
    expect(await receipt(orderNo)).toMatchObject({ status: 'awaiting-payment', amount: 500, payBefore: second.start })
    expect(await onBoard('2026-11-21')).toMatchObject([{ payAtDesk: true, holdUntil: second.start }])
  })
})

describe('a booking that is paid on arrival and moved', () => {
  const move = async (orderNo: string, to: object, moves: number) =>
    calls.post(desk, `/api/Staff/Booking/${await itemOf(orderNo)}/Move`, { ...to, moves, reason: '換時段' })
  const settle = async () => {
    service.clock.advance(61_000)
    await settleMoves({ db: service.db, catalogues: openCatalogues(service.db) }, service.clock.now())
  }

  it('is held until the new game, later or earlier, and the guest is told', async () => {
    const { orderNo } = (await sell([at(1, 20, 19)], arrival())).body
    const [later, earlier] = [at(2, 22, 10), at(2, 18, 8)]
    expect((await move(orderNo, later, 0)).status).toBe(200)
    expect(await receipt(orderNo)).toMatchObject({ payBefore: later.start })
    expect(await onBoard('2026-11-22')).toMatchObject([{ payAtDesk: true, holdUntil: later.start }])
    expect((await move(orderNo, earlier, 1)).status).toBe(200)
    await settle()
    expect(await receipt(orderNo)).toMatchObject({ payBefore: earlier.start })
    expect((await told(guest.mobile)).at(-1)).toMatch(/已改為.*11月18日.*08:00 前到櫃檯繳費 NT\$300/s)
  })

  it('follows the hours of the centre’s rule to its new game', async () => {
    await writeSetting(service.db, 'booking', { payAtDesk: true, payAtDeskHours: 2 }, null, service.clock.now())
    const me = await service.newMember()
    const placed = await orderCalls(() => service).place(me, [at(1, 20, 19)], { pay: 'desk' })
    expect(placed.body).toMatchObject({ payBefore: at(1, 20, 17).start })
    const { orderNo } = placed.body
    expect((await move(orderNo, at(2, 22, 10), 0)).status).toBe(200)
    expect(await receipt(orderNo)).toMatchObject({ payBefore: at(2, 22, 8).start })
    // Where the rule's moment is over, the desk takes the money until the game.
    expect((await move(orderNo, at(2, 15, 11), 1)).status).toBe(200)
    expect(await receipt(orderNo)).toMatchObject({ payBefore: at(2, 15, 11).start })
  })

  it('to a dearer hour after it was paid: the guest is told what is to be paid besides', async () => {
    const tillId = await calls.openTill(desk)
    const { orderNo } = (
      await calls.sell(desk, { guest, items: [at(1, 20, 9)], amount: 300, payment: { way: 'cash', tillId, given: 300 } })
    ).body
    expect((await move(orderNo, at(1, 20, 19), 0)).status).toBe(200)
    await settle()
    expect((await told(guest.mobile)).at(-1)).toMatch(/已改為.*19:00.*補繳差額 NT\$200/s)
  })

  it('keeps the moment that the clerk said, and the other periods of the order stay held with it', async () => {
    const sold = await sell([at(1, 20, 19), at(1, 21, 19)], arrival('2026-11-19T12:00:00+08:00'))
    expect((await move(sold.body.orderNo, at(2, 22, 10), 0)).status).toBe(200)
    expect(await receipt(sold.body.orderNo)).toMatchObject({ payBefore: '2026-11-19T04:00:00.000Z' })
    expect((await move(sold.body.orderNo, at(2, 18, 10), 0)).status).toBe(200)
    expect(await onBoard('2026-11-22')).toMatchObject([{ holdUntil: at(2, 18, 10).start }])
  })
})
