import { minutes, type Period } from '#lib/period.ts'
import { dayOf, type Day } from '#lib/zone.ts'
import { countsForQuota, slotsIn, slotsOn, timetableToShow } from '#modules/venues/hours-rules.ts'
import { priceOf, type Price } from '#modules/venues/price-rules.ts'
import { findOffered, type Catalogue, type Court, type Facility } from '#modules/venues/rules.ts'
import { payAtDeskBefore, type ItemRequest, type OrderState } from './rules.ts'

/**
 * A move gives a booking (an item of an order) another court or time; the booking stays the same one. Staff move without
 * the members' limits, and may park a booking: it has no floor then, and keeps its money. Moves of one booking that follow
 * each other are a series, and only the whole series changes money: moving back within it changes nothing.
 */
export type Spot = { courtId: number; period: Period }

export type MovableItem = Spot & {
  /** A date of a season: its price is that of the whole pre-order, and only staff move it. */
  isOfSeason: boolean
  orderState: OrderState
  payBefore: Date | null
  state: 'active' | 'cancelled'
  missedAt: Date | null
  parkedAt: Date | null
  identityId: number
} & Price & {
    /** Open or paid supplements of earlier moves. */
    supplements: number
    /** The series that is not settled yet: where it began, and what the booking is to cost after its last move. */
    series: { from: Spot; total: number } | null
  }

export type NotMovable =
  | { code: 'booking_cancelled' }
  | { code: 'booking_over' }
  | { code: 'booking_missed' }
  | { code: 'booking_not_paid' }

/** Why staff cannot move this booking, whatever the new court and time; undefined when they can. */
export function whyNotMovable(item: MovableItem, now: Date): NotMovable | undefined {
  const { orderState, payBefore } = item
  if (item.state === 'cancelled' || orderState === 'cancelled' || orderState === 'venue-cancelled') return { code: 'booking_cancelled' }
  if (orderState === 'expired' || (orderState === 'awaiting-payment' && payBefore !== null && payBefore <= now))
    return { code: 'booking_not_paid' }
  if (item.missedAt) return { code: 'booking_missed' }
  if (orderState === 'completed' || orderState === 'no-show' || (!item.parkedAt && item.period.end <= now)) return { code: 'booking_over' }
  return undefined
}

/**
 * Deadline of an unpaid order after one of its bookings was moved or taken away: at the latest when its first period starts. Where it is
 * paid at the desk until that start, or the centre's hours before it (`payAtDeskHours`), the deadline follows it to a later one.
 */
export function deadlineAfterMove(
  { payBefore, payAtDesk }: { payBefore: Date; payAtDesk: boolean },
  before: ItemRequest[],
  after: ItemRequest[],
  payAtDeskHours: number,
  now: Date,
): Date {
  if (!payAtDesk) return payAtDeskBefore(after, payBefore, now)
  if (payBefore >= payAtDeskBefore(before, undefined, now)) return payAtDeskBefore(after, undefined, now)
  const hoursBefore = (items: ItemRequest[]) => Math.min(...items.map(({ period }) => period.start.getTime())) - payAtDeskHours * 3_600_000
  const isByRule = payBefore.getTime() === hoursBefore(before)
  // Moved to where the rule's moment is over, the desk still takes the money until the start.
  const until = !isByRule ? payBefore : hoursBefore(after) > now.getTime() ? new Date(hoursBefore(after)) : undefined
  return payAtDeskBefore(after, until, now)
}

export type SpotProblem =
  | { code: 'no_such_court' }
  | { code: 'ends_in_past' }
  | { code: 'period_closed' }
  | { code: 'off_grid'; slotMinutes: number }

export type QuotedSpot = Spot & { facility: Facility; court: Court; day: Day; minutes: number; counts: boolean; price: Price }

/** The price of a spot for this identity, or why nothing can be booked there. A period that has begun may be chosen: people are late, courts break. */
export function quoteSpot(
  catalogue: Catalogue,
  { courtId, period }: Spot,
  identityId: number,
  now: Date,
): { quoted: QuotedSpot } | { problem: SpotProblem } {
  const found = findOffered(catalogue, courtId)
  if (!found) return { problem: { code: 'no_such_court' } }
  const { facility, court } = found
  if (period.end <= now) return { problem: { code: 'ends_in_past' } }
  const day = dayOf(period.start)
  if (slotsOn(facility, day, catalogue.holidays).length === 0) return { problem: { code: 'period_closed' } }
  if (!slotsIn(facility, period, catalogue.holidays))
    return { problem: { code: 'off_grid', slotMinutes: timetableToShow(facility, day).slotMinutes } }
  const price = priceOf(catalogue, courtId, period, identityId)
  if (!price) return { problem: { code: 'period_closed' } }
  return { quoted: { courtId, period, facility, court, day, minutes: minutes(period), counts: countsForQuota(facility, day), price } }
}

export const isSameSpot = (a: Spot, b: Spot): boolean =>
  a.courtId === b.courtId && a.period.start.getTime() === b.period.start.getTime() && a.period.end.getTime() === b.period.end.getTime()

export const totalOf = ({ price, lightFee, deposit }: Price): number => price + lightFee + deposit

/** What the booking costs by now: its own price and its supplements. */
export const worthOf = (item: Pick<MovableItem, 'price' | 'lightFee' | 'deposit' | 'supplements'>): number =>
  totalOf(item) + item.supplements

/**
 * What the booking is to cost at another spot. Where today's list prices both spots alike, and for a season's date, it keeps
 * its price; back where its series began, the price that it had there.
 */
export function totalAt(catalogue: Catalogue, item: MovableItem, to: QuotedSpot): number {
  if (item.isOfSeason || (item.series && isSameSpot(item.series.from, to))) return worthOf(item)
  const here = priceOf(catalogue, item.courtId, item.period, item.identityId)
  if (here && totalOf(here) === totalOf(to.price)) return item.series?.total ?? worthOf(item)
  return totalOf(to.price)
}

/** A price of this total: the list's where it is that, otherwise the present one with its rent made smaller or larger. */
export function priceOfTotal(total: number, present: Price, listed: Price | undefined): Price {
  if (listed && totalOf(listed) === total) return listed
  const price = Math.max(0, total - present.lightFee - present.deposit)
  const lightFee = Math.max(0, Math.min(present.lightFee, total - price - present.deposit))
  return { price, lightFee, deposit: total - price - lightFee }
}
