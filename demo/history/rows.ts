import { randomBytes, randomUUID } from 'node:crypto'
import { minutes } from '#lib/period.ts'
import { dayOf, momentAt, type Day } from '#lib/zone.ts'
import { orderNumber } from '#modules/orders/rules.ts'
import { wayOf } from '#modules/payments/rules.ts'
import { refundNumber } from '#modules/refunds/rules.ts'
import { causeOf } from '#modules/violations/rules.ts'
import { countsForQuota } from '#modules/venues/hours-rules.ts'
import { priceOf } from '#modules/venues/price-rules.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { Fate, PastBooking } from './plan-day.ts'

const aMinute = 60_000
const bankDays = 3

const stateOf: Record<Fate, string> = { came: 'completed', missed: 'no-show', cancelled: 'cancelled', 'rained-off': 'venue-cancelled' }

/** Who has a point already, and after how many minutes a booking is missed. */
export type Missed = { memberIds: Set<string>; afterMinutes: number }

/** Everything that the tables hold of past bookings: a row a booking, from which each table takes what it needs. */
export function rowsOf(catalogue: Catalogue, bookings: PastBooking[], staffId: string, missed: Missed) {
  const tills = new Map<Day, string>()
  const tillOf = (day: Day) => tills.get(day) ?? tills.set(day, randomUUID()).get(day)!
  return bookings.flatMap((booking) => {
    const { court, facility, period, day, bookedAt, method, cancelled } = booking
    const priced = priceOf(catalogue, court.id, period, booking.identityId)
    if (!priced) return []
    const fate = booking.fate === 'missed' && missed.memberIds.has(booking.memberId) ? 'came' : booking.fate
    if (fate === 'missed') missed.memberIds.add(booking.memberId)
    const amount = priced.price + priced.lightFee + priced.deposit
    const orderId = randomUUID()
    const back = cancelled ? Math.round((amount * cancelled.percent) / 100) : 0
    const way = wayOf(method)
    const isAtDesk = method === 'cash' || method === 'terminal'
    return [
      {
        id: orderId,
        itemId: randomUUID(),
        attemptId: randomUUID(),
        orderNo: orderNumber(bookedAt, randomBytes(7)),
        memberId: booking.memberId,
        state: stateOf[fate],
        ...priced,
        amount,
        placedBy: booking.isByStaff ? staffId : null,
        bookedAt,
        paidAt: isAtDesk ? bookedAt : new Date(bookedAt.getTime() + 4 * aMinute),
        closedAt: cancelled?.at ?? period.end,
        courtId: court.id,
        sport: facility.sport,
        start: period.start,
        end: period.end,
        day,
        minutes: minutes(period),
        counts: countsForQuota(facility, day),
        identityId: booking.identityId,
        fate,
        checkedInAt: fate === 'came' ? new Date(period.start.getTime() - 6 * aMinute) : null,
        missedAt: fate === 'missed' ? new Date(period.start.getTime() + missed.afterMinutes * aMinute) : null,
        pointId: randomUUID(),
        pointCause: causeOf({ kind: 'no-show', memberId: booking.memberId, orderId, day }),
        method,
        way,
        tillId: method === 'cash' && amount > 0 ? tillOf(day) : null,
        tillFrom: momentAt(day, 5 * 60),
        tillTo: momentAt(day, 23 * 60),
        given: Math.ceil(amount / 500) * 500,
        back,
        percent: cancelled?.percent ?? 0,
        refundId: randomUUID(),
        dueId: randomUUID(),
        refundNo: refundNumber(dayOf(cancelled?.at ?? bookedAt), randomBytes(7)),
        refundCause: fate === 'rained-off' ? 'venue-cancelled' : 'asked',
        refundWay: way === 'card' ? 'card' : 'bank',
        askedAt: cancelled?.at ?? null,
        refundedAt: cancelled && new Date(cancelled.at.getTime() + (way === 'card' ? aMinute : bankDays * 24 * 60 * aMinute)),
      },
    ]
  })
}

export type PastRow = ReturnType<typeof rowsOf>[number]
