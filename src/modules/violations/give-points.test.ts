import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closePastBookings } from '#modules/attendance/close-past-bookings.ts'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { at, jobsRanUntil, paid, placed } from '#testing/orders.ts'
import { pointCalls } from '#testing/points.ts'
import { newRound, onDays, submitted } from '#testing/preorders.ts'
import { mailAbout } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { givePointsForExpired, givePointsForLateCancel, givePointsForMissed, withdrawPointOfExpired } from './give-points.ts'

let service: TestService
let me: TestMember
let manager: TestMember
beforeEach(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  me = await service.newMember()
  manager = await service.newMember({ role: 'manager' })
})
afterEach(() => service.close())

const days = (n: number) => service.clock.advance(n * 86_400_000)
const moveTo = (moment: string) => service.clock.advance(Date.parse(`2026-11-${moment}:00+08:00`) - service.clock.now().getTime())
const { idOf, list, pointsFor } = pointCalls(() => ({ service, me }))

describe('a point', () => {
  it('is given once for an expired payment, with the day on which it lapses', async () => {
    const [orderNo] = await pointsFor(1)
    await expireUnpaidOrders(service.db, service.clock.now(), givePointsForExpired)
    await service.db.transaction().execute(async (trx) => {
      await givePointsForExpired(
        trx,
        [{ memberId: me.id, orderId: await idOf(orderNo!), couldPay: true, fromWaitingList: false, isGuest: false }],
        service.clock.now(),
      )
    })
    expect(await list()).toMatchObject({
      counting: 1,
      pointsToSuspend: 3,
      suspension: null,
      points: [
        {
          kind: 'expired',
          status: 'counts',
          orderNo,
          expiresAt: '2027-05-14T02:00:00.000Z',
          mayAppeal: true,
          appeal: null,
          items: [{ venue2ndName: '羽球場 1' }],
        },
      ],
    })
    days(180)
    expect(await list(await again())).toMatchObject({ counting: 0, points: [{ status: 'expired', mayAppeal: false }] })
  })

  /** A session does not live that long. */
  const again = async () => {
    const other = await service.newMember()
    await service.db.updateTable('violations').set({ member_id: other.id }).execute()
    return other
  }

  it('is given once for a no-show on one day of an order, however many courts it had', async () => {
    const orderNo = await placed(service, me, [at(1, 16, 19), at(2, 16, 19)])
    await paid(service.db, orderNo, service.clock.now())
    moveTo('16T19:10')
    await jobsRanUntil(service.db, service.clock.now())
    await closePastBookings(service.db, service.clock.now(), givePointsForMissed)
    expect(await list()).toMatchObject({
      counting: 1,
      points: [{ kind: 'no-show', items: [{ venue2ndName: '羽球場 1' }, { venue2ndName: '羽球場 2' }] }],
    })
  })

  it('is given for a cancellation less than 48 hours before, not for an earlier one', async () => {
    const orderId = await idOf(await placed(service, me, [at(1, 16, 19), at(2, 20, 19)]))
    const items = [at(1, 16, 19), at(2, 20, 19)].map(({ start }) => ({ start: new Date(start), day: start.slice(0, 10) }))
    await service.db.transaction().execute((trx) => givePointsForLateCancel(trx, { memberId: me.id, orderId, items }, service.clock.now()))
    expect((await list()).points).toMatchObject([{ kind: 'late-cancel' }])
  })

  it('is not given for a payment that expired while the service was down', async () => {
    await placed(service, me, [at(1, 18, 8)])
    await expireUnpaidOrders(service.db, service.clock.now(), givePointsForExpired)
    service.clock.advance(20 * 60_000)
    await expireUnpaidOrders(service.db, service.clock.now(), givePointsForExpired)
    expect(await list()).toMatchObject({ points: [] })
    const { state } = await service.db.selectFrom('orders').select('state').executeTakeFirstOrThrow()
    expect(state).toBe('expired')
  })

  it('is given to a community for an approved pre-order that was never paid', async () => {
    await newRound(service)
    const club = await service.newMember({ communityName: '羽球社' })
    const orderNo = await submitted(service, club, [onDays(1, ['2027-01-05'])])
    await service.call('POST', '/api/Staff/PreOrder/Review', { as: manager, body: { orderNo, decision: 'approved' } })
    days(8)
    await jobsRanUntil(service.db, service.clock.now())
    await expireUnpaidOrders(service.db, service.clock.now(), givePointsForExpired)
    expect(await list(club)).toMatchObject({ counting: 1, points: [{ kind: 'expired', items: [{ venue2ndName: '羽球場 1' }] }] })
  })

  it('is withdrawn when a late payment made a booking', async () => {
    const [orderNo] = await pointsFor(1)
    const payable = payableOrders({ moneyOwed: () => {}, onConfirmed: withdrawPointOfExpired })
    const orderId = await idOf(orderNo!)
    const attempt = { id: randomUUID(), order_id: orderId, amount: 300, trade_no: 'LATE1', state: 'paid', created_at: service.clock.now() }
    await service.db.insertInto('payment_attempts').values(attempt).execute()
    await service.db
      .transaction()
      .execute((trx) => payable.settle(trx, { orderId, attemptId: attempt.id, amount: 300 }, service.clock.now()))
    expect(await list()).toMatchObject({ counting: 0, points: [{ status: 'removed', removal: 'paid-after-all' }] })
  })

  it('is never given for a cancellation by the venue', async () => {
    await paid(service.db, await placed(service, me, [at(1, 16, 19)]), service.clock.now())
    const closing = { venue1stId: 1, date: '2026-11-16', reasonTw: '颱風', reasonEn: 'Typhoon' }
    await service.call('POST', '/api/Staff/Facility/Close', { as: manager, body: closing })
    moveTo('16T22:00')
    await jobsRanUntil(service.db, service.clock.now())
    await closePastBookings(service.db, service.clock.now(), givePointsForMissed)
    expect((await list()).points).toEqual([])
  })

  it('is told by the mail about the order that lapsed, and by one with all points when they suspend', async () => {
    await pointsFor(2)
    await service.writeLetters()
    await service.jobsDone('send-message')
    const about = async (words: string) =>
      (await service.inbox(me.email)).filter(({ subject }) => subject!.includes(words)).map(({ body }) => body)
    expect((await about('逾期未繳')).map((body) => body.includes('已記違規 1 點'))).toEqual([true, true])
    expect(await about('記點')).toEqual([])
    await pointsFor(1)
    await service.writeLetters()
    const { body: suspended } = await mailAbout(service, me.email, '停權')
    expect(await about('停權')).toHaveLength(1)
    expect(suspended).toMatch(/・逾期未繳　訂單 F\d{6}\w{7}（2027年5月14日（五） 後失效）/)
    expect(suspended).toContain('http://localhost:3000/member/violation')
  })
})
