import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closureCalls } from '#testing/closures.ts'
import { fault } from '#testing/feedback.ts'
import { offeringCalls } from '#testing/offers.ts'
import { at, placed } from '#testing/orders.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { unaudited } from '#testing/unaudited.ts'
import { sql } from 'kysely'
import { liftClosure } from './lift-closure.ts'

let service: TestService
let manager: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  manager = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())
const calls = closureCalls(() => service)

const { close, offers, answer, booked, itemOf, statesOf, whole } = offeringCalls(() => ({ service, manager }))

describe('other floor that is held and closes as well', () => {
  it.each(['a closure', 'a fault'])('by %s: the dry run says so, and the booking is paid back', async (how) => {
    const day = how === 'a closure' ? 20 : 21
    const { me, orderNo } = await booked(at(1, day, 9))
    const first = await close(day, [1])
    const [offer] = await offers(me)
    const { venue2ndId } = offer.to
    const plan = { facilities: [1], courts: [venue2ndId], from: `2026-11-${day}`, to: `2026-11-${day}` }
    expect((await calls.preview(manager, plan)).body).toMatchObject({ totals: { bookings: 0 }, lostOffers: { bookings: 1, back: 300 } })
    if (how === 'a closure') await calls.close(manager, plan)
    else {
      const report = { ...fault, venue2ndId }
      const { ticketNo } = (await service.call('POST', '/api/Repair2', { as: me, body: report })).body
      const floor = { ticketNo, start: offer.to.start, end: offer.to.end }
      const { body } = await service.call('POST', '/api/Staff/Report/Block/Preview', { as: manager, body: floor })
      expect(body).toEqual({ bookings: 1, people: 1, back: 300 })
      const seen = { bookings: body.bookings, back: body.back }
      const blocked = await service.call('POST', '/api/Staff/Report/Block', { as: manager, body: { ...floor, seen } })
      expect(blocked).toMatchObject({ status: 200, body: { orders: 1, items: 1, owed: 300 } })
      const { after } = await service.db
        .selectFrom('audit_log')
        .select('after')
        .where('action', '=', 'court.closed')
        .executeTakeFirstOrThrow()
      expect(after).toMatchObject({ items: 1, owed: 300 })
    }
    expect(await answer(me, offer.id, true)).toMatchObject({ status: 409, body: { code: 'offer_over' } })
    await service.jobs.send(service.db, 'run-closures', {})
    await service.jobsDone('run-closures')
    expect(await itemOf(me, orderNo)).toMatchObject({ status: 'cancelled' })
    expect(await statesOf(first)).toEqual([['cancelled', 300]])
    const other = await service.newMember()
    expect(await placed(service, other, [{ ...at(venue2ndId, day, 9) }]).catch((error: Error) => error.message)).toContain('period')
    await whole()
  })

  it('and a booking that the desk has placed meanwhile gets a new offer', async () => {
    const { me, orderNo } = await booked(at(1, 19, 9))
    await close(19, [1])
    const { id } = await itemOf(me, orderNo)
    const { moves } = await service.db.selectFrom('order_items').select('moves').where('id', '=', id).executeTakeFirstOrThrow()
    const body = { ...at(5, 19, 9), moves, reason: '換場' }
    const moved = await service.call('POST', `/api/Staff/Booking/${id}/Move`, {
      as: manager,
      body,
      headers: { 'idempotency-key': 'placed-by-desk' },
    })
    expect(moved.status, moved.text).toBe(200)
    await close(19, [5])
    expect(await offers(me)).toHaveLength(1)
    await whole()
  })
})

it('says that guests were not told where the centre sends no texts', async () => {
  const { orderNo } = await booked(at(7, 22, 19))
  const guest = (await service.call('POST', '/api/Staff/Guest', { as: manager, body: { name: '林散客', mobile: '0955123987' } })).body
  await service.db.updateTable('orders').set({ member_id: guest.memberId }).where('order_no', '=', orderNo).execute()
  const id = await close(22, [7])
  const deps = { db: service.db, catalogues: openCatalogues(service.db), serveFirst: async () => 0, canText: false }
  expect(await liftClosure(deps, { id, by: manager.id }, unaudited, service.clock.now())).toMatchObject({ value: { told: 0, untold: 1 } })
  expect(
    await service.db
      .selectFrom('outbox')
      .select('id')
      .where(sql`payload ->> 'kind'`, '=', 'reopened-guest')
      .execute(),
  ).toEqual([])
})
