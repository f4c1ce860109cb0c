import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { freeSpaces, holdEach } from '#modules/availability/store.ts'
import { parkForOffer } from '#modules/orders/park-for-offer.ts'
import { writeSettled, type LockedClosure } from './closure-store.ts'
import type { Affected, Floor } from './effect-store.ts'
import {
  closeOffers,
  cutOffersShort,
  insertOffers,
  listOffersOn,
  listPlanned,
  withdrawOffers,
  writeOfferMoves,
  type LostOffer,
} from './offer-store.ts'
import type { Effect } from './read-effect.ts'
import { isTimeToAnswer, offerUntil } from './rules.ts'

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
  // Of a closure before, from whose floor the desk has moved the booking away.
  await withdrawPlanned(
    trx,
    offers.map(({ itemId }) => itemId),
    null,
    now,
  )
  if ((await holdEach(trx, offers, now)).length > 0) return false
  await insertOffers(trx, offers, now)
  return true
}

/** Takes back floor that is held for bookings which stand on their own; that of one closure, where given. */
export async function withdrawPlanned(trx: Trx, itemIds: string[], closureId: string | null, now: Date): Promise<void> {
  const stale = await withdrawOffers(trx, itemIds, closureId, now)
  await freeSpaces(
    trx,
    stale.map(({ id }) => id),
    now,
  )
  for (const { closureId: of, itemId } of stale.filter(({ wasOffered }) => wasOffered))
    await writeSettled(trx, of, [{ holderId: itemId, state: 'gone', owed: 0 }], now)
}

/**
 * Frees other floor that is held for bookings of earlier closures where it closes as well. Their offers are over, and a job pays them
 * back; answers them. The caller has locked their orders: whoever answers an offer locks the order before its floor.
 */
export async function giveUpOffersOn(trx: Trx, floor: Floor, now: Date): Promise<LostOffer[]> {
  const lost = await listOffersOn(trx, floor, now)
  await giveUpOffers(
    trx,
    lost.map(({ id }) => id),
    now,
  )
  return lost
}

/** The same for offers that are known. */
export async function giveUpOffers(trx: Trx, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await freeSpaces(trx, ids, now)
  await cutOffersShort(trx, ids, now)
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
    if (!booking || !isTimeToAnswer(holdUntil, now)) {
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
