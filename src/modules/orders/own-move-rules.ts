import { minutes, type Period } from '#lib/period.ts'
import { dayOf } from '#lib/zone.ts'
import type { Price } from '#modules/venues/price-rules.ts'
import { findOffered, sportsOf, type Catalogue, type Court } from '#modules/venues/rules.ts'
import {
  isSameSpot,
  priceOfTotal,
  totalAt,
  totalOf,
  whyNotMovable,
  worthOf,
  type MovableItem,
  type NotMovable,
  type QuotedSpot,
  type Spot,
} from './item-move-rules.ts'
import { capTiers, mondayOf, quoteItem, refundTerms, refundTiersOf, type ItemProblem, type QuotedItem } from './rules.ts'

/**
 * A member's own move: a paid booking goes to another court of the same sport or another bookable time of the same length. Until
 * some hours before it begins, and a few times for each booking. What staff may do besides is in item-move-rules.ts.
 */
export type OwnMovable = MovableItem & { ownMoves: number; bookedAt: Date; refundCap: number | null }

export type NotOwnMovable =
  | NotMovable
  /** A date of a club's season. */
  | { code: 'season_date' }
  /** Staff took it off the floor or moved it within the last minute. */
  | { code: 'being_moved' }
  | { code: 'too_late_to_move'; hours: number }
  | { code: 'moves_used_up'; most: number }

export type MoveLimits = { moveHours: number; movesPerBooking: number }

/** Until when the member may move a booking that begins at this moment. */
export const movableUntil = (start: Date, { moveHours }: MoveLimits): Date => new Date(start.getTime() - moveHours * 3_600_000)

/** Why its member cannot move this booking, whatever the new court and time. */
export function whyNotOwnMovable(item: OwnMovable, limits: MoveLimits, now: Date): NotOwnMovable | undefined {
  const why = whyNotMovable(item, now)
  if (why) return why
  if (item.isOfSeason) return { code: 'season_date' }
  if (item.orderState === 'awaiting-payment') return { code: 'booking_not_paid' }
  if (item.parkedAt || item.series) return { code: 'being_moved' }
  if (movableUntil(item.period.start, limits) < now) return { code: 'too_late_to_move', hours: limits.moveHours }
  return item.ownMoves >= limits.movesPerBooking ? { code: 'moves_used_up', most: limits.movesPerBooking } : undefined
}

export type OwnSpotProblem =
  | ItemProblem
  | { code: 'other_sport' }
  /** Giving back a part of a booking goes by the refund terms, and more of it is a booking of its own. */
  | { code: 'other_length'; minutes: number }
  | { code: 'same_spot' }

/**
 * A spot for the booking: what it costs there, and how that differs from what it cost so far. `kept`: what of a lower price is not paid
 * back, because the refund terms would not have given it; it is part of the total.
 */
export type OwnSpot = { quoted: QuotedItem; total: number; difference: number; kept: number }

/** Prices a spot for a member's booking, or says why it cannot go there. Ignores occupancy and quota. */
export function quoteOwnSpot(catalogue: Catalogue, item: OwnMovable, to: Spot, now: Date): { spot: OwnSpot } | { problem: OwnSpotProblem } {
  if (isSameSpot(item, to)) return { problem: { code: 'same_spot' } }
  const quote = quoteItem(catalogue, to, item.identityId, catalogue.booking, now)
  if ('problem' in quote) return quote
  const { quoted } = quote
  const here = catalogue.courtOf.get(item.courtId)
  if (!here || !sportsOf(quoted.facility).some((sport) => sportsOf(here.facility).includes(sport)))
    return { problem: { code: 'other_sport' } }
  if (quoted.minutes !== minutes(item.period)) return { problem: { code: 'other_length', minutes: minutes(item.period) } }
  const spot = spotOf(quoted)
  const listed = totalAt(catalogue, item, spot)
  const total = totalAfterMove(listed, item, spot.price, refundCapNow(catalogue, item, now))
  return { spot: { quoted, total, difference: total - worthOf(item), kept: Math.max(0, total - listed) } }
}

/**
 * What a spot of this total costs the member. The difference to a cheaper one is paid back only as far as giving the booking back would
 * have been: otherwise moving first would be the way around the refund terms. Deposits, which are always refunded, do not count; where
 * something is kept, the booking keeps the deposit that it has.
 */
function totalAfterMove(listed: number, item: OwnMovable, price: Price, cap: number): number {
  const paid = worthOf(item) - item.deposit
  const least = leastAfterMove(cap, paid)
  if (listed - priceOfTotal(listed, item, price).deposit >= least) return listed
  const total = least + item.deposit
  // The same sum as in the list would be split as there, with a larger deposit.
  return total === totalOf(price) ? total + 1 : total
}

/** What stays of a price, without deposits, when the refund terms give so many percent. */
export const leastAfterMove = (cap: number, paid: number): number => paid - Math.round((paid * cap) / 100)

