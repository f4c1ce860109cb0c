import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Period } from '#lib/period.ts'
import { momentAt } from '#lib/zone.ts'
import { sharePlacing } from '#modules/availability/store.ts'
import { releaseDates } from '#modules/preorders/release-dates.ts'
import { openCatalogues, type Catalogues } from '#modules/venues/catalogue.ts'
import { offeringCalls } from '#testing/offers.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { cancelBookings, type ReleaseDates } from './cancel-bookings-for-closure.ts'
import { closeCourt } from './close-court.ts'
import { readOccupants } from './store.ts'

let service: TestService
let manager: TestMember
let catalogues: Catalogues
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  manager = await service.newMember({ role: 'manager' })
  catalogues = openCatalogues(service.db)
})
afterAll(() => service.close())
const { booked, itemOf, whole } = offeringCalls(() => ({ service, manager }))
const now = () => service.clock.now()

const hours = (from: number, to: number) => ({ start: momentAt('2026-11-22', from * 60), end: momentAt('2026-11-22', to * 60) })
const closeCourt2 = (period: Period, release: ReleaseDates) =>
  service.db.transaction().execute(async (trx) => {
    await sharePlacing(trx)
    const closing = { courtId: 2, period, reasonTw: '漏水', reasonEn: 'Leak', by: manager.id }
    return closeCourt(trx, { catalogues, releaseDates: release }, closing, now())
  })
/** A paid booking of court 2 on 22 November, and its member's move to court 3. */
async function bookedOnCourt2(hour: number) {
  const { me, orderNo } = await booked(at(2, 22, hour))
  const { id } = await itemOf(me, orderNo)
  const moveAway = async () => {
    const moved = await service.call('POST', `/api/Order/Booking/${id}/Move`, {
      as: me,
      body: { moves: 0, total: 300, ...at(3, 22, hour) },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(moved.status, moved.text).toBe(200)
  }
  return { me, orderNo, id, moveAway }
}
const dues = async (orderNo: string) =>
  service.db
    .selectFrom('refunds_due as d')
    .innerJoin('orders as o', 'o.id', 'd.order_id')
    .where('o.order_no', '=', orderNo)
    .select('d.amount')
    .execute()

describe('closing a court, while its bookings change between the first look and the locks', { timeout: 60_000 }, () => {
  it('leaves a booking alone that has moved to another court', async () => {
    const { me, orderNo, moveAway } = await bookedOnCourt2(6)
    let moving: Promise<void> | undefined
    const closed = await closeCourt2(hours(6, 8), async (...asked) => {
      await (moving ??= moveAway())
      return releaseDates(...asked)
    })
    expect(closed).toMatchObject({ ok: true, value: { orders: 0, items: 0, owed: 0 } })
    expect(await itemOf(me, orderNo)).toMatchObject({ status: 'active', ...at(3, 22, 6) })
    expect(await dues(orderNo)).toEqual([])
    await whole()
  })

  it('cancels it on its new court where nobody looks again: the control', async () => {
    const { me, orderNo, moveAway } = await bookedOnCourt2(8)
    await service.db.transaction().execute(async (trx) => {
      await sharePlacing(trx)
      const before = await readOccupants(trx, [2], hours(8, 9), now())
      await moveAway()
      await cancelBookings(trx, releaseDates, before, now())
    })
    expect(await itemOf(me, orderNo)).toMatchObject({ status: 'cancelled', venue2ndId: 3 })
    expect(await dues(orderNo)).toEqual([{ amount: 300 }])
  })

  it('begins again with no order locked and nothing free when somebody books, and cancels both', async () => {
    const { orderNo } = await bookedOnCourt2(9)
    const other = await service.newMember()
    const unlocked: number[] = []
    let later: string | undefined
    const closed = await closeCourt2(hours(9, 12), async (...asked) => {
      const { rows } = await sql`select from orders where order_no = ${orderNo} for update skip locked`.execute(service.db)
      unlocked.push(rows.length)
      if (!later) {
        later = await placed(service, other, [at(2, 22, 10)])
        await paid(service.db, later, now())
      }
      return releaseDates(...asked)
    })
    expect(unlocked, 'before the locks of both rounds').toEqual([1, 1])
    expect(closed).toMatchObject({ ok: true, value: { orders: 2, items: 2, owed: 600 } })
    expect([await dues(orderNo), await dues(later!)]).toEqual([[{ amount: 300 }], [{ amount: 300 }]])
    await whole()
  })
})
