import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closePastBookings } from '#modules/attendance/close-past-bookings.ts'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { openHouse, type House, type TestMember } from '#testing/house.ts'
import { at, jobsRanUntil, paid, placed } from '#testing/orders.ts'
import { pointCalls } from '#testing/points.ts'
import { newRound, onDays, submitted } from '#testing/preorders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { givePointsForExpired, givePointsForLateCancel, givePointsForMissed, withdrawPointOfExpired } from './give-points.ts'

let house: House
let me: TestMember
let manager: TestMember
beforeEach(async () => {
  house = await openHouse()
  await smallCentre(house.db)
  me = await house.newMember()
  manager = await house.newMember({ role: 'manager' })
})
afterEach(() => house.close())

const days = (n: number) => house.clock.advance(n * 86_400_000)
const moveTo = (moment: string) => house.clock.advance(Date.parse(`2026-11-${moment}:00+08:00`) - house.clock.now().getTime())
const { idOf, list, pointsFor } = pointCalls(() => ({ house, me }))

describe('a point', () => {
  it('is given once for an expired payment, with the day on which it lapses', async () => {
    const [orderNo] = await pointsFor(1)
    await expireUnpaidOrders(house.db, house.clock.now(), givePointsForExpired)
    await house.db.transaction().execute(async (trx) => {
      await givePointsForExpired(
        trx,
        [{ memberId: me.id, orderId: await idOf(orderNo!), kind: 'venue', couldPay: true }],
        house.clock.now(),
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
    const other = await house.newMember()
    await house.db.updateTable('violations').set({ member_id: other.id }).execute()
    return other
  }

  it('is given once for a no-show on one day of an order, however many courts it had', async () => {
    const orderNo = await placed(house, me, [at(1, 16, 19), at(2, 16, 19)])
    await paid(house.db, orderNo, house.clock.now())
    moveTo('16T19:10')
    await jobsRanUntil(house.db, house.clock.now())
    await closePastBookings(house.db, house.clock.now(), givePointsForMissed)
    expect(await list()).toMatchObject({
      counting: 1,
      points: [{ kind: 'no-show', items: [{ venue2ndName: '羽球場 1' }, { venue2ndName: '羽球場 2' }] }],
    })
  })

  it('is given for a cancellation less than 48 hours before, not for an earlier one', async () => {
    const orderId = await idOf(await placed(house, me, [at(1, 16, 19), at(2, 20, 19)]))
    const items = [at(1, 16, 19), at(2, 20, 19)].map(({ start }) => ({ start: new Date(start), day: start.slice(0, 10) }))
    await house.db.transaction().execute((trx) => givePointsForLateCancel(trx, { memberId: me.id, orderId, items }, house.clock.now()))
    expect((await list()).points).toMatchObject([{ kind: 'late-cancel' }])
  })

  it('is not given for a payment that expired while the service was down', async () => {
    await placed(house, me, [at(1, 18, 8)])
    await expireUnpaidOrders(house.db, house.clock.now(), givePointsForExpired)
    house.clock.advance(20 * 60_000)
    await expireUnpaidOrders(house.db, house.clock.now(), givePointsForExpired)
    expect(await list()).toMatchObject({ points: [] })
    const { state } = await house.db.selectFrom('orders').select('state').executeTakeFirstOrThrow()
    expect(state).toBe('expired')
  })

  it('is given to a community for an approved pre-order that was never paid', async () => {
    await newRound(house)
    const club = await house.newMember({ communityName: '羽球社' })
    const orderNo = await submitted(house, club, [onDays(1, ['2027-01-05'])])
    await house.call('POST', '/api/Staff/PreOrder/Review', { as: manager, body: { orderNo, decision: 'approved' } })
    days(8)
    await jobsRanUntil(house.db, house.clock.now())
    await expireUnpaidOrders(house.db, house.clock.now(), givePointsForExpired)
    expect(await list(club)).toMatchObject({ counting: 1, points: [{ kind: 'expired', items: [{ venue2ndName: '羽球場 1' }] }] })
  })

  it('is withdrawn when a late payment made a booking', async () => {
    const [orderNo] = await pointsFor(1)
    const payable = payableOrders({ announceChange: () => {}, onConfirmed: withdrawPointOfExpired })
    const orderId = await idOf(orderNo!)
    const attempt = { id: randomUUID(), order_id: orderId, amount: 300, trade_no: 'LATE1', state: 'paid', created_at: house.clock.now() }
    await house.db.insertInto('payment_attempts').values(attempt).execute()
    await house.db.transaction().execute((trx) => payable.settle(trx, { orderId, attemptId: attempt.id, amount: 300 }, house.clock.now()))
    expect(await list()).toMatchObject({ counting: 0, points: [{ status: 'removed', removal: 'paid-after-all' }] })
  })

  it('is never given for a cancellation by the venue', async () => {
    await paid(house.db, await placed(house, me, [at(1, 16, 19)]), house.clock.now())
    const closing = { venue1stId: 1, date: '2026-11-16', reasonTw: '颱風', reasonEn: 'Typhoon' }
    await house.call('POST', '/api/Staff/Facility/Close', { as: manager, body: closing })
    moveTo('16T22:00')
    await jobsRanUntil(house.db, house.clock.now())
    await closePastBookings(house.db, house.clock.now(), givePointsForMissed)
    expect((await list()).points).toEqual([])
  })

  it('is announced in one mail with all points of the same moment', async () => {
    await pointsFor(2)
    await house.writeLetters()
    await house.writeLetters()
    const mail = (await house.mail(me.email, '違規記點通知'))!
    expect(await house.db.selectFrom('messages').select('id').where('subject', '=', mail.subject).execute()).toHaveLength(1)
    expect(mail.body).toMatch(/・逾期未繳　訂單 F\d{6}\w{7}（2027年5月14日（五） 後失效）\n・逾期未繳/)
    expect(mail.body).toContain('http://localhost:3000/member/violation')
  })
})
