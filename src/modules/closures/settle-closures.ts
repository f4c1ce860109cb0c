import type { After } from '#modules/after.ts'
import type { Db, Trx } from '#db/connect.ts'
import { isConnectionLoss } from '#db/unavailable.ts'
import type { Log } from '#http/log.ts'
import type { Clock } from '#lib/clock.ts'
import { noteFailure } from '#lib/failures.ts'
import type { Period } from '#lib/period.ts'
import { deleteClosingSpaces, readClosingSpaces } from '#modules/availability/closing-store.ts'
import { sharePlacing } from '#modules/availability/store.ts'
import { lockOrder } from '#modules/orders/order-store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { cancelBookings, type ReleaseDates } from './cancel-bookings-for-closure.ts'
import {
  countFailed,
  insertItems,
  listRunning,
  lockClosure,
  markDone,
  nextPiece,
  writeFailure,
  writeSettled,
  type LockedClosure,
  type Piece,
} from './closure-store.ts'
import { readAffected, type Affected, type Floor } from './effect-store.ts'
import { endOffers } from './answer-offer.ts'
import { offerFloor } from './offer-floor.ts'
import { triesAtMost } from './rules.ts'
import { takeFreeFloor } from './take-free-floor.ts'

export type SettleDeps = Pick<After, 'moneyOwed'> & {
  db: Db
  catalogues: Catalogues
  releaseDates: ReleaseDates
  clock: Clock
  log: Pick<Log, 'error' | 'info'>
  /** True: stops before the next piece; another run goes on from there. */
  isStopping?: () => boolean
}

/**
 * Goes on with all closures that are running, piece by piece, each in a transaction of its own. Whatever stops it half way, the
 * next run, in any process, finds in the database what is left. A piece that fails is tried again, and left out at last; a closure that
 * fails keeps none of the others. Offers of other floor that nobody has answered end here too.
 */
export async function settleClosures(deps: SettleDeps): Promise<void> {
  const ended = await endOffers(deps, deps.clock.now())
  if (ended.length > 0) deps.moneyOwed(ended)
  for (const id of await listRunning(deps.db))
    try {
      while (!deps.isStopping?.()) {
        const { outcome, facilityIds } = await settleNext(deps, id)
        if (outcome !== 'elsewhere') deps.moneyOwed(facilityIds)
        if (outcome !== 'more') break
      }
    } catch (error) {
      if (isConnectionLoss(error)) throw error
      noteFailure(deps.log, 'job', error, 'a closure could not be settled', { closure: id })
    }
}

/** more: call again. over: nothing is left to do. elsewhere: another process does it. `facilityIds`: whose floor has changed hands. */
type Outcome = { outcome: 'more' | 'over' | 'elsewhere'; facilityIds: number[] }

async function settleNext(deps: SettleDeps, closureId: string): Promise<Outcome> {
  let piece: Piece | undefined
  const now = deps.clock.now()
  try {
    return await deps.db.transaction().execute(async (trx): Promise<Outcome> => {
      await sharePlacing(trx)
      const closure = await lockClosure(trx, closureId, { skipLocked: true })
      if (closure?.state !== 'running') return { outcome: 'elsewhere', facilityIds: [] }
      const holders = closure.blocks.map(({ id }) => id)
      const floor = { spaces: await readClosingSpaces(trx, holders), periods: periodsIn(closure.blocks) }
      piece = await nextPiece(trx, closureId)
      if (!piece) return finish(trx, closure, floor, now)
      return { outcome: 'more', facilityIds: await settlePiece(trx, deps.releaseDates, { closure, floor, piece }, now) }
    })
  } catch (error) {
    // Without a database nothing can be written down either: a later run goes on.
    if (!piece || isConnectionLoss(error)) throw error
    noteFailure(deps.log, 'job', error, 'a booking could not be cancelled for a closure', { closure: closureId, piece: piece.pieceId })
    await writeFailure(deps.db, closureId, piece.pieceId, error instanceof Error ? error.message.slice(0, 300) : 'unknown', triesAtMost)
    return { outcome: 'more', facilityIds: [] }
  }
}

type Settling = { closure: LockedClosure; floor: Floor; piece: Piece }

/** Each period once: facilities that close together have the same. */
const periodsIn = (blocks: Period[]): Period[] => [
  ...new Map(blocks.map(({ start, end }) => [`${start.getTime()} ${end.getTime()}`, { start, end }])).values(),
]

/**
 * Cancels what is still in the way, or holds other floor for it, and takes its floor. What was cancelled or moved away meanwhile is
 * not touched. Answers the facilities.
 */
async function settlePiece(trx: Trx, releaseDates: ReleaseDates, { closure, floor, piece }: Settling, now: Date): Promise<number[]> {
  // Behind the order's lock nobody can move or cancel the bookings between looking and cancelling.
  if (piece.orderId !== null) await lockOrder(trx, piece.orderId)
  const standing = await readAffected(trx, floor, now, { holders: piece.holders })
  const offered = closure.choice === 'offer' ? await offerFloor(trx, { closure, holders: piece.holders, standing }, now) : new Set<string>()
  const lost = standing.filter(({ holderId }) => !offered.has(holderId))
  const { items, backOf } = await cancelBookings(trx, releaseDates, lost, now, { why: { closureId: closure.id } })
  // A date of a pre-order that was changed meanwhile has nothing to release.
  const cancelled = items === 0 ? [] : lost
  await writeSettled(
    trx,
    closure.id,
    piece.holders.map((holderId) => {
      if (offered.has(holderId)) return { holderId, state: 'offered' as const, owed: 0 }
      const isCancelled = cancelled.some((one) => one.holderId === holderId)
      return { holderId, state: isCancelled ? 'cancelled' : 'gone', owed: backOf.get(holderId) ?? 0 }
    }),
    now,
  )
  if (standing.length > 0) await takeFreeFloor(trx, closure.blocks, now, spanOf(standing))
  return [...new Set(standing.map(({ facilityId }) => facilityId))]
}

const spanOf = (bookings: Affected[]) => ({
  spaces: [...new Set(bookings.flatMap(({ spaces }) => spaces))],
  period: {
    start: new Date(Math.min(...bookings.map(({ start }) => start.getTime()))),
    end: new Date(Math.max(...bookings.map(({ end }) => end.getTime()))),
  },
})

/** The closure is done when none of its floor is booked any more, but for bookings that could not be cancelled. */
async function finish(trx: Trx, closure: LockedClosure, floor: Floor, now: Date): Promise<Outcome> {
  // A late payment, or another closure that was lifted, may have left a booking that was not in the dry run.
  const standing = await readAffected(trx, floor, now)
  if ((await insertItems(trx, closure.id, standing)) > 0) return { outcome: 'more', facilityIds: [] }
  await takeFreeFloor(trx, closure.blocks, now)
  // Floor under a booking that could not be cancelled stays kept, for the next try.
  if ((await countFailed(trx, closure.id)) === 0)
    await deleteClosingSpaces(
      trx,
      closure.blocks.map(({ id }) => id),
    )
  await markDone(trx, closure.id, now)
  return { outcome: 'over', facilityIds: closure.facilityIds }
}
