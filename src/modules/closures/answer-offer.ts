import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { isConnectionLoss } from '#db/unavailable.ts'
import type { Log } from '#http/log.ts'
import { noteFailure } from '#lib/failures.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { inPlacing } from '#modules/orders/in-placing.ts'
import { lockItemsToMove } from '#modules/orders/item-move-store.ts'
import { removeItems } from '#modules/orders/remove-items.ts'
import { takeOfferedSpot } from '#modules/orders/park-for-offer.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { writeSettled } from './closure-store.ts'
import { closeOffers, findOffer, listEndedOffers, type Offer } from './offer-store.ts'

export type OfferAnswer = {
  accepted: boolean
  /** What goes back. */
  back: number
  facilityIds: number[]
  orderNo: string | undefined
  /** It was answered so before. */
  again: boolean
}
export type OfferRefusal =
  | { code: 'not_found' }
  /** Its time is up, or the booking was changed meanwhile. */
  | { code: 'offer_over' }
  /** Answered otherwise before. */
  | { code: 'offer_answered' }

type Answering = { memberId: string; offerId: string; accept: boolean }

/** The member takes the floor that is held, or everything back. The same answer again changes nothing. */
export async function answerOffer(
  deps: { db: Db; catalogues: Catalogues },
  { memberId, offerId, accept }: Answering,
  now: Date,
): Promise<Result<OfferAnswer, OfferRefusal>> {
  return inPlacing(deps, async (trx, catalogue): Promise<Result<OfferAnswer, OfferRefusal>> => {
    const known = await findOffer(trx, offerId)
    if (known?.memberId !== memberId) return refuse({ code: 'not_found' })
    const [item] = await lockItemsToMove(trx, [known.itemId])
    // Behind the order's lock: nobody else answers or ends it now.
    const offer = (await findOffer(trx, offerId))!
    const about = { accepted: accept, orderNo: item?.orderNo, again: false }
    if (offer.state === (accept ? 'accepted' : 'declined')) return ok({ ...about, back: 0, facilityIds: [], again: true })
    if (offer.state === 'accepted' || offer.state === 'declined') return refuse({ code: 'offer_answered' })
    if (!item || offer.state !== 'open' || offer.holdUntil <= now || !item.parkedAt || item.moves !== offer.moves)
      return refuse({ code: 'offer_over' })
    if (!accept) {
      const back = await giveBack(trx, offer, 'declined', now)
      return ok({ ...about, back, facilityIds: [catalogue.courtOf.get(offer.courtId)!.facility.id] })
    }
    const spot = { holder: offer.id, moves: offer.moves, to: { courtId: offer.courtId, period: offer.period } }
    const taken = await takeOfferedSpot(trx, catalogue, item, spot, now)
    if (!taken.ok) return taken
    await closeOffers(trx, [offer.id], 'accepted', now)
    await writeSettled(trx, offer.closureId, [{ holderId: offer.itemId, state: 'moved', owed: taken.value.back }], now)
    return ok({ ...about, ...taken.value })
  })
}

/** Frees what is held and cancels the booking with everything back. Answers how much. */
async function giveBack(trx: Trx, offer: Offer, state: 'declined' | 'lapsed', now: Date): Promise<number> {
  await closeOffers(trx, [offer.id], state, now)
  await freeSpaces(trx, [offer.id], now)
  const { owed, items } = await removeItems(trx, offer.orderId, new Set([offer.itemId]), now, { why: { closureId: offer.closureId } })
  await writeSettled(trx, offer.closureId, [{ holderId: offer.itemId, state: items > 0 ? 'cancelled' : 'gone', owed }], now)
  return owed
}

const atOnce = 200

/**
 * Ends offers that nobody has answered in time, with everything back, each in a transaction of its own; and withdraws those whose
 * booking was cancelled or placed by somebody else. Whatever stops it, the next run goes on. Answers the facilities whose floor is free again.
 */
export async function endOffers(
  { db, catalogues, log }: { db: Db; catalogues: Catalogues; log: Pick<Log, 'error'> },
  now: Date,
): Promise<number[]> {
  const { courtOf } = await catalogues.current()
  const facilityIds = new Set<number>()
  for (const id of await listEndedOffers(db, now, atOnce))
    try {
      const done = await inTransaction<number, { code: 'answered' }>(db, (trx) => endOffer(trx, id, now))
      const facility = done.ok ? courtOf.get(done.value)?.facility : undefined
      if (facility) facilityIds.add(facility.id)
    } catch (error) {
      if (isConnectionLoss(error)) throw error
      noteFailure(log, 'job', error, 'an offer of other floor could not be ended', { offer: id })
    }
  return [...facilityIds]
}

/** Answers the court that was held. */
async function endOffer(trx: Trx, id: string, now: Date): Promise<Result<number, { code: 'answered' }>> {
  const known = (await findOffer(trx, id))!
  const [item] = await lockItemsToMove(trx, [known.itemId])
  const offer = (await findOffer(trx, id))!
  if (offer.state !== 'open' || !item) return refuse({ code: 'answered' })
  const isWaiting = item.state === 'active' && item.parkedAt !== null && item.moves === offer.moves
  if (isWaiting && offer.holdUntil > now) return refuse({ code: 'answered' })
  if (isWaiting) await giveBack(trx, offer, 'lapsed', now)
  else {
    await closeOffers(trx, [id], 'withdrawn', now)
    await freeSpaces(trx, [id], now)
    await writeSettled(trx, offer.closureId, [{ holderId: offer.itemId, state: 'gone', owed: 0 }], now)
  }
  return ok(offer.courtId)
}
