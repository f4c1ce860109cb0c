import type { Trx } from '#db/connect.ts'
import { ChangedMeanwhile, untilUnchanged } from '#db/transaction.ts'
import type { Period } from '#lib/period.ts'
import { takeSpaces } from '#modules/availability/store.ts'
import { giveUpOffersOn } from './offer-floor.ts'
import { paysOneself } from './own-bookings.ts'
import { listOffersOn } from './offer-store.ts'
import { insertBlocks, readOccupants, type NewBlock, type Occupant } from './store.ts'
import { lockOrders } from '#modules/orders/attendance-store.ts'
import { listOrdersMoving } from '#modules/orders/pending-move-store.ts'
import { removeItems, type Cancelled, type Removed } from '#modules/orders/remove-items.ts'
import type { RemovedFor } from '#modules/venues/closure-words.ts'
import { withdrawMovesTo } from '#modules/orders/give-back-supplements.ts'

/**
 * Releases pre-ordered dates that are not orders yet; answers how many. The mail says why, in the words of the closure. Calls
 * `whenLocked` when the pre-orders are locked and nothing is free yet.
 */
export type ReleaseDates = (trx: Trx, holderIds: string[], now: Date, why?: RemovedFor, whenLocked?: () => Promise<void>) => Promise<number>

type Closing = NewBlock & { spaces: number[] }

/**
 * Blocks spaces and cancels whatever occupies them, with full refunds; offers of this floor are over, and moves to it that are not
 * paid yet are withdrawn. Begins again when a booking has arrived or moved away between looking and locking. Undefined when nothing of
 * the period is left to block; `own_card` when it pays back whoever closes, and then the caller undoes it.
 */
export const takeAway = (trx: Trx, releaseDates: ReleaseDates, closing: Closing, now: Date): Promise<Removed | 'own_card' | undefined> =>
  untilUnchanged(trx, () => takeAwayOnce(trx, releaseDates, closing, now))

async function takeAwayOnce(
  trx: Trx,
  releaseDates: ReleaseDates,
  { spaces, ...block }: Closing,
  now: Date,
): Promise<Removed | 'own_card' | undefined> {
  const removed: Removed = { orders: 0, items: 0, owed: 0 }
  const paidBack: { orderId: string | null; back: number }[] = []
  const floor = { spaces, periods: [block.period] }
  const look = async () => ({
    bookings: (await readOccupants(trx, spaces, block.period, now)).filter(({ removable }) => removable),
    alsoLock: [...(await listOffersOn(trx, floor, now)).map(({ orderId }) => orderId), ...(await listOrdersMoving(trx, floor))],
  })
  const { bookings, alsoLock } = await look()
  const why = { reason: { tw: block.reasonTw, en: block.reasonEn }, by: block.by }
  const whenLocked = async () => {
    const again = await look()
    if (!isSame(bookings, again.bookings) || again.alsoLock.some((id) => !alsoLock.includes(id))) throw new ChangedMeanwhile()
    await withdrawMovesTo(trx, floor, now)
    const lost = await giveUpOffersOn(trx, floor, now)
    paidBack.push(...lost)
    const others = lost.filter((offer) => !bookings.some(({ orderId }) => orderId === offer.orderId))
    const owed = lost.reduce((sum, { back }) => sum + back, 0)
    addUp(removed, { orders: new Set(others.map(({ orderId }) => orderId)).size, items: lost.length, owed })
  }
  const cancelled = await cancelBookings(trx, releaseDates, bookings, now, { why, alsoLock, whenLocked })
  addUp(removed, cancelled)
  paidBack.push(...backTo(bookings, cancelled))
  if (await paysOneself(trx, block.by, paidBack)) return 'own_card'
  const staying = await readOccupants(trx, spaces, block.period, now)
  if (staying.some(({ removable }) => removable)) throw new ChangedMeanwhile()
  const gaps = gapsBetween(spaces, block.period, staying)
  if (gaps.length === 0) return undefined
  const taken = await takeSpaces(
    trx,
    gaps.map((gap) => ({ holder: block.id, space: gap.spaceId, period: gap })),
    { kind: block.kind, memberId: null, holdUntil: null },
    now,
  )
  if (taken.length > 0) throw new ChangedMeanwhile()
  await insertBlocks(trx, [block], now)
  return removed
}

