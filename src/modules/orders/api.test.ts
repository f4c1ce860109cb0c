import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { at, orderCalls, paid } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
})
afterAll(() => service.close())

const { check, place } = orderCalls(() => service)
const read = (as: TestMember, orderNo: string) => service.call('GET', `/api/Order/${orderNo}`, { as })

describe('B35, B36 the member’s orders', () => {
  it('are listed newest first, by kind, state, keyword and page', async () => {
    const me = await service.newMember()
    const numbers: string[] = []
    for (const [court, day, hour] of [
      [1, 16, 6],
      [2, 18, 6],
      [10, 19, 6],
    ] as const) {
      numbers.push((await place(me, [at(court, day, hour)])).body.orderNo)
      service.clock.advance(1000)
    }
    const list = async (body: object) => (await service.call('POST', '/api/Order/List', { as: me, body })).body
    expect(await list({})).toMatchObject({ total: 3, page: 1, pageSize: 10, items: numbers.toReversed().map((orderNo) => ({ orderNo })) })
    expect(await list({ pageSize: 2, page: 2 })).toMatchObject({ total: 3, items: [{ orderNo: numbers[0] }] })
    expect(await list({ kind: 'zero' })).toMatchObject({ total: 0 })
    expect(await list({ kind: 'locker' })).toMatchObject({ total: 0 })
    expect(await list({ status: 'awaiting-payment' })).toMatchObject({ total: 3 })
    expect(await list({ status: 'confirmed' })).toMatchObject({ total: 0 })
    expect(await list({ keyword: '籃球' })).toMatchObject({ total: 1, items: [{ orderNo: numbers[2] }] })
    expect(await list({ keyword: numbers[1]!.slice(3).toLowerCase() })).toMatchObject({ total: 1 })
    expect(await list({ keyword: '%' })).toMatchObject({ total: 0 })
  })

  it('are listed by what is to come, the next first, and what is past', async () => {
    const mine = await openTestService()
    await smallCentre(mine.db)
    const me = await mine.newMember()
    const calls = orderCalls(() => mine)
    const booked = async (day: number): Promise<string> => (await calls.place(me, [at(1, day, 6)])).body.orderNo
    const [later, soon, given, unpaid] = [await booked(20), await booked(17), await booked(18), await booked(19)]
    for (const orderNo of [later, soon]) await paid(mine.db, orderNo, mine.clock.now())
    await mine.call('PUT', '/api/Order', { as: me, body: { orderNo: given, status: 'cancelled' } })
    const listed = async (body: object) =>
      (await mine.call('POST', '/api/Order/List', { as: me, body })).body.items.map(({ orderNo }: { orderNo: string }) => orderNo)
    expect(await listed({ when: 'coming' })).toEqual([unpaid, soon, later])
    expect(await listed({ when: 'past' })).toEqual([given])
    expect(await listed({ when: 'coming', status: 'confirmed' })).toEqual([soon, later])
    mine.clock.advance(60 * 60_000)
    expect(await listed({ when: 'coming' }), 'not paid in time').toEqual([soon, later])
    mine.clock.advance(2 * 24 * 3600_000 + 12 * 3600_000)
    expect(await listed({ when: 'coming' })).toEqual([later])
    expect((await listed({ when: 'past' })).toSorted()).toEqual([given, soon, unpaid].toSorted())
    await mine.close()
  })

  it('have a detail page each, for the member alone', async () => {
    const me = await service.newMember()
    const { orderNo } = (await place(me, [at(8, 20, 19, 2)], { remark: '需要球拍' })).body
    expect(await read(me, orderNo)).toMatchObject({
      status: 200,
      body: {
        orderNo,
        kind: 'venue',
        status: 'awaiting-payment',
        amount: 1000,
        paid: 0,
        owed: 0,
        remark: '需要球拍',
        items: [{ venue2ndName: '羽球場 8', total: 1000, identity: '一般民眾', status: 'active' }],
      },
    })
    expect(await read(await service.newMember(), orderNo)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await read(me, 'F2611152222222')).status).toBe(404)
    expect((await read(me, 'nonsense')).status).toBe(404)
  })

  it('are expired to the second, whether or not the job has run', async () => {
    const mine = await openTestService()
    await smallCentre(mine.db)
    const me = await mine.newMember()
    const { orderNo } = (
      await mine.call('POST', '/api/Order/Member', {
        as: me,
        body: { items: [at(1, 16, 19)] },
        headers: { 'idempotency-key': 'runs out soon' },
      })
    ).body
    const state = async () => (await mine.call('GET', `/api/Order/${orderNo}`, { as: me })).body.status
    mine.clock.advance(15 * 60_000 - 1000)
    expect(await state()).toBe('awaiting-payment')
    expect((await mine.call('GET', '/api/Order/Upcoming', { as: me })).body).toMatchObject({ toPay: [{ orderNo }], next: [] })
    mine.clock.advance(1000)
    expect(await state()).toBe('expired')
    expect((await mine.call('GET', '/api/Order/Upcoming', { as: me })).body).toEqual({ toPay: [], next: [] })
    expect((await mine.call('POST', '/api/Order/List', { as: me, body: { status: 'expired' } })).body.total).toBe(1)
    expect((await mine.call('POST', '/api/Order/Member/Check', { body: { items: [at(1, 16, 19)] } })).body.items[0].problems).toEqual([])
    await mine.close()
  })

  it('have a calendar file, for the member alone', async () => {
    const me = await service.newMember()
    const { orderNo } = (await place(me, [at(1, 20, 6), at(1, 19, 6)])).body
    const file = await service.call('GET', `/api/Order/Calendar/${orderNo}`, { as: me })
    expect(file.headers.get('content-type')).toContain('text/calendar')
    expect(file.headers.get('content-disposition')).toContain(`${orderNo}.ics`)
    expect(file.text.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    expect(file.text.match(/ORGANIZER;CN=/g)).toHaveLength(2)
    expect(file.text).not.toContain('METHOD')
    expect(file.text).toContain('STATUS:TENTATIVE')
    expect((await service.call('GET', `/api/Order/Calendar/${orderNo}`, { as: await service.newMember() })).status).toBe(404)
  })
})

