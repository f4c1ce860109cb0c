import type { Trx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { keepSpaces } from '#modules/availability/store.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { quoteSpot, totalAt, whyNotMovable, worthOf, type Spot } from './item-move-rules.ts'
import type { ItemToMove } from './item-move-store.ts'
import { takeSteps } from './move-item.ts'
import { settleItemNow } from './settle-moves.ts'

/** `holder` holds the spot for this booking. */
export type OfferedSpot = { holder: string; moves: number; to: Spot }

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