/** What goes back for each of the bookings, now that their orders are locked. */
export const backTo = (bookings: Cancellable[], { backOf }: Cancelled): { orderId: string | null; back: number }[] =>
  bookings.map(({ holderId, orderId }) => ({ orderId, back: backOf.get(holderId) ?? 0 }))

/** The same bookings on the same floor. */
function isSame(before: Occupant[], after: Occupant[]): boolean {
  const marks = (found: Occupant[]) => found.map(({ holderId, spaceId, start }) => `${holderId} ${spaceId} ${start.getTime()}`)
  return marks(before).toSorted().join() === marks(after).toSorted().join()
}

/** A booking that the centre cancels: an item of an order, or a date of a pre-order. */
export type Cancellable = Pick<Occupant, 'kind' | 'holderId' | 'orderId'>

type Cancelling = {
  why?: RemovedFor
  /** Other orders that this transaction changes. */
  alsoLock?: string[]
  /** Runs behind all locks, before anything is free. */
  whenLocked?: () => Promise<void>
}

/**
 * Cancels bookings on behalf of the centre, with full refunds, and frees their spaces. Pre-orders before orders (lock
 * order): an edit locks its pre-order and waits for spaces. All orders by id before any space: whoever moves one of them onto
 * floor that is being freed holds its order while waiting for us.
 */
export async function cancelBookings(
  trx: Trx,
  releaseDates: ReleaseDates,
  bookings: Cancellable[],
  now: Date,
  { why, alsoLock = [], whenLocked }: Cancelling = {},
): Promise<Cancelled> {
  const isDate = ({ kind }: Cancellable): boolean => kind === 'preorder'
  const byOrder = Map.groupBy(
    bookings.filter((one) => !isDate(one)),
    ({ orderId }) => orderId!,
  )
  let isLocked = false
  const lockOnce = async () => {
    if (isLocked) return
    isLocked = true
    await lockOrders(trx, [...byOrder.keys(), ...alsoLock])
    await whenLocked?.()
  }
  const dates = bookings.filter(isDate).map(({ holderId }) => holderId)
  const removed: Removed = { orders: 0, items: await releaseDates(trx, dates, now, why, lockOnce), owed: 0 }
  await lockOnce()
  const backOf = new Map<string, number>()
  for (const orderId of [...byOrder.keys()].toSorted()) {
    const cancelled = await removeItems(trx, orderId, new Set(byOrder.get(orderId)!.map(({ holderId }) => holderId)), now, { why })
    addUp(removed, cancelled)
    for (const [itemId, back] of cancelled.backOf) backOf.set(itemId, back)
  }
  return { ...removed, backOf }
}

function addUp(sum: Removed, { orders, items, owed }: Removed): void {
  sum.orders += orders
  sum.items += items
  sum.owed += owed
}

type Gap = Period & { spaceId: number }

/** The parts of the period that are free on each space; blocks that stay are not taken twice. */
export function gapsBetween(spaces: number[], { start, end }: Period, staying: (Period & { spaceId: number })[]): Gap[] {
  return spaces.flatMap((spaceId) => {
    const gaps: Gap[] = []
    let from = start
    for (const one of staying.filter((other) => other.spaceId === spaceId).toSorted((a, b) => a.start.getTime() - b.start.getTime())) {
      if (one.start > from) gaps.push({ spaceId, start: from, end: one.start < end ? one.start : end })
      if (one.end > from) from = one.end
    }
    if (from < end) gaps.push({ spaceId, start: from, end })
    return gaps
  })
}
