import type { Trx } from '#db/connect.ts'
import { minutes } from '#lib/period.ts'
import { dayOf } from '#lib/zone.ts'
import { freeSpaces, keepSpaces, takeSpaces } from '#modules/availability/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import { addOrderEvents, countChanges } from './event-store.ts'
import { whyNotMovable } from './item-move-rules.ts'
import { insertMove, markSettled, moveSpaces, readItemsToMove, writeSpot, type ItemToMove } from './item-move-store.ts'
import type { LockedOrder } from './order-store.ts'
import { piecesToTake, quotaOfMove } from './own-move-rules.ts'
import { capRefund, linkTopUp, readPendingMove, type PendingMove } from './pending-move-store.ts'
import { readSpacesOf } from './item-move-store.ts'
import { readOverQuotaOf } from './store.ts'
import { isItemActive } from './supplement-store.ts'

/**
 * Settlement hook of supplements: false when the booking that it is for was cancelled meanwhile. A top-up moves its booking now; false
 * when the new spot is gone or the booking is no longer where it was. The caller has locked the booking's order before.
 */
export async function settleSupplement(trx: Trx, order: LockedOrder, now: Date): Promise<boolean> {
  const pending = await readPendingMove(trx, order.id)
  return pending ? finishMove(trx, order, pending, now) : isItemActive(trx, order.id)
}

async function finishMove(trx: Trx, order: LockedOrder, pending: PendingMove, now: Date): Promise<boolean> {
  const [item] = await readItemsToMove(trx, [pending.itemId])
  if (!item || !isAsItWas(item, pending, now) || (await isOverQuota(trx, item, pending, now))) return false
  const spaces = await readSpacesOf(trx, [item.courtId, pending.courtId])
  const pieces = piecesToTake(
    { court: { spaces: spaces.get(item.courtId)! }, period: item.period },
    { court: { spaces: spaces.get(pending.courtId)! }, period: pending.period },
  )
  // Makes the hold permanent first, so that a concurrent order cannot clear it as lapsed.
  if ((await keepSpaces(trx, [order.id])) !== pieces.length) {
    await freeSpaces(trx, [order.id], now)
    const wanted = pieces.map((piece) => ({ holder: order.id, ...piece }))
    const refused = await takeSpaces(trx, wanted, { kind: 'order', memberId: order.memberId, holdUntil: null }, now)
    if (refused.length > 0) return false
  }
  const to = { courtId: pending.courtId, period: pending.period }
  if (!(await moveSpaces(trx, [{ item, to }], now, [order.id]))) throw new Error(`booking ${item.id} cannot move to spaces that it holds`)
  await writeMove(trx, order, item, pending, now)
  return true
}

/** The booking is where it was when the member asked, and neither period has begun. */
const isAsItWas = (item: ItemToMove, { moves, period }: PendingMove, now: Date): boolean =>
  item.moves === moves &&
  !item.parkedAt &&
  (item.orderState === 'confirmed' || item.orderState === 'checked-in') &&
  !whyNotMovable(item, now) &&
  item.period.start > now &&
  period.start > now

/** What the member has booked since counts: a move that waits is not counted by what is placed meanwhile. */
async function isOverQuota(trx: Trx, item: ItemToMove, { period, sport, counts }: PendingMove, now: Date): Promise<boolean> {
  if (!counts) return false
  const quota = quotaOfMove(await readLimits(trx), item.period, period)
  const wanted = { sport, day: dayOf(period.start), minutes: minutes(period) }
  return (await readOverQuotaOf(trx, item.memberId, [wanted], quota, now)) !== null
}

async function writeMove(trx: Trx, order: LockedOrder, item: ItemToMove, pending: PendingMove, now: Date): Promise<void> {
  const { courtId, period, sport, counts, total, refundCap } = pending
  const to = { courtId, period, facility: { sport }, day: dayOf(period.start), minutes: minutes(period), counts }
  await writeSpot(trx, item.id, to)
  const asked = { by: item.memberId, reason: '', kind: 'member' as const, idempotencyKey: `top-up:${order.id}`, requestHash: '' }
  await insertMove(trx, { item, to, total, ...asked }, now)
  await markSettled(trx, item.id, now)
  await capRefund(trx, item.id, refundCap)
  await linkTopUp(trx, order.id, item.id)
  await countChanges(trx, [item.orderId])
  const from = { courtId: item.courtId, start: item.period.start.toISOString(), end: item.period.end.toISOString() }
  const event = { orderId: item.orderId, itemId: item.id, from, byMember: true, toppedUp: order.amount }
  await addOrderEvents(trx, [{ ...event, kind: 'moved' as const }], now)
}
