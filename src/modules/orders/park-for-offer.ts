import type { Trx } from '#db/connect.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { addOrderEvents, countChanges } from './event-store.ts'
import type { Spot } from './item-move-rules.ts'
import { readItemsToMove, writeParked } from './item-move-store.ts'
import { withdrawMoves } from './withdraw-moves.ts'

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
