import type { Trx } from '#db/connect.ts'
import { freeSpaces, keepSpaces } from '#modules/availability/store.ts'
import { addOrderEvents, countChanges } from './event-store.ts'
import { quoteSpot, totalAt, whyNotMovable, worthOf, type Spot } from './item-move-rules.ts'
import { readItemsToMove, takeOwnFloor, writeParked, type ItemToMove } from './item-move-store.ts'
import { withdrawMoves } from './give-back-supplements.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { takeSteps } from './move-item.ts'
import { settleItemNow } from './settle-moves.ts'

type Offered = { itemId: string; orderId: string; /** Who closes the floor. */ by: string; closureId: string; to: Spot; until: Date }

/**
 * Takes a booking off its floor while its member decides about other floor that is held for them, and tells them. Answers how
 * often it was moved by then. The caller holds the lock on its order.
 */
export async function parkForOffer(trx: Trx, { itemId, orderId, by, closureId, to, until }: Offered, now: Date): Promise<number> {
  await withdrawMoves(trx, [itemId], now)
  await freeSpaces(trx, [itemId], now)
  await writeParked(trx, itemId, by, now)
  await countChanges(trx, [orderId])
  const { courtId, period } = to
  const offer = { courtId, start: period.start.toISOString(), end: period.end.toISOString(), until: until.toISOString() }
  const kinds = ['alternative', 'alternative-text'] as const
  await addOrderEvents(
    trx,
    kinds.map((kind) => ({ orderId, kind, itemId, closureId, offer })),
    now,
  )
  const [item] = await readItemsToMove(trx, [itemId])
  return item!.moves
}

/**
 * Places bookings on their own floor again that a closure took off it, in the statement that frees what the closure held, and tells
 * their members. Answers those that are back; the floor of the others has somebody else. The caller holds the locks on their orders.
 */
export async function returnToOwnFloor(
  trx: Trx,
  { items, leave, closureId }: { items: ItemToMove[]; /** Holders of the closed floor. */ leave: string[]; closureId: string },
  now: Date,
): Promise<ItemToMove[]> {
  const refused = await takeOwnFloor(trx, items, leave, now)
  const back = items.filter(({ id }) => !refused.has(id))
  await countChanges(trx, [...new Set(back.map(({ orderId }) => orderId))])
  await addOrderEvents(
    trx,
    back.flatMap(({ id: itemId, orderId }) =>
      (['reopened', 'reopened-text'] as const).map((kind) => ({ orderId, kind, itemId, closureId })),
    ),
    now,
  )
  return back
}

/** `holder` holds the spot for this booking. */
type OfferedSpot = { holder: string; moves: number; to: Spot }

/**
 * Places a booking that lost its floor on floor that was held for it. It never costs more than before, because the centre took
 * its floor away; what it costs less is owed back. Refused when the hold is gone or the booking was changed: the caller rolls back.
 */
export async function takeOfferedSpot(
  trx: Trx,
  catalogue: Catalogue,
  item: ItemToMove,
  { holder, moves, to }: OfferedSpot,
  now: Date,
): Promise<Result<{ facilityIds: number[]; back: number }, { code: 'offer_over' }>> {
  const quote = quoteSpot(catalogue, to, item.identityId, now)
  if (item.moves !== moves || !item.parkedAt || whyNotMovable(item, now) || 'problem' in quote) return refuse({ code: 'offer_over' })
  // Makes the hold permanent first, so that a concurrent order cannot clear it as lapsed.
  if ((await keepSpaces(trx, [holder])) !== quote.quoted.court.spaces.length) return refuse({ code: 'offer_over' })
  const total = Math.min(totalAt(catalogue, item, quote.quoted), worthOf(item))
  const deed = { by: item.memberId, reason: '', idempotencyKey: `offer:${holder}`, hash: '', action: 'booking.moved', leave: [holder] }
  const taken = await takeSteps(
    trx,
    { followMove: async () => {} },
    [{ item, to: quote.quoted, total }],
    { ...deed, kind: 'closure' },
    catalogue,
    async () => {},
    now,
  )
  if (!taken.ok) return refuse({ code: 'offer_over' })
  return ok({ facilityIds: taken.value.facilityIds, back: await settleItemNow(trx, catalogue, item.id, now) })
}
