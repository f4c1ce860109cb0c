import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { newRound, onDays, submitted, preOrderBody } from '#testing/preorders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { freeSpaces, takeSpaces } from './store.ts'

let service: TestService
let me: TestMember
let club: TestMember
let manager: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  await newRound(service)
  club = await service.newMember({ communityName: '羽球社' })
  manager = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())
beforeEach(async () => {
  me = await service.newMember()
  await service.db.deleteFrom('occupancy').execute()
  await service.db.deleteFrom('outbox').execute()
})

type Freed = { facilityId: number; spaceIds: number[]; from: string; to: string }
/** Spaces freed since the last call, as `facility: spaces @ day hours`. */
async function freed(): Promise<string[]> {
  const rows = await service.db.deleteFrom('outbox').where('topic', '=', 'space-freed').returning(['id', 'payload']).execute()
  const inTaipei = (moment: string) => new Date(Date.parse(moment) + 8 * 3_600_000).toISOString()
  return rows
    .toSorted((a, b) => a.id - b.id)
    .map(({ payload }) => payload as unknown as Freed)
    .map(
      ({ facilityId, spaceIds, from, to }) =>
        `${facilityId}: ${spaceIds.join('+')} @ ${inTaipei(from).slice(5, 10)} ${inTaipei(from).slice(11, 13)}-${inTaipei(to).slice(11, 13)}`,
    )
}
const booked = async (items = [at(1, 20, 19)]) => {
  const orderNo = await placed(service, me, items)
  await paid(service.db, orderNo, service.clock.now())
  return orderNo
}
const call = async (path: string, body: object, as: TestMember) => {
  const answer = await service.call('POST', path, { as, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const closing = { reasonTw: '颱風', reasonEn: 'Typhoon' }
const review = (orderNo: string, decision: string) => call('/api/Staff/PreOrder/Review', { orderNo, decision, note: '不符' }, manager)
const dateOf = async (orderNo: string) =>
  (
    await service.db
      .selectFrom('preorder_dates as d')
      .innerJoin('preorders as p', 'p.id', 'd.preorder_id')
      .select('d.id')
      .where('p.order_no', '=', orderNo)
      .orderBy('d.day')
      .executeTakeFirstOrThrow()
  ).id

describe('an event in the outbox says which spaces became free', () => {
  it('when an unpaid order is cancelled: one row for a court, with all of its spaces', async () => {
    const orderNo = await placed(service, me, [at(10, 20, 19, 2), at(1, 21, 8)])
    expect(await freed(), 'placing frees nothing').toEqual([])
    const cancelled = await service.call('PUT', '/api/Order', { as: me, body: { orderNo, status: 'cancelled' } })
    expect(cancelled.status).toBe(200)
    expect(await freed()).toEqual(['2: 10+11 @ 11-20 19-21', '1: 1 @ 11-21 08-09'])
  })

  it('when an order expires', async () => {
    await placed(service, me, [at(1, 20, 19)])
    service.clock.advance(16 * 60_000)
    await expireUnpaidOrders(service.db, service.clock.now())
    expect(await freed()).toEqual(['1: 1 @ 11-20 19-20'])
  })

  it('when another order takes a part of a lapsed hold, before any job has run', async () => {
    await placed(service, me, [at(1, 20, 19, 2)])
    service.clock.advance(16 * 60_000)
    await placed(service, await service.newMember(), [at(1, 20, 19)])
    expect(await freed()).toEqual(['1: 1 @ 11-20 19-21'])
    await expireUnpaidOrders(service.db, service.clock.now())
    expect(await freed(), 'once').toEqual([])
  })

  it('when items are refunded, and only those', async () => {
    const orderNo = await booked([at(1, 21, 19), at(2, 21, 19)])
    const { id } = await service.db
      .selectFrom('order_items as i')
      .innerJoin('orders as o', 'o.id', 'i.order_id')
      .select('i.id')
      .where('o.order_no', '=', orderNo)
      .where('i.court_id', '=', 2)
      .executeTakeFirstOrThrow()
    await call('/api/Order/Refund', { orderNo, itemIds: [id], reason: '', acceptZero: true }, me)
    expect(await freed()).toEqual(['1: 2 @ 11-21 19-20'])
  })

  it('when the venue cancels, and when it reopens', async () => {
    await booked([at(1, 20, 19)])
    await call('/api/Staff/Facility/Close', { venue1stId: 1, date: '2026-11-20', ...closing }, manager)
    expect(await freed()).toEqual(['1: 1 @ 11-20 19-20'])
    const { id } = await service.db.selectFrom('blocks').select('id').where('lifted_at', 'is', null).executeTakeFirstOrThrow()
    await call('/api/Staff/Block/Lift', { id }, manager)
    expect(await freed()).toEqual([expect.stringMatching(/^1: 1\+2\+3\+4\+5\+6\+7\+8 @ 11-20/)])
  })

  it('when a block is lifted', async () => {
    const { venue2ndId, start, end } = at(3, 20, 9, 3)
    const blocked = await call('/api/Staff/Block', { venue2ndId, start, end, ...closing }, manager)
    await call('/api/Staff/Block/Lift', { id: blocked.id }, manager)
    expect(await freed()).toEqual(['1: 3 @ 11-20 09-12'])
  })

  it('when a pre-order is cancelled, rejected, or loses dates by an edit', async () => {
    const days = ['2027-01-05', '2027-01-12']
    const orderNo = await submitted(service, club, [onDays(1, days)])
    const edit = await service.call('PUT', '/api/PreOrder/Community', {
      as: club,
      body: preOrderBody([onDays(1, ['2027-01-05'], '20:00', '22:00')], { orderNo }),
    })
    expect(edit.status, edit.text).toBe(200)
    expect(await freed(), 'what is kept is not given back').toEqual(['1: 1 @ 01-05 19-20', '1: 1 @ 01-12 19-21'])
    await call('/api/PreOrder/Community/Cancel', { orderNo }, club)
    expect(await freed()).toEqual(['1: 1 @ 01-05 20-22'])
    await review(await submitted(service, club, [onDays(2, ['2027-01-06'])]), 'rejected')
    expect(await freed()).toEqual(['1: 2 @ 01-06 19-21'])
  })

  it('when dates of a pre-order are released by the centre, or given back by the community', async () => {
    await submitted(service, club, [onDays(4, ['2027-01-07'])])
    await call('/api/Staff/Facility/Close', { venue1stId: 1, date: '2027-01-07', ...closing }, manager)
    expect(await freed()).toEqual(['1: 4 @ 01-07 19-21'])
    const orderNo = await submitted(service, club, [onDays(5, ['2027-01-14', '2027-01-21'])])
    const { payOrderNo } = await review(orderNo, 'approved')
    await paid(service.db, payOrderNo, service.clock.now())
    await call('/api/PreOrder/Community/GiveBack', { orderNo, dateId: await dateOf(orderNo) }, club)
    expect(await freed()).toEqual(['1: 5 @ 01-14 19-21'])
  })

  it('not when the change is rolled back, and not for past periods', async () => {
    const [ahead, past] = [randomUUID(), randomUUID()]
    const now = service.clock.now()
    const hour = (n: number) => ({ start: new Date(now.getTime() + n * 3_600_000), end: new Date(now.getTime() + (n + 1) * 3_600_000) })
    const as = { kind: 'block', memberId: null, holdUntil: null } as const
    await takeSpaces(service.db, [{ holder: ahead, space: 1, period: hour(5) }], as, now)
    await takeSpaces(service.db, [{ holder: past, space: 1, period: hour(-5) }], as, now)
    const change = service.db.transaction().execute(async (trx) => {
      await freeSpaces(trx, [ahead], now)
      throw new Error('no')
    })
    await expect(change).rejects.toThrow('no')
    await freeSpaces(service.db, [past], now)
    expect(await freed()).toEqual([])
  })

  it('and the job marks it as handled: no module writes letters about it yet', async () => {
    await placed(service, me, [at(1, 20, 19)])
    service.clock.advance(16 * 60_000)
    await expireUnpaidOrders(service.db, service.clock.now())
    await service.writeLetters()
    const rows = await service.db.selectFrom('outbox').select('told_at').where('topic', '=', 'space-freed').execute()
    expect(rows).toEqual([{ told_at: service.clock.now() }])
  })
})
