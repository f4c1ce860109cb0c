import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closureCalls } from '#testing/closures.ts'
import { offeringCalls } from '#testing/offers.ts'
import { at, type Item } from '#testing/orders.ts'
import { payAtGateway } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let manager: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  manager = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())

const closures = closureCalls(() => service)
const { close, offers, answer, booked, itemOf, statesOf, whole } = offeringCalls(() => ({ service, manager }))
const post = (path: string, body: object, as = manager) =>
  service.call('POST', path, { as, body, headers: { 'idempotency-key': randomUUID() } })

/** All holidays that are closed: these days of November. */
async function holidays(days: number[], confirmTouched = 0) {
  const { revisions } = (await service.call('GET', '/api/Staff/Catalogue', { as: manager })).body
  const named = days.map((day) => ({ day: `2026-11-${day}`, name: { tw: '館慶', en: 'Anniversary' }, closed: true }))
  const body = { changes: { holidays: named }, basedOn: revisions }
  const preview = await post('/api/Staff/Catalogue/Preview', body)
  expect(preview.status, preview.text).toBe(200)
  const changed = await post('/api/Staff/Catalogue/Change', { ...body, confirmTouched })
  expect(changed.status, changed.text).toBe(200)
  return preview.body.touched
}
const moveTo = async (as: TestMember, orderNo: string, to: Item, total: number) => {
  const { id } = await itemOf(as, orderNo)
  const moved = await service.call('POST', `/api/Order/Booking/${id}/Move`, {
    as,
    body: { ...to, moves: 0, total },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(moved.status, moved.text).toBe(200)
  return moved.body.topUp?.orderNo as string
}
const stateOf = async (orderNo: string) =>
  (await service.db.selectFrom('orders').select('state').where('order_no', '=', orderNo).executeTakeFirstOrThrow()).state
const endOffers = async () => {
  await service.jobs.send(service.db, 'run-closures', {})
  await service.jobsDone('run-closures')
}

describe('a holiday that becomes closed', () => {
  it('cancels the bookings of the day with all that was paid, top-ups included, and tells their members', async () => {
    const { me, orderNo } = await booked(at(1, 17, 9))
    const topUp = await moveTo(me, orderNo, at(1, 17, 19), 500)
    await payAtGateway(service, me, topUp)
    const other = await booked(at(2, 18, 9))
    const touched = await holidays([17], 1)
    expect(touched).toMatchObject({ count: 1, refund: 500, items: [{ orderNo, why: 'outside_hours', refund: 500 }] })
    expect(await itemOf(me, orderNo)).toMatchObject({ status: 'cancelled' })
    const dues = await service.db.selectFrom('refunds_due').select('amount').where('reason', '=', 'venue-cancelled').execute()
    expect(dues.reduce((sum, { amount }) => sum + amount, 0)).toBe(touched.refund)
    expect(await stateOf(other.orderNo)).toBe('confirmed')
    await service.writeLetters()
    const letters = await service.db.selectFrom('messages').select('subject').where('recipient', '=', me.email).execute()
    expect(letters.map(({ subject }) => subject)).toContainEqual(expect.stringContaining('取消'))
    await whole()
    await holidays([])
  })

  it('takes other floor that a closure holds on that day: the dry run counts it, and the booking is paid back', async () => {
    const { me, orderNo } = await booked(at(4, 20, 8))
    const id = await close(20, [4])
    const [offer] = await offers(me)
    const day = Number(offer.to.start.slice(8, 10))
    expect(await holidays([day], 9)).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ orderNo, refund: 300 })]) })
    expect(await offers(me), 'nothing is shown that cannot be had').toEqual([])
    expect(await answer(me, offer.id, true)).toMatchObject({ status: 409, body: { code: 'offer_over' } })
    await endOffers()
    expect(await statesOf(id)).toEqual([['cancelled', 300]])
    await whole()
    await holidays([])
  })

  it('leaves a booking alone whose floor is taken already and that awaits an answer, also when the closure is lifted', async () => {
    const { me, orderNo } = await booked(at(5, 21, 8))
    const id = await close(21, [1, 2, 3, 4, 5, 6, 7, 8])
    const [offer] = await offers(me)
    expect(offer.to.start.slice(0, 10)).not.toBe('2026-11-21')
    expect(await holidays([21])).toMatchObject({ count: 0 })
    expect((await closures.lift(manager, id)).body).toMatchObject({ restored: 0 })
    expect(await offers(me)).toHaveLength(1)
    expect((await answer(me, offer.id, true)).status).toBe(200)
    expect(await itemOf(me, orderNo)).toMatchObject({ start: offer.to.start })
    await whole()
    await holidays([])
  })
})