export const spotOf = ({
  courtId,
  period,
  facility,
  court,
  day,
  minutes: length,
  counts,
  price,
  lightFee,
  deposit,
}: QuotedItem): QuotedSpot => ({
  courtId,
  period,
  facility,
  court,
  day,
  minutes: length,
  counts,
  price: { price, lightFee, deposit },
})

/** The share of the price that would be refunded if the booking were given back now: a move does not improve it. */
export function refundCapNow(catalogue: Catalogue, item: OwnMovable, now: Date): number {
  const place = catalogue.courtOf.get(item.courtId)
  if (!place) return 0
  const day = dayOf(item.period.start)
  const refundTiers = capTiers(refundTiersOf(catalogue, { facility: place.facility, day }, item.bookedAt), item.refundCap)
  const { price, lightFee, deposit } = item
  return refundTerms({ price, lightFee, deposit, day, start: item.period.start, refundTiers }, now)[0]?.percent ?? 0
}

/**
 * The share that is refunded at most after a move, of what was paid and what the new spot costs, both without deposits. The difference
 * to a cheaper spot is paid back, which counts: together no more comes back than would have before.
 */
export function capAfterMove(cap: number, paid: number, next: number): number {
  if (next >= paid || cap === 100) return cap
  if (next <= 0) return 0
  return Math.max(0, Math.min(cap, Math.floor((cap * paid - 100 * (paid - next)) / next)))
}

/** The share that is refunded at most when the booking has moved to this spot. */
export function refundCapAt(catalogue: Catalogue, item: OwnMovable, { quoted, total }: OwnSpot, now: Date): number {
  const { deposit } = priceOfTotal(total, item, spotOf(quoted).price)
  return capAfterMove(refundCapNow(catalogue, item, now), worthOf(item) - item.deposit, total - deposit)
}

/** The sum that is refunded at most when the booking has moved to this spot, with its deposit. */
export function refundMostAt(catalogue: Catalogue, item: OwnMovable, spot: OwnSpot, now: Date): number {
  const { deposit } = priceOfTotal(spot.total, item, spotOf(spot.quoted).price)
  return Math.round(((spot.total - deposit) * refundCapAt(catalogue, item, spot, now)) / 100) + deposit
}

const unlimited = 2_147_483_647

/**
 * The quota that a move has to keep: what a booking takes on its own day or in its own week it has taken already, so that moving
 * within them is never refused.
 */
export function quotaOfMove(
  { booking }: Pick<Catalogue, 'booking'>,
  from: Period,
  to: Period,
): { perDayAndSport: number; perWeek: number } {
  const [before, after] = [dayOf(from.start), dayOf(to.start)]
  return {
    perDayAndSport: before === after ? unlimited : booking.minutesPerDayAndSport,
    perWeek: mondayOf(before) === mondayOf(after) ? unlimited : booking.minutesPerWeek,
  }
}

export type Piece = { space: number; period: Period }

/** The parts of the new spot that the booking does not stand on yet, space by space. */
export function piecesToTake(
  from: { court: Pick<Court, 'spaces'>; period: Period },
  to: { court: Pick<Court, 'spaces'>; period: Period },
): Piece[] {
  return to.court.spaces.flatMap((space) =>
    (from.court.spaces.includes(space) ? without(to.period, from.period) : [to.period]).map((period) => ({ space, period })),
  )
}

function without({ start, end }: Period, taken: Period): Period[] {
  const pieces = [
    { start, end: new Date(Math.min(end.getTime(), taken.start.getTime())) },
    { start: new Date(Math.max(start.getTime(), taken.end.getTime())), end },
  ]
  return pieces.filter((piece) => piece.start < piece.end)
}

/** Spots of one day for the booking, by facility, court and time; `isFree` knows the occupancy. */
export function spotsOn(
  catalogue: Catalogue,
  item: OwnMovable,
  starts: (facility: QuotedSpot['facility']) => Date[],
  isFree: (court: Court, period: Period) => boolean,
  now: Date,
): OwnSpot[] {
  const here = catalogue.courtOf.get(item.courtId)
  if (!here) return []
  const length = item.period.end.getTime() - item.period.start.getTime()
  const wanted = sportsOf(here.facility)
  const facilities = catalogue.facilities.filter((facility) => sportsOf(facility).some((sport) => wanted.includes(sport)))
  return facilities.flatMap((facility) =>
    facility.courts
      .filter(({ id }) => findOffered(catalogue, id))
      .flatMap((court) =>
        starts(facility).flatMap((start) => {
          const period = { start, end: new Date(start.getTime() + length) }
          if (!isFree(court, period)) return []
          const quote = quoteOwnSpot(catalogue, item, { courtId: court.id, period }, now)
          return 'spot' in quote ? [quote.spot] : []
        }),
      ),
  )
}
