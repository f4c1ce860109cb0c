import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { freeSpaces, holdEach } from '#modules/availability/store.ts'
import { parkForOffer } from '#modules/orders/park-for-offer.ts'
import type { LockedClosure } from './closure-store.ts'
import type { Affected } from './effect-store.ts'
import { closePlanned, closeOffers, insertOffers, listPlanned, writeOfferMoves } from './offer-store.ts'
import type { Effect } from './read-effect.ts'
import { offerUntil } from './rules.ts'

/**
 * Holds the other floor that the dry run has shown, in the transaction that accepts the closure: what was shown is what people
 * get. The bookings stay on their floor until it is their turn. False when some of it cannot be held: the caller then stops.
 */
export async function planOffers(trx: Trx, closureId: string, { affected, alternatives }: Effect, now: Date): Promise<boolean> {
  const offers = affected.flatMap(({ holderId: itemId, memberId }) => {
    const found = alternatives.get(itemId)
    const holdUntil = found && offerUntil(found.start, now)
    if (!found || !holdUntil) return []
    const period = { start: found.start, end: found.end }
    return [{ id: randomUUID(), closureId, itemId, memberId, moves: 0, courtId: found.court.id, period, holdUntil }]
  })
  if (offers.length === 0) return true
  await withdrawPlanned(
    trx,
    offers.map(({ itemId }) => itemId),
    now,
  )
  if ((await holdEach(trx, offers, now)).length > 0) return false
  await insertOffers(trx, offers, now)
  return true
}

/** Takes back floor that is held for bookings which have not been taken off theirs. */
export async function withdrawPlanned(trx: Trx, itemIds: string[], now: Date): Promise<void> {
  const stale = await closePlanned(trx, itemIds, now)
  if (stale.length > 0) await freeSpaces(trx, stale, now)
}

/**
 * Takes bookings off their floor for which other floor is held, and offers it to their members. Answers those bookings; the others
 * are to be refunded. The caller has locked their order.
 */
export async function offerFloor(
  trx: Trx,
  { closure, holders, standing }: { closure: LockedClosure; holders: string[]; standing: Affected[] },
  now: Date,
): Promise<Set<string>> {
  const offered = new Set<string>()
  for (const { id, itemId, courtId, period, holdUntil } of await listPlanned(trx, closure.id, holders)) {
    const booking = standing.find(({ holderId }) => holderId === itemId)
    if (!booking || holdUntil <= now) {
      await closeOffers(trx, [id], 'withdrawn', now)
      await freeSpaces(trx, [id], now)
      continue
    }
    const to = { courtId, period }
    const parked = { itemId, orderId: booking.orderId!, by: closure.createdBy, closureId: closure.id, to, until: holdUntil }
    await writeOfferMoves(trx, id, await parkForOffer(trx, parked, now))
    offered.add(itemId)
  }
  return offered
}
