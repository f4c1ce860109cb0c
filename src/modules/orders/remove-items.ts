import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { freeSpaces, keepSpaces } from '#modules/availability/store.ts'
import { whyOf, type RemovedFor } from '#modules/venues/closure-words.ts'
import { addOrderEvents, countChanges, noteEvent } from './event-store.ts'
import { followDeadline } from './follow-deadline.ts'
import { closeSupplements } from './give-back-supplements.ts'
import { moveOrder } from './move-store.ts'
import { cancelItems, lockOrder, sumItems, writeRemoved, type LockedOrder } from './order-store.ts'
import { causeOfPart, insertRefundDue, readBack, type Back } from './refund-due-store.ts'
import { isVoucher } from '#modules/tills/way-rules.ts'
import { goesBackByProvider } from '#modules/payments/rules.ts'
import { isDeskMoney, isSoon, orderMoves, stateNow } from './rules.ts'
import { lockSupplements } from './supplement-store.ts'

export type Removed = { orders: number; items: number; owed: number }
/** `backOf`: what is owed back, by item. */
export type Cancelled = Removed & { backOf: ReadonlyMap<string, number> }
const nothing: Cancelled = { orders: 0, items: 0, owed: 0, backOf: new Map() }

/** Why items are cancelled: the venue does it, for a closure or not; or the desk for a member who has not paid yet. */
type Why = { why?: RemovedFor | undefined; by?: 'venue' | 'member' }

/**
 * Cancels items on behalf of the venue: frees their spaces, owes back what was paid for them in full, and writes the
 * event for the mail. An order without items left becomes venue-cancelled; an unpaid one with items left costs less. For a member
 * who has not paid, the order becomes cancelled, as if they had done it.
 */
export async function removeItems(
  trx: Trx,
  orderId: string,
  itemIds: ReadonlySet<string>,
  now: Date,
  { why, by = 'venue' }: Why = {},
): Promise<Cancelled> {
  const order = await lockOrder(trx, orderId)
  const gone = order?.items.filter(({ id }) => itemIds.has(id)) ?? []
  // Cancelled meanwhile.
  if (!order || gone.length === 0 || ![...orderMoves.closeVenue.from, 'expired'].includes(order.state)) return nothing

  const goneIds = gone.map(({ id }) => id)
  if (stateNow(order.state, order.payBefore, now) === 'expired') return takeOutOfExpired(trx, orderId, goneIds, now)
  await lockSupplements(trx, goneIds)
  if (by === 'member' && order.state !== 'awaiting-payment') throw new Error(`the order ${orderId} is paid: its member asks for a refund`)
  const paid = await readBack(trx, goneIds)
  const backOf = await owePayments(trx, orderId, paid, now)
  await cancelItems(trx, goneIds, by)
  if (why && 'reason' in why) await writeRemoved(trx, goneIds, why, now)
  await freeSpaces(trx, goneIds, now)
  await closeSupplements(trx, goneIds, now)
  if (by === 'member') await noteEvent(trx, orderId, 'cancelled', now, goneIds)
  else await noteCancelled(trx, gone, paid, { orderId, why }, now)

  const left = order.items.filter(({ id }) => !itemIds.has(id))
  if (left.length === 0) await moveOrder(trx, orderId, by === 'venue' ? 'closeVenue' : 'cancelUnpaid', now)
  else if (order.state === 'awaiting-payment' && !(await repriceUnpaid(trx, orderId, now))) await followDeadline(trx, order, now)
  return { orders: 1, items: gone.length, owed: [...backOf.values()].reduce((sum, back) => sum + back, 0), backOf }
}

/** Texts say what goes back, and where it waits, by the sums of this moment; the mail reads what has become of them. */
async function noteCancelled(
  trx: Trx,
  gone: LockedOrder['items'],
  paid: Back[],
  { orderId, why }: { orderId: string; why: RemovedFor | undefined },
  now: Date,
): Promise<void> {
  const event = { orderId, kind: 'venue-cancelled' as const, ...(why ? whyOf(why) : {}) }
  const events = gone.map(({ id: itemId }) => {
    const mine = paid.filter((one) => one.itemId === itemId)
    const atDesk = sumOf(mine.filter(({ method }) => isDeskMoney(method)))
    const byTransfer = sumOf(mine.filter(({ method }) => !goesBackByProvider(method) && !isDeskMoney(method) && !isVoucher(method)))
    const inVouchers = sumOf(mine.filter(({ method }) => isVoucher(method)))
    return { ...event, itemId, back: sumOf(mine), atDesk, byTransfer, inVouchers }
  })
  const soon = new Set(gone.filter(({ period }) => isSoon(period.start, now)).map(({ id }) => id))
  const texts = events.filter(({ itemId }) => soon.has(itemId)).map((one) => ({ ...one, kind: 'venue-cancelled-text' as const }))
  await addOrderEvents(trx, [...events, ...texts], now)
  await countChanges(trx, [orderId])
}

const sumOf = (sums: Pick<Back, 'amount'>[]): number => sums.reduce((sum, { amount }) => sum + amount, 0)

/** An expired order holds nothing; without the items, a late payment of them is owed back and does not take their floor again. */
async function takeOutOfExpired(trx: Trx, orderId: string, itemIds: string[], now: Date): Promise<Cancelled> {
  await cancelItems(trx, itemIds, 'venue')
  await freeSpaces(trx, itemIds, now)
  await sumItems(trx, orderId)
  return nothing
}

/** Owes back what was paid for items, each sum to the payment that brought it. Answers how much for each item. */
async function owePayments(trx: Trx, orderId: string, paid: Back[], now: Date): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  const owed = new Map<string, number>()
  for (const back of paid) {
    const of = back.orderId === orderId ? back.itemId : back.orderId
    const before = owed.get(of) ?? 0
    owed.set(of, before + 1)
    const cause = causeOfPart(`venue-cancelled:${of}`, back.attemptId, before)
    await insertRefundDue(trx, { ...back, id: randomUUID(), reason: 'venue-cancelled', cause }, now)
    sums.set(back.itemId, (sums.get(back.itemId) ?? 0) + back.amount)
  }
  return sums
}

/** An unpaid order costs what its items cost now; where that is nothing, it is confirmed. Answers whether it was. */
export async function repriceUnpaid(trx: Trx, orderId: string, now: Date): Promise<boolean> {
  if ((await sumItems(trx, orderId)) > 0) return false
  const order = await lockOrder(trx, orderId)
  await keepSpaces(
    trx,
    order!.items.map(({ id }) => id),
  )
  await moveOrder(trx, orderId, 'pay', now)
  await noteEvent(trx, orderId, 'confirmed', now)
  return true
}
