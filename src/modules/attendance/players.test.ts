import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLog } from '#http/log.ts'
import { mergeInOrders } from '#modules/orders/member-store.ts'
import { deleteOldData } from '#wiring/retention.ts'
import { at, paid, placed, type Item } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { forgetInAttendance } from './store.ts'

let service: TestService
let me: TestMember
beforeEach(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  me = await service.newMember()
})
afterEach(() => service.close())

async function booked(items: Item[], as = me): Promise<string> {
  const orderNo = await placed(service, as, items)
  await paid(service.db, orderNo, service.clock.now())
  return orderNo
}
const name = (orderNo: unknown, names: unknown, as: TestMember | undefined = me) =>
  service.call('PUT', '/api/Order/Players', { as, body: { orderNo, names } })
const ticket = async (orderNo: string, as = me) => (await service.call('GET', `/api/Order/Ticket/${orderNo}`, { as })).body
const moveTo = (moment: string) => service.clock.advance(Date.parse(`2026-11-${moment}:00+08:00`) - service.clock.now().getTime())
const kept = async () =>
  (await sql<{ names: string[] }>`select names from order_players`.execute(service.db)).rows.map(({ names }) => names)

describe('who plays', () => {
  it('is named by the member who booked, stands on the ticket, and is replaced as a whole', async () => {
    const orderNo = await booked([at(1, 16, 19)])
    expect(await ticket(orderNo)).toMatchObject({ players: [], playersOpen: true })
    expect(await name(orderNo, [' 阿明 ', 'Ben', 'Ben'])).toMatchObject({ status: 200, body: { players: ['阿明', 'Ben'] } })
    expect(await ticket(orderNo)).toMatchObject({ players: ['阿明', 'Ben'] })
    await name(orderNo, ['小華'])
    expect(await ticket(orderNo)).toMatchObject({ players: ['小華'] })
    await name(orderNo, [])
    expect(await kept()).toEqual([])
  })

  it('is nobody’s business but the member’s: others find no such order, and visitors have to log in', async () => {
    const orderNo = await booked([at(1, 16, 19)])
    for (const role of [undefined, 'desk'] as const)
      expect(await name(orderNo, ['阿明'], await service.newMember(role && { role }))).toMatchObject({ status: 404 })
    expect((await service.call('PUT', '/api/Order/Players', { body: { orderNo, names: [] } })).status).toBe(401)
    expect(await kept()).toEqual([])
  })

  it('is refused when it is no order of theirs, or when it is no names', async () => {
    const orderNo = await booked([at(1, 16, 19)])
    expect((await name('F261115AAAAAAA', [])).status).toBe(404)
    const tooMany = Array.from({ length: 21 }, (_, n) => `N${n}`)
    for (const names of ['Ben', undefined, [7], ['<b>Ben</b>'], ['0912345678'], [''], ['x'.repeat(21)], tooMany])
      expect(await name(orderNo, names), String(names)).toMatchObject({ status: 422, body: { code: 'invalid_body' } })
    for (const rubbish of ['rubbish', null, 7]) expect((await name(rubbish, [])).status).toBe(422)
    expect(await kept()).toEqual([])
  })

  it('needs a ticket, and stays as it is once the last period has begun', async () => {
    const unpaid = await placed(service, me, [at(2, 18, 19)])
    expect(await name(unpaid, ['阿明'])).toMatchObject({ status: 409, body: { code: 'no_ticket' } })
    const orderNo = await booked([at(1, 16, 9), at(1, 16, 20)])
    moveTo('16T19:59')
    expect((await name(orderNo, ['阿明'])).status).toBe(200)
    moveTo('16T20:00')
    expect(await name(orderNo, ['小華'])).toMatchObject({ status: 409, body: { code: 'visit_begun' } })
    expect(await ticket(orderNo)).toMatchObject({ players: ['阿明'], playersOpen: false })
  })

  it('is seen at the door and when a ticket is let in', async () => {
    const desk = await service.newMember({ role: 'desk' })
    const orderNo = await booked([at(1, 16, 19)])
    await booked([at(2, 16, 19)], await service.newMember())
    await name(orderNo, ['阿明', 'Ben'])
    const { code } = (await ticket(orderNo)).items[0]
    moveTo('16T18:40')
    const day = await service.call('GET', '/api/Staff/CheckIn/Day', { as: desk })
    expect(day.body.items.map(({ players }: { players: string[] }) => players)).toEqual([['阿明', 'Ben'], []])
    expect(await service.call('POST', '/api/Staff/CheckIn', { as: desk, body: { code } })).toMatchObject({
      status: 200,
      body: { players: ['阿明', 'Ben'] },
    })
    expect(await service.call('POST', '/api/Staff/CheckIn', { as: desk, body: { code } })).toMatchObject({
      status: 409,
      body: { ticket: { players: ['阿明', 'Ben'] } },
    })
  })

  it('follows its order to the member that a double is merged with, and is in the export', async () => {
    const double = await service.newMember()
    const orderNo = await booked([at(1, 16, 19)], double)
    await name(orderNo, ['阿明'], double)
    await service.db.transaction().execute((trx) => mergeInOrders(trx, { from: double.id, into: me.id }, service.clock.now()))
    expect(await ticket(orderNo)).toMatchObject({ players: ['阿明'] })
    const { body } = await service.call('GET', '/api/AccountMember/Export', { as: me })
    expect(body.players).toEqual([{ orderNo, names: ['阿明'] }])
  })

  it('is forgotten with the account, and nobody else’s', async () => {
    const other = await service.newMember()
    await name(await booked([at(1, 16, 19)]), ['阿明'])
    await name(await booked([at(2, 16, 19)], other), ['小華'], other)
    const { id } = me
    await service.db.transaction().execute((trx) => forgetInAttendance(trx, { id } as Parameters<typeof forgetInAttendance>[1]))
    expect(await kept()).toEqual([['小華']])
  })
})

describe('names of others', () => {
  const tidy = () => deleteOldData(service.db, service.clock.now(), openLog('silent'))

  it('go three days after the last period, and not before', async () => {
    await name(await booked([at(1, 16, 9), at(1, 16, 20)]), ['阿明'])
    await name(await booked([at(2, 19, 19)], me), ['小華'])
    moveTo('19T20:59')
    await tidy()
    expect(await kept()).toHaveLength(2)
    moveTo('19T21:01')
    expect(await tidy()).toMatchObject({ players: 1 })
    expect(await kept()).toEqual([['小華']])
  })

  it('go at the next run when the booking is given back, and can’t be written any more', async () => {
    const orderNo = await booked([at(1, 20, 19)])
    await name(orderNo, ['阿明'])
    const back = await service.call('POST', '/api/Order/Refund', { as: me, body: { orderNo, reason: '臨時有事' } })
    expect(back.status, back.text).toBeLessThan(300)
    expect((await name(orderNo, ['小華'])).status).toBe(409)
    expect(await tidy()).toMatchObject({ players: 1 })
    expect(await kept()).toEqual([])
  })
})
