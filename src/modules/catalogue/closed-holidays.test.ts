import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelBookings } from '#modules/closures/cancel-bookings-for-closure.ts'
import { releaseDates } from '#modules/preorders/release-dates.ts'
import { closureCalls } from '#testing/closures.ts'
import { fault } from '#testing/feedback.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { offeringCalls } from '#testing/offers.ts'
import { at, jobsRanUntil, paid, placed, type Item } from '#testing/orders.ts'
import { payAtGateway } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { changeCatalogue } from './change-catalogue.ts'
import { previewChange } from './preview-change.ts'
import { writeParts } from './write-parts.ts'

let service: TestService
let manager: TestMember
beforeAll(async () => {
  service = await openTestService({ lookEverySeconds: 0.5 })
  await smallCentre(service.db)
  await service.db.updateTable('court_prices').set({ off_peak: 0 }).where('court_id', '=', 3).execute()
  manager = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())

const closures = closureCalls(() => service)
const { close, offers, answer, booked, itemOf, statesOf, whole } = offeringCalls(() => ({ service, manager }))
const post = (path: string, body: object, as = manager) =>
  service.call('POST', path, { as, body, headers: { 'idempotency-key': randomUUID() } })

const closedOn = (day: number) => ({ day: `2026-11-${day}`, name: { tw: '館慶', en: 'Anniversary' }, closed: true as const })
async function previewOf(days: number[]) {
  const { revisions } = (await service.call('GET', '/api/Staff/Catalogue', { as: manager })).body
  const asked = { changes: { holidays: days.map(closedOn) }, basedOn: revisions }
  const preview = await post('/api/Staff/Catalogue/Preview', asked)
  expect(preview.status, preview.text).toBe(200)
  return { asked, body: preview.body }
}
/** All holidays that are closed: these days of November. */
async function holidays(days: number[], confirmTouched = 0) {
  const { asked: body, ...preview } = await previewOf(days)
  const changed = await post('/api/Staff/Catalogue/Change', { ...body, reason: '館慶整修', confirmTouched })
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
    expect(touched).toMatchObject({
      count: 1,
      refund: 500,
      items: [{ orderNo, why: 'outside_hours', refund: 500, facilityName: '羽球館' }],
    })
    const board = (await service.call('GET', '/api/Staff/Board?facility=BAD&day=2026-11-17', { as: manager })).body
    expect(board.days, 'the board says why').toMatchObject([{ slots: [], closedFor: '館慶' }])
    expect(await itemOf(me, orderNo)).toMatchObject({ status: 'cancelled' })
    const dues = await service.db.selectFrom('refunds_due').select('amount').where('reason', '=', 'venue-cancelled').execute()
    expect(dues.reduce((sum, { amount }) => sum + amount, 0)).toBe(touched.refund)
    expect(await stateOf(other.orderNo)).toBe('confirmed')
    await service.writeLetters()
    const letters = await service.db.selectFrom('messages').select(['subject', 'body']).where('recipient', '=', me.email).execute()
    const letter = letters.find(({ subject }) => subject?.includes('取消'))
    expect(letter?.body, 'the reason that was promised to members').toContain('館慶整修')
    const { story } = (await service.call('GET', `/api/Staff/Order/${orderNo}`, { as: manager })).body
    const by = {
      who: 'staff',
      name: (await service.db.selectFrom('members').select('name').where('id', '=', manager.id).executeTakeFirstOrThrow()).name,
    }
    expect(story).toContainEqual(expect.objectContaining({ what: 'closed', status: 'venue-cancelled', by, note: '館慶整修' }))
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

describe('a free booking whose member has paid to move it to a dearer hour', () => {
  /** On court 3, which costs nothing by day. */
  async function toppedUp(day: number) {
    const me = await service.newMember()
    const orderNo = await placed(service, me, [at(3, day, 9)])
    await payAtGateway(service, me, await moveTo(me, orderNo, at(3, day, 19), 500))
    const due = service.db.selectFrom('refunds_due as d').innerJoin('orders as o', 'o.id', 'd.order_id').where('o.member_id', '=', me.id)
    return { owed: async () => (await due.select('d.amount').execute()).reduce((sum, { amount }) => sum + amount, 0) }
  }

  it('goes back as a ticket says that closes its court', async () => {
    const { owed } = await toppedUp(18)
    const { ticketNo } = (await post('/api/Repair2', fault)).body
    const block = { ticketNo, start: at(3, 18, 18).start, end: at(3, 18, 20).end }
    const { bookings, back } = (await post('/api/Staff/Report/Block/Preview', block)).body
    const words = { reasonTw: '漏水', reasonEn: 'Leak' }
    expect([bookings, back]).toEqual([1, 500])
    const closed = await post('/api/Staff/Report/Block', { ...block, ...words, seen: { bookings, back } })
    expect(closed).toMatchObject({ status: 200, body: { items: 1, owed: 500 } })
    expect(await owed()).toBe(500)
  })

  it('goes back as a closure says before and afterwards', async () => {
    const { owed } = await toppedUp(19)
    const plan = { facilities: [1], courts: [3], from: '2026-11-19', to: '2026-11-19' }
    expect((await closures.preview(manager, plan)).body.totals).toMatchObject({ back: 500 })
    expect(await statesOf(await closures.close(manager, plan))).toEqual([['cancelled', 500]])
    expect(await owed()).toBe(500)
  })

  it('goes back as a holiday says that becomes closed', async () => {
    const { owed } = await toppedUp(20)
    const { count, refund } = (await previewOf([20])).body.touched
    expect([count, refund]).toEqual([1, 500])
    await holidays([20], 1)
    expect(await owed()).toBe(500)
    await whole()
    await holidays([])
  })
})

describe('a top-up that is paid while a day becomes closed', () => {
  /** A booking that waits for its top-up to move, and a change that closes a day and is paid between its first look and its locks. */
  async function waiting(from: Item, to: Item) {
    const { me, orderNo } = await booked(from)
    const topUp = await moveTo(me, orderNo, to, 500)
    const pay = () => payAtGateway(service, me, topUp)
    return { me, orderNo, topUp, pay }
  }
  const wanted = (day: number) => ({ changes: { holidays: [closedOn(day)] }, mode: 'merge' as const, basedOn: undefined })
  const closing = (day: number, confirmTouched: number, pay: () => Promise<unknown>) => {
    let paying: Promise<unknown> | undefined
    const releasing: typeof releaseDates = async (...asked) => {
      await (paying ??= pay())
      return releaseDates(...asked)
    }
    const change = { ...wanted(day), reason: '', confirmTouched, by: manager.id }
    return changeCatalogue({ db: service.db, releaseDates: releasing }, change, async () => {}, service.clock.now())
  }

  it('moves the booking onto that day: the change is refused with it, and the next one cancels it', async () => {
    const { me, orderNo, pay } = await waiting(at(6, 17, 9), at(6, 22, 19))
    const { count } = (await previewOf([22])).body.touched
    const touched = expect.arrayContaining([expect.objectContaining({ orderNo, paid: 500 })])
    expect(await closing(22, count, pay)).toMatchObject({ ok: false, refusal: { code: 'touched_changed', preview: { touched } } })
    expect(await itemOf(me, orderNo)).toMatchObject({ status: 'active', ...at(6, 22, 19) })
    expect(await holidays([22], count + 1)).toMatchObject({ count: count + 1 })
    expect(await itemOf(me, orderNo)).toMatchObject({ status: 'cancelled' })
    await whole()
    await holidays([])
  })

  it('moves it off that day: the booking is left alone', async () => {
    const { me, orderNo, pay } = await waiting(at(6, 19, 9), at(6, 20, 19))
    expect(await closing(19, 1, pay)).toMatchObject({ ok: true, value: { touched: [], owed: 0 } })
    expect(await itemOf(me, orderNo)).toMatchObject({ status: 'active', ...at(6, 20, 19) })
    await whole()
    await holidays([])
  })

  it('leaves it on the closed day where nobody looks again: the control', async () => {
    const { me, orderNo, pay } = await waiting(at(7, 17, 9), at(7, 18, 19))
    const { id } = await itemOf(me, orderNo)
    const now = service.clock.now()
    const undone = new Error('undone')
    const broken = service.db.transaction().execute(async (trx) => {
      const preview = await previewChange(trx, wanted(18), now)
      await pay()
      await writeParts(trx, preview, { by: manager.id }, now)
      await cancelBookings(trx, releaseDates, [], now)
      expect(await brokenInvariants(trx, now)).toContain(`a booking stands on a closed day: ${id}`)
      throw undone
    })
    await expect(broken).rejects.toBe(undone)
  })

  it('moves nothing when it was paid late: the money goes back', async () => {
    const { me, orderNo, topUp } = await waiting(at(8, 17, 9), at(8, 18, 19))
    const { body } = await service.call('GET', `/api/Order/${topUp}`, { as: me })
    service.clock.advance(Date.parse(body.payBefore) - service.clock.now().getTime() + 60_000)
    await service.keepSessions()
    await jobsRanUntil(service.db, service.clock.now())
    await service.jobs.send(service.db, 'expire-unpaid-orders', {})
    await service.jobsDone('expire-unpaid-orders')
    expect(await stateOf(topUp)).toBe('expired')
    expect(await holidays([18], 9)).not.toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ orderNo })]) })
    await paid(service.db, topUp, service.clock.now())
    expect(await itemOf(me, orderNo)).toMatchObject({ status: 'active', ...at(8, 17, 9) })
    const due = service.db.selectFrom('refunds_due as d').innerJoin('orders as o', 'o.id', 'd.order_id').where('o.order_no', '=', topUp)
    expect(await due.select(['d.reason', 'd.amount']).execute()).toEqual([{ reason: 'late-payment', amount: 200 }])
    await whole()
    await holidays([])
  })
})
