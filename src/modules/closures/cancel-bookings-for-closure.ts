import type { Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { takeSpaces } from '#modules/availability/store.ts'
import { giveUpOffersOn } from './offer-floor.ts'
import { insertBlocks, readOccupants, type NewBlock, type Occupant } from './store.ts'
import { removeItems, type Removed } from '#modules/orders/remove-items.ts'

/** Releases pre-ordered dates that are not orders yet; answers how many. The mail says why, in the words of the closure. */
export type ReleaseDates = (trx: Trx, holderIds: string[], now: Date, closureId?: string) => Promise<number>

/** More rounds than bookings can arrive: a bug. */
const roundsAtMost = 50

/**
 * Blocks spaces and cancels whatever occupies them, with full refunds. Repeats until the whole period is taken, since
 * new bookings can arrive between reading and taking. Undefined when nothing of the period is left to block.
 */
export async function takeAway(
  trx: Trx,
  releaseDates: ReleaseDates,
  { spaces, ...block }: NewBlock & { spaces: number[] },
  now: Date,
): Promise<Removed | undefined> {
  const removed: Removed = { orders: 0, items: 0, owed: 0 }
  await giveUpOffersOn(trx, { spaces, periods: [block.period] }, now)
  for (let round = 0; round < roundsAtMost; round++) {
    const occupants = await readOccupants(trx, spaces, block.period, now)
    addUp(
      removed,
      await cancelBookings(
        trx,
        releaseDates,
        occupants.filter(({ removable }) => removable),
        now,
      ),
    )
    const gaps = gapsBetween(
      spaces,
      block.period,
      occupants.filter(({ removable }) => !removable),
    )
    if (gaps.length === 0) return undefined
    const taken = await takeSpaces(
      trx,
      gaps.map((gap) => ({ holder: block.id, space: gap.spaceId, period: gap })),
      { kind: block.kind, memberId: null, holdUntil: null },
      now,
    )
    if (taken.length > 0) continue
    await insertBlocks(trx, [block], now)
    return removed
  }
  throw new Error(`closing facility ${block.facilityId} from ${block.period.start.toISOString()} found new bookings ${roundsAtMost} times`)
}

/** A booking that the centre cancels: an item of an order, or a date of a pre-order. */
export type Cancellable = Pick<Occupant, 'kind' | 'holderId' | 'orderId'>

/**
 * Cancels bookings on behalf of the centre, with full refunds, and frees their spaces. Pre-orders before orders (lock
 * order): an edit locks its pre-order and waits for spaces. Orders are locked by id, as by every transaction that locks several.
 */
export async function cancelBookings(
  trx: Trx,
  releaseDates: ReleaseDates,
  bookings: Cancellable[],
  now: Date,
  closureId?: string,
): Promise<Removed> {
  const isDate = ({ kind }: Cancellable): boolean => kind === 'preorder'
  const removed: Removed = { orders: 0, items: 0, owed: 0 }
  removed.items += await releaseDates(
    trx,
    bookings.filter(isDate).map(({ holderId }) => holderId),
    now,
    closureId,
  )
  const byOrder = Map.groupBy(
    bookings.filter((one) => !isDate(one)),
    ({ orderId }) => orderId!,
  )
  for (const orderId of [...byOrder.keys()].toSorted())
    addUp(removed, await removeItems(trx, orderId, new Set(byOrder.get(orderId)!.map(({ holderId }) => holderId)), now, closureId))
  return removed
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
