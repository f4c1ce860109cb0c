import { randomBytes, randomUUID } from 'node:crypto'
import type { Db, Trx } from '#db/connect.ts'
import { supplement_title } from '#i18n/generated/messages.js'
import { inEach } from '#i18n/words.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import { canPayTopUp, type CanPayOnline } from '#modules/payments/offered-ways.ts'
import { priceOf } from '#modules/venues/price-rules.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { courtLabel } from '#modules/venues/court-label.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { addOrderEvents, type OrderPayload } from './event-store.ts'
import { giveBackSupplements } from './give-back-supplements.ts'
import { isSameSpot, priceOfTotal, totalOf, worthOf } from './item-move-rules.ts'
import { findItemsToSettle, findOrdersToSettle, lockItemsToMove, markSettled, type ItemToMove } from './item-move-store.ts'
import { hasOpenAttempt, writeItemPrice } from './order-store.ts'
import { oweBack } from './refund-due-store.ts'
import { repriceUnpaid } from './remove-items.ts'
import { isGone, isSoon, orderNumber } from './rules.ts'
import { writePlainOrder } from './store.ts'
import { lowerAmount, readFreeMoney } from './supplement-store.ts'

/** A series of moves is over when the booking was left alone for so long. Longer than the page offers to undo. */
export const quietSeconds = 60
const atOnce = 100

/**
 * Settles series of moves that are over: what the booking costs less is owed back, what it costs more becomes a supplement,
 * and the member is told once. A booking that came back to where it was costs and says nothing. Answers the facilities of the
 * bookings: boards show what is to be paid for them. A supplement that cannot be paid online is paid at the desk, and its member reads so.
 */
export async function settleMoves(
  { db, catalogues, canPayOnline = () => true }: { db: Db; catalogues: Catalogues; canPayOnline?: CanPayOnline },
  now: Date,
  onFailure?: OnFailure,
): Promise<number[]> {
  const before = new Date(now.getTime() - quietSeconds * 1000)
  const orderIds = await findOrdersToSettle(db, before, atOnce)
  const catalogue = await catalogues.current()
  const facilityIds = new Set<number>()
  const settle = ([orderId]: string[]) =>
    db.transaction().execute(async (trx) => {
      for (const id of await findItemsToSettle(trx, orderId!)) {
        const [item] = await lockItemsToMove(trx, [id])
        if (!item?.series) continue
        await settleItem(trx, catalogue, item, item.series, now, { canPayOnline })
        const facility = catalogue.courtOf.get(item.courtId)?.facility
        if (facility) facilityIds.add(facility.id)
      }
    })
  await inBatchesOrAlone(orderIds, 1, settle, onFailure)
  return [...facilityIds]
}

/** Settles the member's own move in its transaction: there is nothing to undo. Answers what is owed back. */
export async function settleItemNow(trx: Trx, catalogue: Catalogue, itemId: string, now: Date): Promise<number> {
  const [item] = await lockItemsToMove(trx, [itemId])
  return item?.series ? settleItem(trx, catalogue, item, item.series, now, { byMember: true }) : 0
}

type Series = NonNullable<ItemToMove['series']>

async function settleItem(
  trx: Trx,
  catalogue: Catalogue,
  item: ItemToMove,
  { from, total }: Series,
  now: Date,
  { byMember = false, canPayOnline = () => true }: { byMember?: boolean; canPayOnline?: CanPayOnline },
): Promise<number> {
  if (item.state === 'cancelled' || isGone(item.orderState)) {
    await markSettled(trx, item.id, now)
    return 0
  }
  const difference = total - worthOf(item)
  const isUnpaid = item.orderState === 'awaiting-payment'
  // Whoever is paying right now pays the old amount: the difference waits for how that ends.
  if (isUnpaid && difference > 0 && (await hasOpenAttempt(trx, item.orderId))) return 0
  const money = isUnpaid
    ? await repriceItem(trx, catalogue, item, total, now)
    : await settleDifference(trx, catalogue, item, difference, now, canPayOnline)
  await markSettled(trx, item.id, now)
  const back = money.back ?? 0
  if (isSameSpot(from, item)) return back
  const { courtId, period } = from
  const event: OrderPayload = {
    kind: 'moved',
    itemId: item.id,
    from: { courtId, start: period.start.toISOString(), end: period.end.toISOString() },
    ...money,
    ...(byMember ? { byMember } : {}),
  }
  const kinds = isSoon(item.period.start, now) ? [event, { ...event, kind: 'moved-soon' as const }] : [event]
  await addOrderEvents(
    trx,
    kinds.map((one) => ({ orderId: item.orderId, ...one })),
    now,
  )
  return back
}

const listedPrice = (catalogue: Catalogue, { courtId, period, identityId }: ItemToMove) => priceOf(catalogue, courtId, period, identityId)

/** An unpaid order simply costs what its items cost now. */
async function repriceItem(trx: Trx, catalogue: Catalogue, item: ItemToMove, total: number, now: Date): Promise<Money> {
  if (total !== totalOf(item)) {
    await writeItemPrice(trx, item.id, priceOfTotal(total, item, listedPrice(catalogue, item)))
    await repriceUnpaid(trx, item.orderId, now)
  }
  return {}
}

type Money = Pick<OrderPayload, 'back' | 'cost' | 'supplement' | 'withdrawn'>

async function settleDifference(
  trx: Trx,
  catalogue: Catalogue,
  item: ItemToMove,
  difference: number,
  now: Date,
  canPayOnline: CanPayOnline,
): Promise<Money> {
  if (difference > 0) {
    const isOnline = canPayTopUp(canPayOnline, difference, catalogue.booking, now)
    const written = await writeSupplement(trx, catalogue, item, difference, now)
    return { supplement: isOnline ? written : { ...written, atDeskOnly: true } }
  }
  if (difference === 0) return {}
  const { left, owed: ofSupplements, withdrawn, unpaid } = await giveBackSupplements(trx, item.id, -difference, now)
  const owed = Math.min(left, await readFreeMoney(trx, item.orderId))
  if (owed > 0) {
    await writeItemPrice(trx, item.id, priceOfTotal(totalOf(item) - owed, item, listedPrice(catalogue, item)))
    await lowerAmount(trx, item.orderId, owed)
    const due = {
      orderId: item.orderId,
      amount: owed,
      reason: 'moved' as const,
      cause: `moved:${item.id}:${item.moves}`,
      itemId: item.id,
    }
    await oweBack(trx, due, now)
  }
  // A supplement that nobody has paid counts for nothing in what comes back.
  const [back, before] = [ofSupplements + owed, worthOf(item) - withdrawn]
  return {
    back,
    cost: { before, after: before - back },
    ...(withdrawn > 0 ? { withdrawn: { amount: withdrawn, rest: unpaid } } : {}),
  }
}

async function writeSupplement(trx: Trx, catalogue: Catalogue, item: ItemToMove, amount: number, now: Date) {
  const { facility, court } = catalogue.courtOf.get(item.courtId)!
  const label = courtLabel(facility, court)
  const orderNo = orderNumber(now, randomBytes(7))
  const words = inEach((locale) => supplement_title({ court: label[locale] }, { locale }))
  await writePlainOrder(
    trx,
    {
      id: randomUUID(),
      orderNo,
      kind: 'supplement',
      memberId: item.memberId,
      lines: [{ words, amount }],
      // To be paid until the period is over: whoever comes pays at the desk.
      payBefore: item.period.end,
      supplementOf: item.id,
      idempotencyKey: `supplement:${item.id}:${item.moves}`,
      requestHash: '',
    },
    now,
  )
  return { orderNo, amount }
}