describe('B37 changing an order', () => {
  const change = (as: TestMember, body: object) => service.call('PUT', '/api/Order', { as, body })

  it('stores contact and note', async () => {
    const me = await service.newMember()
    const { orderNo } = (await place(me, [at(2, 20, 6)])).body
    expect(await change(me, { orderNo, contactName: '林小姐', contactPhone: '0912345678' })).toMatchObject({
      status: 200,
      body: { contactName: '林小姐', contactPhone: '0912345678', remark: '' },
    })
    expect((await change(await service.newMember(), { orderNo, remark: 'mine now' })).status).toBe(404)
  })

  it('cancels an unpaid order: the period is free again at once', async () => {
    const me = await service.newMember()
    const { orderNo } = (await place(me, [at(2, 20, 8)])).body
    expect(await change(me, { orderNo, status: 'cancelled' })).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect((await check([at(2, 20, 8)])).body.items[0].problems).toEqual([])
    expect(await change(me, { orderNo, status: 'cancelled' })).toMatchObject({ status: 409, body: { code: 'order_not_unpaid' } })
    expect(await change(me, { orderNo, remark: 'later' })).toMatchObject({ status: 409, body: { code: 'order_is_over' } })
    expect((await service.call('GET', `/api/Order/Calendar/${orderNo}`, { as: me })).text).toContain('STATUS:CANCELLED')
  })

  it('refuses to cancel a paid order, with a pointer to refunds', async () => {
    const me = await service.newMember()
    const { orderNo } = (await place(me, [at(2, 20, 9)])).body
    await service.db.updateTable('orders').set({ state: 'confirmed' }).where('order_no', '=', orderNo).execute()
    expect(await change(me, { orderNo, status: 'cancelled' })).toMatchObject({ status: 409, body: { code: 'order_not_unpaid' } })
    expect((await service.call('GET', '/api/Order/Upcoming', { as: me })).body).toMatchObject({ toPay: [], next: [{ orderNo }] })
  })
})
