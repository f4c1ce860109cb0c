import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { takeSpaces } from '#modules/availability/store.ts'
import { parkForOffer } from '#modules/orders/park-for-offer.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { findAlternatives } from './alternatives.ts'
import type { LockedClosure } from './closure-store.ts'
import type { Affected, Floor } from './effect-store.ts'
import { insertOffer } from './offer-store.ts'
import { offerUntil } from './rules.ts'

/** Bookings that a member has paid for. Guests have no page to answer on, and clubs settle their seasons with staff. */
const isOffered = ({ kind, state, isClub, isGuest }: Affected): boolean => kind === 'order' && state === 'paid' && !isClub && !isGuest

/**
 * Holds the best other floor for each booking that is in the way, and takes the booking off its own. Answers the bookings that got
 * an offer; the others are to be refunded. The caller has locked their order.
 */
export async function offerFloor(
  trx: Trx,
  catalogue: Catalogue,
  { closure, floor, standing }: { closure: LockedClosure; floor: Floor; standing: Affected[] },
  now: Date,
): Promise<Set<string>> {
  const facility = catalogue.facilityOf.get(closure.facilityId)
  const affected = standing.filter(isOffered)
  const offered = new Set<string>()
  if (!facility || affected.length === 0) return offered
  const alternatives = await findAlternatives(trx, catalogue, { ...floor, facility, affected }, now)
  for (const { holderId: itemId, orderId, memberId } of affected) {
    const found = alternatives.get(itemId)
    const holdUntil = found && offerUntil(found.start, now)
    if (!found || !holdUntil) continue
    const [id, period, courtId] = [randomUUID(), { start: found.start, end: found.end }, found.court.id]
    const refused = await takeSpaces(trx, [{ holder: id, court: courtId, period }], { kind: 'order', memberId, holdUntil }, now)
    // Somebody was faster: everything goes back, as where there is no other floor.
    if (refused.length > 0) continue
    const parked = { itemId, orderId: orderId!, by: closure.createdBy, closureId: closure.id, to: { courtId, period }, until: holdUntil }
    const moves = await parkForOffer(trx, parked, now)
    await insertOffer(trx, { id, closureId: closure.id, itemId, memberId, moves, courtId, period, holdUntil }, now)
    offered.add(itemId)
  }
  return offered
}
