import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSetting } from '#modules/settings/store.ts'
import { closureCalls } from '#testing/closures.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { at, type Item } from '#testing/orders.ts'
import { paidAtGateway, payAtGateway } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let desk: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  desk = await service.newMember({ role: 'desk' })
})
afterAll(() => service.close())

async function booked(as: TestMember, item: Item) {
  const { orderNo } = await paidAtGateway(service, as, [item])
  const { body } = await service.call('GET', `/api/Order/${orderNo}`, { as })
  return { orderNo, id: body.items[0].id as string }
}
type Body = Item & { moves?: number; total: number }
const move = (as: TestMember, id: string, body: Body, key: string = randomUUID()) =>
  service.call('POST', `/api/Order/Booking/${id}/Move`, { as, body: { moves: 0, ...body }, headers: { 'idempotency-key': key } })
const options = (as: TestMember, id: string, date?: string) =>
  service.call('GET', `/api/Order/Booking/${id}/Move${date ? `?date=${date}` : ''}`, { as })
/** What the page says of a move to this spot. */
const spotAt = async (as: TestMember, id: string, to: Item) => {
  const { facilities } = (await options(as, id, to.start.slice(0, 10))).body
  const courts: { venue2ndId: number; spots: { start: string; refundCap: number }[] }[] = facilities.flatMap(
    ({ courts: here }: { courts: object[] }) => here,
  )
  return courts.find(({ venue2ndId }) => venue2ndId === to.venue2ndId)?.spots.find(({ start }) => start === to.start)
}
/** The share that it promises at most afterwards. */
const capAt = async (as: TestMember, id: string, to: Item) => (await spotAt(as, id, to))?.refundCap
const orderOf = async (as: TestMember, orderNo: string) => (await service.call('GET', `/api/Order/${orderNo}`, { as })).body
const calendarOf = async (as: TestMember, orderNo: string) => {
  const { text } = await service.call('GET', `/api/Order/Calendar/${orderNo}`, { as })
  return { uid: text.match(/UID:.*/)![0], sequence: Number(text.match(/SEQUENCE:(\d+)/)![1]), start: text.match(/DTSTART.*/)![0] }
}
const dues = async ({ id }: TestMember) => {
  const owed = service.db.selectFrom('refunds_due as r').innerJoin('orders as o', 'o.id', 'r.order_id').where('o.member_id', '=', id)
  return (await owed.select(['r.amount', 'r.reason']).orderBy('r.amount').execute()).map(({ amount, reason }) => [reason, amount])
}
const whole = async () => expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])

