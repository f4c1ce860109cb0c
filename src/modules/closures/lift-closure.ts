import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { deleteClosingSpaces, readClosingSpaces } from '#modules/availability/closing-store.ts'
import type { Trx } from '#db/connect.ts'
import { overlaps } from '#lib/period.ts'
import { facilitiesLabel } from '#modules/venues/court-label.ts'
import { slotsIn } from '#modules/venues/hours-rules.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { inPlacing } from '#modules/orders/in-placing.ts'
import { addOrderEvents } from '#modules/orders/event-store.ts'
import { lockItemsToMove, readSpacesOf, type ItemToMove } from '#modules/orders/item-move-store.ts'
import { returnToOwnFloor } from '#modules/orders/park-for-offer.ts'
import {
  countFailed,
  keepWaiting,
  lockClosure,
  markClosureLifted,
  readLostBookings,
  readLostByGuests,
  writeSettled,
  type ClosureBlock,
  type LostByGuest,
  type LockedClosure,
} from './closure-store.ts'
import type { ClosuresDeps } from './deps.ts'
import { readAffected } from './effect-store.ts'
import { keepClosed } from './take-free-floor.ts'
import { withdrawPlanned } from './offer-floor.ts'
import { closeOffers, listReturnable } from './offer-store.ts'

export type ClosureLiftRefusal =
  | { code: 'not_found' }
  | { code: 'already_lifted' }
  | { code: 'closure_over' }
  /** Closed by somebody else. */
  | { code: 'closure_by_manager' }

/**
 * `kept`: so many bookings had not lost their floor yet. `restored`: so many have it back. `offered`: so many lost bookings are
 * offered to their members. `told`: so many were those of guests, who are told by text that the floor is open again; `untold`: where no
 * texts are sent.
 */
type Lifted = { facilityIds: number[]; kept: number; restored: number; offered: number; told: number; untold: number }

/**
 * Opens again what a closure has closed: its floor is free at once, but for what other closures hold. A run that is under way
 * ends: bookings that it had not cancelled yet stay. Those whose members have not answered yet which floor they want have their own
 * back. Those that it had cancelled stay cancelled, and their members are offered the floor before anybody else; guests, who have no page to answer on, are told by text, and nothing is held for them. `facilityId`: only
 * this facility of several that were closed together; the others stay closed.
 */
export async function liftClosure(
  { db, catalogues, serveFirst, canText }: Pick<ClosuresDeps, 'db' | 'catalogues' | 'serveFirst' | 'canText'>,
  { id, by, facilityId, onlyOwn = false }: { id: string; by: string; facilityId?: number | undefined; onlyOwn?: boolean },
  audit: Audit,
  now: Date,
): Promise<Result<Lifted, ClosureLiftRefusal>> {
  return inPlacing({ db, catalogues }, async (trx, catalogue): Promise<Result<Lifted, ClosureLiftRefusal>> => {
    const closure = await lockClosure(trx, id)
    if (!closure || (facilityId !== undefined && !closure.facilityIds.includes(facilityId))) return refuse({ code: 'not_found' })
    if (onlyOwn && closure.createdBy !== by) return refuse({ code: 'closure_by_manager' })
    const blocks = closure.blocks.filter((block) => facilityId === undefined || block.facilityId === facilityId)
    if (blocks.length === 0) return refuse({ code: 'already_lifted' })
    if (closure.state === 'done' && blocks.every(({ end }) => end <= now)) return refuse({ code: 'closure_over' })
    const blockIds = blocks.map((block) => block.id)
    const isWhole = blocks.length === closure.blocks.length
    const kept = await keepWaiting(trx, id, isWhole ? null : await holdersOn(trx, blocks, now), now)
    await deleteClosingSpaces(trx, await blocksWithoutNeed(trx, closure, blockIds))
    await markClosureLifted(trx, id, blockIds, by, now)
    const opened = [...new Set(blocks.map((block) => block.facilityId))]
    const offered = await serveFirst(trx, catalogue, await readLostBookings(trx, id, opened, now), now)
    const lostByGuests = withoutClosed(catalogue, await readLostByGuests(trx, id, opened, now))
    const [told, untold] = canText ? [lostByGuests.length, 0] : [0, lostByGuests.length]
    if (canText) await tellGuests(trx, lostByGuests, now)
    const restored = await restoreBookings(trx, catalogue, { closureId: id, leave: blockIds }, now)
    await withdrawPlanned(trx, kept, id, now)
    await freeSpaces(trx, blockIds, now)
    await keepClosed(trx, blockIds, now)
    const label = facilitiesLabel(opened.flatMap((one) => catalogue.facilityOf.get(one) ?? []))
    await audit(trx, {
      action: isWhole && blocks.every(({ start }) => start > now) ? 'closure.withdrawn' : 'closure.lifted',
      subject: { kind: 'closure', id, ...(label ? { label } : {}) },
      ...(kept.length > 0 || offered > 0 || restored.length > 0 || told > 0
        ? { after: { kept: kept.length, restored: restored.length, offered, told } }
        : {}),
    })
    const others = restored.flatMap((courtId) => catalogue.courtOf.get(courtId)?.facility.id ?? [])
    return ok({ facilityIds: [...new Set([...opened, ...others])], kept: kept.length, restored: restored.length, offered, told, untold })
  })
}

