import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { momentAt } from '#lib/zone.ts'
import { sharePlacing } from '#modules/availability/store.ts'
import { lockOrders } from '#modules/orders/attendance-store.ts'
import { releaseDates } from '#modules/preorders/release-dates.ts'
import { openCatalogues, type Catalogues } from '#modules/venues/catalogue.ts'
import { offeringCalls } from '#testing/offers.ts'
import { at } from '#testing/orders.ts'
import { paidAtGateway } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { answerOffer } from './answer-offer.ts'
import type { ReleaseDates } from './cancel-bookings-for-closure.ts'
import { closeCourt } from './close-court.ts'
import { giveUpOffersOn } from './offer-floor.ts'

let service: TestService
let manager: TestMember
let catalogues: Catalogues
beforeAll(async () => {
  service = await openTestService({ lookEverySeconds: 0.5 })
  await smallCentre(service.db)
  manager = await service.newMember({ role: 'manager' })
  catalogues = openCatalogues(service.db)
})
afterAll(() => service.close())
const { close, offers, whole } = offeringCalls(() => ({ service, manager }))
const now = () => service.clock.now()

/** One order: court 1 at 9, which lost its floor and is offered court 2 at 9, and court 2 at 10. */
async function offeredBesideBooking(day: number) {
  const me = await service.newMember()
  const { orderNo } = await paidAtGateway(service, me, [at(1, day, 9), at(2, day, 10)])
  await close(day, [1])
  const [offer] = await offers(me)
  expect(offer.to.venue2ndId).toBe(2)
  const answer = (accept: boolean) =>
    answerOffer({ db: service.db, catalogues }, { memberId: me.id, offerId: offer.id, accept }, now()).catch((error: unknown) => error)
  return { orderNo, answer }
}
const wholeDay = (day: number) => ({ start: momentAt(`2026-11-${day}`, 0), end: momentAt(`2026-11-${day}`, 1440) })
const closeCourt2 = (day: number, release: ReleaseDates) =>
  service.db.transaction().execute(async (trx) => {
    await sharePlacing(trx)
    const closing = { courtId: 2, period: wholeDay(day), reasonTw: '漏水', reasonEn: 'Leak', by: manager.id }
    return closeCourt(trx, { catalogues, releaseDates: release }, closing, now())
  })
const moment = () => new Promise((resolve) => setTimeout(resolve, 300))

describe('closing the court on which other floor is held', { timeout: 60_000 }, () => {
  it.each([
    ['yes', 'before', 17],
    ['no', 'before', 18],
    ['yes', 'after', 19],
    ['no', 'after', 20],
  ])('never meets the answer in a circle: %s %s the orders are locked', async (said, when, day) => {
    const { orderNo, answer } = await offeredBesideBooking(day)
    let answered: ReturnType<typeof answer> | undefined
    const press = async () => {
      answered ??= answer(said === 'yes')
      await moment()
    }
    const closed = await closeCourt2(day, async (trx, ids, asOf, closureId, whenLocked) => {
      if (when === 'before') await press()
      return releaseDates(trx, ids, asOf, closureId, async () => {
        await whenLocked?.()
        if (when === 'after') await press()
      })
    })
    const isGone = said === 'no' && when === 'before'
    expect(closed).toMatchObject({ ok: true, value: isGone ? { items: 1, owed: 300 } : { items: 2, owed: 600 } })
    expect(await answered).toMatchObject(when === 'before' ? { ok: true } : { ok: false, refusal: { code: 'offer_over' } })
    for (const job of ['send-refunds', 'run-closures'] as const) {
      await service.jobs.send(service.db, job, {})
      await service.jobsDone(job)
      service.clock.advance(60_000)
    }
    const { rows } = await sql<{ state: string; owed: number }>`
      select i.state, (select sum(amount)::integer from refunds_due d where d.order_id = i.order_id) as owed
      from order_items i join orders o on o.id = i.order_id where o.order_no = ${orderNo} group by 1, 2`.execute(service.db)
    expect(rows).toEqual([{ state: 'cancelled', owed: 600 }])
    await whole()
  })

  it('does so where the floor is free before the order is locked: the control', async () => {
    const { orderNo, answer } = await offeredBesideBooking(21)
    const { id } = await service.db.selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()
    let answered: ReturnType<typeof answer> | undefined
    const closing = service.db.transaction().execute(async (trx) => {
      await sharePlacing(trx)
      await giveUpOffersOn(trx, { spaces: [2], periods: [wholeDay(21)] }, now())
      answered = answer(true)
      await moment()
      await lockOrders(trx, [id])
    })
    const ended = [await closing.catch((error: unknown) => error), await answered]
    expect(ended).toContainEqual(expect.objectContaining({ code: '40P01' }))
  })
})
