import type { Db, DbOrTrx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { findOfferedFacility, type Catalogue, type Court, type Facility } from '#modules/venues/rules.ts'
import { movableUntil, type MoveLimits } from './own-move-rules.ts'
import {
  findAllOrders,
  findOrder,
  findOrders,
  findOrdersSince,
  findUpcoming,
  type OrderFilter,
  type ReadItem,
  type ReadOrder,
} from './read-store.ts'
import { capTiers, minutesLeft, refundTiersOf, stateNow, type RefundTier, type UsedMinutes } from './rules.ts'
import type { Day } from '#lib/zone.ts'
import { countsForQuota } from '#modules/venues/hours-rules.ts'
import { readBookedMinutes } from './store.ts'

export type Reading = { db: DbOrTrx; catalogues: Catalogues }
type Place = { court: Court; facility: Facility }
export type ShownItem = Omit<ReadItem, 'movedFrom' | 'pendingMove'> & {
  court: Court
  facility: Facility
  refundTiers: readonly RefundTier[]
  movedFrom: (NonNullable<ReadItem['movedFrom']> & { court: Court }) | null
  pendingMove: (NonNullable<ReadItem['pendingMove']> & Place) | null
  /** The member may move it now. */
  movable: boolean
  /** The member could move it, had they not done so as often as allowed. */
  movesUsedUp: boolean
}
export type ShownOrder = Omit<ReadOrder, 'items' | 'topUpFor'> & {
  items: ShownItem[]
  topUpFor: { orderNo: string; to: (Place & { start: Date; end: Date }) | null } | null
}

/** B36 */
export async function readOrder(
  reading: Reading,
  memberId: string,
  orderNo: string,
  now: Date,
): Promise<Result<ShownOrder, { code: 'not_found' }>> {
  const order = await findOrder(reading.db, memberId, orderNo)
  if (!order) return refuse({ code: 'not_found' })
  const [shown] = await show(reading, [order], now)
  return ok(shown!)
}

/** B35 */
export async function listOrders(
  reading: Reading,
  memberId: string,
  filter: OrderFilter,
  now: Date,
): Promise<{ orders: ShownOrder[]; total: number }> {
  const { orders, total } = await findOrders(reading.db, memberId, filter, now)
  return { orders: await show(reading, orders, now), total }
}

export async function listAllOrders(reading: Reading, memberId: string, now: Date): Promise<ShownOrder[]> {
  return show(reading, await findAllOrders(reading.db, memberId), now)
}

/** Orders with a period that ends after this moment, cancelled ones included. */
export async function listOrdersSince(reading: Reading, memberId: string, since: Date, now: Date): Promise<ShownOrder[]> {
  return show(reading, await findOrdersSince(reading.db, memberId, since), now)
}

const upcomingAtMost = 20

/** For the member area: orders to pay, and the next bookings. */
export async function listUpcoming(reading: Reading, memberId: string, now: Date): Promise<{ toPay: ShownOrder[]; next: ShownOrder[] }> {
  const orders = await show(reading, await findUpcoming(reading.db, memberId, upcomingAtMost, now), now)
  const isToPay = ({ state }: ShownOrder) => state === 'awaiting-payment'
  return { toPay: orders.filter(isToPay), next: orders.filter((order) => !isToPay(order)) }
}

/** Adds court names, and the state at this moment. */
async function show({ catalogues }: Reading, orders: ReadOrder[], now: Date): Promise<ShownOrder[]> {
  let catalogue = await catalogues.current()
  if (orders.some(({ items }) => items.some(({ courtId }) => !catalogue.courtOf.has(courtId))))
    catalogue = await catalogues.newerThan(catalogue.version)
  return orders.map((order) => ({
    ...order,
    state: stateNow(order.state, order.payBefore, now),
    topUpFor: order.topUpFor && {
      orderNo: order.topUpFor.orderNo,
      to: order.topUpFor.to && { ...order.topUpFor.to, ...catalogue.courtOf.get(order.topUpFor.to.courtId)! },
    },
    items: order.items.map((item) => {
      const place = catalogue.courtOf.get(item.courtId)!
      const movedFrom = item.movedFrom && { ...item.movedFrom, court: catalogue.courtOf.get(item.movedFrom.courtId)!.court }
      return {
        ...item,
        ...place,
        movedFrom,
        pendingMove: pendingAt(item, catalogue, now),
        ...movesOf(order, item, catalogue.booking, now),
        refundTiers: capTiers(refundTiersOf(catalogue, { facility: place.facility, day: item.day }, order.createdAt), item.refundCap),
      }
    }),
  }))
}

/** Past its time a top-up has lapsed even before the job writes it. */
const pendingAt = ({ pendingMove }: ReadItem, { courtOf }: Catalogue, now: Date): ShownItem['pendingMove'] =>
  pendingMove && pendingMove.payBefore > now ? { ...pendingMove, ...courtOf.get(pendingMove.courtId)! } : null

/** Whether to offer a move; what decides is whyNotOwnMovable, with the booking locked. */
function movesOf(
  { preOrderNo, state }: ReadOrder,
  item: ReadItem,
  limits: MoveLimits,
  now: Date,
): Pick<ShownItem, 'movable' | 'movesUsedUp'> {
  const inTime =
    preOrderNo === null &&
    (state === 'confirmed' || state === 'checked-in') &&
    item.state === 'active' &&
    !item.parked &&
    item.missedAt === null &&
    movableUntil(item.start, limits) >= now
  const isUsedUp = item.ownMoves >= limits.movesPerBooking
  return { movable: inTime && !isUsedUp, movesUsedUp: inTime && isUsedUp && limits.movesPerBooking > 0 }
}

type Allowance = { left: number; day: UsedMinutes; week: UsedMinutes; counting: { day: number[]; week: number[] } }

/** Minutes that a member may still book at a facility on a day; null where hours are not limited. One statement. */
export async function readAllowance(
  { db, catalogues }: { db: Db; catalogues: Catalogues },
  memberId: string,
  { facilityId, day }: { facilityId: number; day: Day },
  now: Date,
): Promise<Result<Allowance | null, { code: 'not_found' }>> {
  const catalogue = await catalogues.current()
  const { booking } = catalogue
  const facility = findOfferedFacility(catalogue, facilityId)
  if (!facility) return refuse({ code: 'not_found' })
  if (!countsForQuota(facility, day)) return ok(null)
  const [ofDay, ofWeek] = await readBookedMinutes(
    db,
    memberId,
    [
      { limit: 'day', sport: facility.sport, day },
      { limit: 'week', day },
    ],
    now,
  )
  const used = {
    day: { minutes: ofDay!, allowed: booking.minutesPerDayAndSport },
    week: { minutes: ofWeek!, allowed: booking.minutesPerWeek },
  }
  const counted = catalogue.facilities.filter((one) => countsForQuota(one, day))
  const ofSport = counted.filter(({ sport }) => sport === facility.sport)
  const counting = { day: ofSport.map(({ id }) => id), week: counted.map(({ id }) => id) }
  return ok({ left: minutesLeft(used.day, used.week), ...used, counting })
}