/** Without those that are closed all the same, because the hours have changed. */
const withoutClosed = ({ courtOf, holidays }: Catalogue, lost: LostByGuest[]): LostByGuest[] =>
  lost.filter(({ courtId, period }) => slotsIn(courtOf.get(courtId)!.facility, period, holidays) !== undefined)

async function tellGuests(trx: Trx, lost: LostByGuest[], now: Date): Promise<void> {
  await addOrderEvents(
    trx,
    lost.map(({ orderId, itemId }) => ({ orderId, itemId, kind: 'reopened-guest' })),
    now,
  )
}

/**
 * Blocks for which no floor is kept from now on: those that are lifted; and all others, when the closure is done and none of its bookings
 * is left that could not be cancelled.
 */
async function blocksWithoutNeed(trx: Trx, { id, state, blocks }: LockedClosure, lifted: string[]): Promise<string[]> {
  const isOver = state === 'done' && (await countFailed(trx, id)) === 0
  return isOver ? blocks.map((block) => block.id) : lifted
}

/** Bookings that still stand on the floor of these blocks. */
async function holdersOn(trx: Trx, blocks: ClosureBlock[], now: Date): Promise<string[]> {
  const spaces = await readClosingSpaces(
    trx,
    blocks.map(({ id }) => id),
  )
  return (await readAffected(trx, { spaces, periods: blocks }, now)).map(({ holderId }) => holderId)
}

/**
 * Gives bookings that await an answer their own floor back and withdraws the offers, in the transaction that opens the floor. Where
 * somebody else has a part of it meanwhile, or the hours have changed so that it is closed all the same, the offer stays. Answers the
 * courts that had been held for them.
 */
async function restoreBookings(
  trx: Trx,
  { courtOf, holidays }: Catalogue,
  { closureId, leave }: { closureId: string; leave: string[] },
  now: Date,
): Promise<number[]> {
  const found = await listReturnable(trx, leave, now)
  const locked = await lockItemsToMove(
    trx,
    found.map(({ itemId }) => itemId),
  )
  // Behind the orders' locks nobody answers, moves or cancels: what was answered meanwhile is left out.
  const stillOpen = new Set((await listReturnable(trx, leave, now)).map(({ id }) => id))
  const items = locked.filter((item, n): item is ItemToMove => item !== undefined && stillOpen.has(found[n]!.id))
  const open = items.filter(({ courtId, period }) => slotsIn(courtOf.get(courtId)!.facility, period, holidays) !== undefined)
  const wanted = await withoutOverlaps(trx, open)
  const back = new Set((await returnToOwnFloor(trx, { items: wanted, leave, closureId }, now)).map(({ id }) => id))
  const restored = found.filter(({ itemId }) => back.has(itemId))
  const offerIds = restored.map(({ id }) => id)
  await closeOffers(trx, offerIds, 'withdrawn', now)
  for (const [of, own] of Map.groupBy(restored, (offer) => offer.closureId))
    await writeSettled(
      trx,
      of,
      own.map(({ itemId }) => ({ holderId: itemId, state: 'kept', owed: 0 })),
      now,
    )
  await freeSpaces(trx, offerIds, now)
  return restored.map(({ courtId }) => courtId)
}

/** Of bookings of the same floor the first: one closure after the other may have taken it from two. */
async function withoutOverlaps(trx: Trx, items: ItemToMove[]): Promise<ItemToMove[]> {
  const spacesOf = await readSpacesOf(trx, [...new Set(items.map(({ courtId }) => courtId))])
  const share = (a: ItemToMove, b: ItemToMove) =>
    overlaps(a.period, b.period) && spacesOf.get(a.courtId)?.some((space) => spacesOf.get(b.courtId)?.includes(space))
  const chosen: ItemToMove[] = []
  for (const item of items) if (!chosen.some((other) => share(other, item))) chosen.push(item)
  return chosen
}