describe('a member who moves a booking', () => {
  it('to a cheaper hour: seen before, moved at once, the difference goes back, and ticket, mail and calendar follow', async () => {
    const me = await service.newMember()
    const { orderNo, id } = await booked(me, at(1, 18, 19))
    const shown = await options(me, id, '2026-11-19')
    expect(shown.body).toMatchObject({
      orderNo,
      worth: 500,
      backBy: 'card',
      movesLeft: 2,
      problem: null,
      date: '2026-11-19',
      ...at(1, 18, 19),
    })
    const court = shown.body.facilities[0].courts.find((one: { venue2ndId: number }) => one.venue2ndId === 2)
    expect(court.spots.find(({ start }: Item) => start === at(2, 19, 8).start)).toMatchObject({
      total: 300,
      difference: -200,
      refundCap: 100,
    })
    expect(shown.body.facilities.map((one: { venue1stId: number }) => one.venue1stId)).toEqual([1])
    const before = await calendarOf(me, orderNo)

    const key = randomUUID()
    const moved = await move(me, id, { ...at(2, 19, 8), total: 300 }, key)
    expect(moved).toMatchObject({ status: 200, body: { difference: -200, topUp: null } })
    expect((await move(me, id, { ...at(2, 19, 8), total: 300 }, key)).body).toEqual(moved.body)
    expect(await move(me, id, { ...at(3, 19, 8), total: 300 }, key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    expect(await dues(me)).toEqual([['moved', 200]])
    const [item] = (await orderOf(me, orderNo)).items
    expect(item).toMatchObject({ ...at(2, 19, 8), movable: true, movedFrom: { venue2ndName: '羽球場 1', start: at(1, 18, 19).start } })
    const after = await calendarOf(me, orderNo)
    expect(after.uid).toBe(before.uid)
    expect(after.start).not.toBe(before.start)
    expect(after.sequence).toBeGreaterThan(before.sequence)
    await service.writeLetters()
    const mail = (await service.mail(me.email, '預約已改期：羽球館'))!
    expect(mail.body).toContain('NT$200')
    expect(mail.body).not.toContain('由中心改期')
    await whole()
  })

  it('to a dearer hour: held until the top-up is paid, and only then moved; staff and the door know it', async () => {
    const me = await service.newMember()
    const { orderNo, id } = await booked(me, at(3, 18, 8))
    const asked = await move(me, id, { ...at(3, 18, 19), total: 500 })
    const topUp = asked.body.topUp.orderNo as string
    expect(asked).toMatchObject({ status: 200, body: { difference: 0, topUp: { amount: 200 } } })
    const [waiting] = (await orderOf(me, orderNo)).items
    expect(waiting).toMatchObject({ ...at(3, 18, 8), pendingMove: { ...at(3, 18, 19), orderNo: topUp, amount: 200 } })
    expect(await orderOf(me, topUp)).toMatchObject({ kind: 'supplement', topUpFor: { orderNo, to: at(3, 18, 19) } })
    const grid = await service.call('POST', '/api/Order/Member/Check', { body: { items: [at(3, 18, 19)] }, as: await service.newMember() })
    expect(grid.body.items[0].problems[0].code).toBe('period_taken')
    await whole()

    await payAtGateway(service, me, topUp)
    const [moved] = (await orderOf(me, orderNo)).items
    expect(moved).toMatchObject({ ...at(3, 18, 19), pendingMove: null, movedFrom: { start: at(3, 18, 8).start } })
    await service.writeLetters()
    expect((await service.mail(me.email, '預約已改期：羽球館'))!.body).toContain('差額 NT$200 已繳費')
    await whole()
    const ticket = (await service.call('GET', `/api/Order/Ticket/${orderNo}`, { as: me })).body.items[0]
    service.clock.advance(Date.parse('2026-11-18T08:05:00+08:00') - service.clock.now().getTime())
    for (const code of [ticket.code, ticket.typedCode]) {
      const door = await service.call('POST', '/api/Staff/CheckIn', { as: desk, body: { code } })
      expect(door).toMatchObject({
        status: 409,
        body: { code: 'booking_moved', title: expect.stringMatching(/已改期至 .*7:00|已改期至 .*19:00/) },
      })
    }
    await whole()
  })

  it('and does not pay: everything is as it was; staff who move the booking, or a closure, end the waiting', async () => {
    const me = await service.newMember()
    const { id } = await booked(me, at(4, 20, 8))
    const first = (await move(me, id, { ...at(4, 20, 19), total: 500 })).body.topUp.orderNo as string
    // Another try takes the place of the one before.
    const second = (await move(me, id, { ...at(5, 20, 19), total: 500 })).body.topUp.orderNo as string
    expect((await orderOf(me, first)).status).toBe('cancelled')
    await whole()
    const staffMove = { ...at(6, 20, 8), moves: 0, reason: '地板維修' }
    const headers = { 'idempotency-key': randomUUID() }
    expect((await service.call('POST', `/api/Staff/Booking/${id}/Move`, { as: desk, body: staffMove, headers })).status).toBe(200)
    expect((await orderOf(me, second)).status).toBe('cancelled')
    expect(await move(me, id, { ...at(7, 20, 8), total: 300, moves: 1 })).toMatchObject({ status: 409, body: { code: 'being_moved' } })
    await whole()

    const other = await booked(me, at(7, 21, 8))
    const third = (await move(me, other.id, { ...at(8, 21, 19), total: 500 })).body.topUp.orderNo as string
    const manager = await service.newMember({ role: 'manager' })
    await closureCalls(() => service).close(manager, { facilities: [1], courts: [8], from: '2026-11-21', to: '2026-11-21' })
    expect((await orderOf(me, third)).status).toBe('cancelled')
    expect((await orderOf(me, other.orderNo)).items[0]).toMatchObject({ ...at(7, 21, 8), status: 'active' })
    await whole()

    // A day off, and a fault, take floor in the same way.
    const fourth = (await move(me, other.id, { ...at(8, 22, 19), total: 500 })).body.topUp.orderNo as string
    const closing = { venue1stId: 1, date: '2026-11-22', reasonTw: '颱風', reasonEn: 'Typhoon' }
    const closed = await service.call('POST', '/api/Staff/Facility/Close', { as: manager, body: closing })
    expect(closed).toMatchObject({ status: 200, body: { items: 0, owed: 0 } })
    expect((await orderOf(me, fourth)).status).toBe('cancelled')
    expect((await service.call('POST', '/api/Staff/Block/Lift', { as: manager, body: { id: closed.body.id } })).status).toBe(204)
    await whole()
  })

  it('is refused where a booking could not be made, and beyond the limits that the centre has set', async () => {
    const me = await service.newMember()
    const { id, orderNo } = await booked(me, at(1, 22, 8))
    const refused = async (body: Body, code: string) => expect((await move(me, id, body)).body.code).toBe(code)
    await refused({ ...at(1, 22, 8), total: 300 }, 'same_spot')
    await refused({ ...at(11, 22, 8), total: 700 }, 'other_sport')
    await refused({ ...at(1, 22, 9, 2), total: 600 }, 'other_length')
    await refused({ ...at(1, 29, 8), total: 300 }, 'not_open_yet')
    await refused({ ...at(1, 22, 23), total: 300 }, 'off_grid')
    await refused({ ...at(999, 22, 9), total: 300 }, 'no_such_court')
    await refused({ ...at(1, 22, 9), total: 299 }, 'difference_changed')
    await refused({ ...at(1, 22, 9), total: 300, moves: 4 }, 'booking_changed')
    expect((await move(await service.newMember(), id, { ...at(1, 22, 9), total: 300 })).status).toBe(404)
    // Two hours of another day are booked already: the third is over the quota of that day.
    await booked(me, at(2, 23, 8, 2))
    await refused({ ...at(3, 23, 12), total: 300 }, 'over_quota')

    expect((await move(me, id, { ...at(2, 22, 8), total: 300 })).status).toBe(200)
    expect((await move(me, id, { ...at(1, 22, 9), total: 300, moves: 1 })).status).toBe(200)
    expect(await move(me, id, { ...at(2, 22, 9), total: 300, moves: 2 })).toMatchObject({ status: 409, body: { code: 'moves_used_up' } })
    expect((await orderOf(me, orderNo)).items[0]).toMatchObject({ movable: false, movesUsedUp: true })
    expect((await options(me, id)).body).toMatchObject({ movesLeft: 0, problem: { code: 'moves_used_up' }, facilities: [] })
    await writeSetting(service.db, 'booking', { movesPerBooking: 3, moveHours: 200 }, null, service.clock.now())
    expect((await move(me, id, { ...at(2, 22, 9), total: 300, moves: 2 })).body.code).toBe('too_late_to_move')
    await writeSetting(service.db, 'booking', { movesPerBooking: 3, moveHours: 24 }, null, service.clock.now())
    expect((await move(me, id, { ...at(2, 22, 9), total: 300, moves: 2 })).status).toBe(200)
    await whole()
  })

  it('does not get better refund terms by it', async () => {
    // It is the 18th by now: the 20th is two days away, which gives half back.
    const me = await service.newMember()
    const { orderNo, id } = await booked(me, at(8, 20, 9))
    expect((await orderOf(me, orderNo)).items[0].refund[0]).toMatchObject({ percent: 50 })
    expect(await capAt(me, id, at(8, 24, 9))).toBe(50)
    expect((await move(me, id, { ...at(8, 24, 9), total: 300 })).status).toBe(200)
    expect((await orderOf(me, orderNo)).items[0].refund[0]).toMatchObject({ percent: 50, amount: 150 })
    await whole()
  })

  it('is told beforehand how the difference goes back: as it was paid', async () => {
    const me = await service.newMember()
    const { orderNo, id } = await booked(me, at(8, 20, 20))
    const backBy = async (method: string) => {
      const order = service.db.selectFrom('orders').select('id').where('order_no', '=', orderNo)
      await service.db.updateTable('payment_attempts').set({ method }).where('order_id', '=', order).execute()
      return (await options(me, id, '2026-11-19')).body.backBy
    }
    const said: Record<string, string> = {}
    for (const method of ['wallet', 'cash', 'terminal', 'atm', 'cvs']) said[method] = await backBy(method)
    expect(said).toEqual({ wallet: 'card', cash: 'desk', terminal: 'desk', atm: 'bank', cvs: 'bank' })
  })

  it('gets no more back by way of a cheaper hour than by giving the booking back', async () => {
    const me = await service.newMember()
    const { orderNo, id } = await booked(me, at(7, 20, 19))
    expect((await orderOf(me, orderNo)).items[0].refund[0]).toMatchObject({ percent: 50, amount: 250 })
    const promised = await spotAt(me, id, at(7, 24, 9))
    expect(promised, '250 of 500, less the difference of 200, of 300').toMatchObject({ refundCap: 16, refundMost: 48 })
    expect((await move(me, id, { ...at(7, 24, 9), total: 300 })).body).toMatchObject({ difference: -200 })
    expect((await orderOf(me, orderNo)).items[0].refund[0]).toMatchObject({ percent: 16, amount: 48 })
    const quoted = (await service.call('POST', '/api/Order/Refund/Check', { as: me, body: { orderNo } })).body
    expect(quoted.items[0].reason, 'not 16 percent three days before').toBe(
      '這筆預約改期過，連同改期時退還的差額，最多退到改期前可退的金額：改期時已退 NT$200，這次退 NT$48',
    )
    const asked = await service.call('POST', '/api/Order/Refund', { as: me, body: { orderNo } })
    expect(asked.status, asked.text).toBeLessThan(300)
    expect(await dues(me)).toEqual([
      ['asked', 48],
      ['moved', 200],
    ])
    await whole()
  })

  it('gets the difference only as far as the terms gave, said before, and nothing afterwards', async () => {
    const me = await service.newMember()
    const { orderNo, id } = await booked(me, at(10, 20, 19))
    expect((await orderOf(me, orderNo)).items[0].refund[0], 'of 1,900').toMatchObject({ percent: 50, amount: 950 })
    const to = at(11, 24, 9)
    expect(await spotAt(me, id, to), '700 by the list').toMatchObject({
      total: 950,
      difference: -950,
      kept: 250,
      refundCap: 0,
      refundMost: 0,
    })
    expect((await move(me, id, { ...to, total: 700 })).body).toMatchObject({ code: 'difference_changed' })
    expect((await move(me, id, { ...to, total: 950 })).body).toMatchObject({ difference: -950 })
    expect(await dues(me)).toEqual([['moved', 950]])
    const after = await orderOf(me, orderNo)
    expect(after).toMatchObject({ amount: 950, items: [to] })
    expect(after.items[0].refund.map(({ amount }: { amount: number }) => amount)).toEqual([0, 0, 0])
    await whole()
  })
})
