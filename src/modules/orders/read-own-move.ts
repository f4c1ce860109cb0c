import type { Db } from '#db/connect.ts'
import { overlaps } from '#lib/period.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { dayOf, momentAt, type Day } from '#lib/zone.ts'
import { readCourts } from '#modules/availability/read-courts.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import { goesBackByProvider } from '#modules/payments/rules.ts'
import { isDeskMethod, isVoucher } from '#modules/tills/way-rules.ts'
import { canPayTopUp, type CanPayOnline } from '#modules/payments/offered-ways.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { lastOpenDay, slotsOn } from '#modules/venues/hours-rules.ts'
import { sportsOf, type Catalogue, type Court, type Facility } from '#modules/venues/rules.ts'
import { worthOf } from './item-move-rules.ts'
import { readItemsToMove, readMethodsOf, type ItemToMove } from './item-move-store.ts'
import { movableUntil, refundCapAt, refundMostAt, spotsOn, whyNotOwnMovable, type NotOwnMovable, type OwnSpot } from './own-move-rules.ts'

export type OwnMoveChoice = {
  item: ItemToMove
  facility: Facility
  court: Court
  worth: number
  problem: NotOwnMovable | null
  movesLeft: number
  until: Date
  payMinutes: number
  firstDay: Day
  lastDay: Day
  day: Day
  /** How a difference goes back. */
  backBy: MovedBackBy
  /** What is refunded at most after a move there: the share in percent, and the sum. */
  spots: (OwnSpot & { refundCap: number; refundMost: number })[]
}

/** Where a member may move a booking to on a day, and what each costs; without a day, on the booking's own. Changes nothing. */
export async function readOwnMove(
  { db, catalogues, canPayOnline }: { db: Db; catalogues: Catalogues; canPayOnline: CanPayOnline },
  { memberId, itemId, day: asked }: { memberId: string; itemId: string; day: Day | undefined },
  now: Date,
): Promise<Result<OwnMoveChoice, { code: 'not_found' }>> {
  const [item] = await readItemsToMove(db, [itemId])
  if (!item || item.memberId !== memberId) return refuse({ code: 'not_found' })
  const { booking } = await catalogues.current()
  const [firstDay, lastDay] = [dayOf(now), lastOpenDay(now, booking)]
  const day = clamp(asked ?? dayOf(item.period.start), firstDay, lastDay)
  const { catalogue, occupied } = (await readCourts(db, catalogues, (current) => ofSameSport(current, item), [day], now))!
  const place = catalogue.courtOf.get(item.courtId)!
  const problem = whyNotOwnMovable(item, booking, now) ?? null
  const starts = (facility: Facility) => slotsOn(facility, day, catalogue.holidays).map(({ start }) => momentAt(day, start))
  const isFree = freeBesides(occupied, item, place.court)
  return ok({
    item,
    ...place,
    worth: worthOf(item),
    problem,
    movesLeft: Math.max(0, booking.movesPerBooking - item.ownMoves),
    until: movableUntil(item.period.start, booking),
    payMinutes: booking.payMinutes,
    firstDay,
    lastDay,
    day,
    backBy: backByOf(await readMethodsOf(db, item)),
    spots: problem
      ? []
      : spotsOn(catalogue, item, starts, isFree, now)
          .filter(({ difference }) => difference <= 0 || canPayTopUp(canPayOnline, difference, booking, now))
          .map((spot) => ({
            ...spot,
            refundCap: refundCapAt(catalogue, item, spot, now),
            refundMost: refundMostAt(catalogue, item, spot, now),
          })),
  })
}

/** As it was paid; `mixed`: in several ways. */
export type MovedBackBy = 'card' | 'desk' | 'voucher' | 'bank' | 'mixed'

function backByOf(methods: (string | null)[]): MovedBackBy {
  const ways = new Set(
    methods.map((method) =>
      goesBackByProvider(method) ? 'card' : isVoucher(method) ? 'voucher' : isDeskMethod(method) ? 'desk' : ('bank' as const),
    ),
  )
  return ways.size > 1 ? 'mixed' : ([...ways][0] ?? 'bank')
}

const clamp = (day: Day, first: Day, last: Day): Day => (day < first ? first : day > last ? last : day)

function ofSameSport({ facilities, courtOf }: Catalogue, { courtId }: ItemToMove): { facility: Facility; courts: Court[] }[] {
  const here = courtOf.get(courtId)
  const wanted = here ? sportsOf(here.facility) : []
  return facilities
    .filter((facility) => sportsOf(facility).some((sport) => wanted.includes(sport)))
    .map((facility) => ({ facility, courts: facility.courts }))
}

/** Whether a court is free for a period, not counting the booking's own floor. */
function freeBesides(occupied: Occupied[], item: ItemToMove, own: Court): (court: Court, period: { start: Date; end: Date }) => boolean {
  const isOwn = (one: Occupied) =>
    one.memberId === item.memberId &&
    own.spaces.includes(one.spaceId) &&
    one.start.getTime() === item.period.start.getTime() &&
    one.end.getTime() === item.period.end.getTime()
  const others = occupied.filter((one) => !isOwn(one))
  return (court, period) => !others.some((one) => court.spaces.includes(one.spaceId) && overlaps(one, period))
}
