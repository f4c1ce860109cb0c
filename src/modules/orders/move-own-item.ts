import { randomBytes, randomUUID } from 'node:crypto'
import type { Db, Trx } from '#db/connect.ts'
import { supplement_title } from '#i18n/generated/messages.js'
import { inEach } from '#i18n/words.ts'
import { requestHash } from '#lib/request-hash.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import { takeSpaces } from '#modules/availability/store.ts'
import { canPayTopUp, type CanPayOnline } from '#modules/payments/offered-ways.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { courtLabel } from '#modules/venues/court-label.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { inPlacing } from './in-placing.ts'
import type { Spot } from './item-move-rules.ts'
import { findMoveRequest, lockItemsToMove, type ItemToMove } from './item-move-store.ts'
import { takeSteps } from './move-item.ts'
import {
  piecesToTake,
  quotaOfMove,
  quoteOwnSpot,
  refundCapAt,
  spotOf,
  whyNotOwnMovable,
  type NotOwnMovable,
  type OwnSpot,
  type OwnSpotProblem,
} from './own-move-rules.ts'
import { capRefund, insertPendingMove } from './pending-move-store.ts'
import { orderNumber, payBefore } from './rules.ts'
import { settleItemNow } from './settle-moves.ts'
import { findByKey, readOverQuota, readSuspendedUntil, writePlainOrder, type OverQuota } from './store.ts'
import { withdrawMoves } from './give-back-supplements.ts'

export type OwnMoveRequest = {
  memberId: string
  itemId: string
  /** How often the booking had been moved when the member saw it. */
  moves: number
  to: Spot
  /** What the member was shown that it would cost. */
  total: number
  idempotencyKey: string
}

export type OwnMoveRefusal =
  | NotOwnMovable
  | OwnSpotProblem
  | { code: 'not_found' }
  /** Moved meanwhile, by the desk or on another device. */
  | { code: 'booking_changed' }
  | { code: 'period_taken' }
  | { code: 'difference_changed'; total: number; seen: number }
  | { code: 'suspended'; until: Date }
  | { code: 'over_quota'; over: OverQuota }
  | { code: 'cannot_be_paid' }
  | { code: 'idempotency_key_reused' }

/** Moved at once, or the top-up that has to be paid first: until then the new spot is held and the booking stays where it is. */
export type OwnMove = { again: boolean; facilityIds: number[] } & (
  | { topUp: null; difference: number }
  | { topUp: { orderNo: string; amount: number; payBefore: Date } }
)

/** Moves a booking for its member. Locks: the member, for the quota; then the order. */
export async function moveOwnItem(
  deps: { db: Db; catalogues: Catalogues; canPayOnline: CanPayOnline },
  request: OwnMoveRequest,
  now: Date,
): Promise<Result<OwnMove, OwnMoveRefusal>> {
  const { memberId, itemId, to, idempotencyKey } = request
  const asked = {
    key: `move:${idempotencyKey}`,
    hash: requestHash(['own move', itemId, to.courtId, to.period.start.getTime(), to.period.end.getTime()]),
  }
  return inPlacing(deps, async (trx, catalogue): Promise<Result<OwnMove, OwnMoveRefusal>> => {
    await lockMember(trx, memberId)
    const [item] = await lockItemsToMove(trx, [itemId])
    if (!item || item.memberId !== memberId) return refuse({ code: 'not_found' })
    const before = await findRepeated(trx, request, asked)
    if (before) return before
    if (item.moves !== request.moves) return refuse({ code: 'booking_changed' })
    const decided = await decide(trx, catalogue, item, request, now)
    if (!decided.ok) return decided
    const { difference } = decided.value
    // Otherwise the new spot would be held for nothing.
    if (difference > 0 && !canPayTopUp(deps.canPayOnline, difference, catalogue.booking, now)) return refuse({ code: 'cannot_be_paid' })
    await withdrawMoves(trx, [itemId], now)
    return difference > 0
      ? holdForTopUp(trx, catalogue, item, decided.value, asked, now)
      : moveAtOnce(trx, catalogue, item, decided.value, asked, now)
  })
}

/** The answer of the first time, when this request comes again. */
async function findRepeated(
  trx: Trx,
  { memberId, itemId }: OwnMoveRequest,
  { key, hash }: Asked,
): Promise<Result<OwnMove, OwnMoveRefusal> | undefined> {
  const topUp = await findByKey(trx, memberId, key)
  const moved = topUp ? undefined : await findMoveRequest(trx, memberId, key)
  if (!topUp && !moved) return undefined
  if ((topUp?.requestHash ?? moved?.hash) !== hash) return refuse({ code: 'idempotency_key_reused' })
  const again = { again: true, facilityIds: [] }
  if (!topUp) return ok({ ...again, topUp: null, difference: moved?.differences.get(itemId) ?? 0 })
  const { orderNo, amount, payBefore: until } = topUp
  return ok({ ...again, topUp: { orderNo, amount, payBefore: until! } })
}

async function decide(
  trx: Trx,
  catalogue: Catalogue,
  item: ItemToMove,
  { to, total: seen }: OwnMoveRequest,
  now: Date,
): Promise<Result<OwnSpot, OwnMoveRefusal>> {
  const why = whyNotOwnMovable(item, catalogue.booking, now)
  if (why) return refuse(why)
  const quote = quoteOwnSpot(catalogue, item, to, now)
  if ('problem' in quote) return refuse(quote.problem)
  const { spot } = quote
  if (spot.total !== seen) return refuse({ code: 'difference_changed', total: spot.total, seen })
  const until = await readSuspendedUntil(trx, item.memberId, now)
  if (until) return refuse({ code: 'suspended', until })
  const counted = spot.quoted.counts ? [spot.quoted] : []
  const over = await readOverQuota(trx, item.memberId, counted, quotaOfMove(catalogue, item.period, to.period), now)
  return over ? refuse({ code: 'over_quota', over }) : ok(spot)
}

type Asked = { key: string; hash: string }

async function moveAtOnce(
  trx: Trx,
  catalogue: Catalogue,
  item: ItemToMove,
  spot: OwnSpot,
  { key, hash }: Asked,
  now: Date,
): Promise<Result<OwnMove, OwnMoveRefusal>> {
  const { quoted, total, difference } = spot
  const cap = refundCapAt(catalogue, item, spot, now)
  const deed = { by: item.memberId, reason: '', idempotencyKey: key, hash, action: 'booking.moved', kind: 'member' as const }
  // Dates of a season are refused before, so nothing has to follow. Members' own deeds are not in the audit log.
  const taken = await takeSteps(
    trx,
    { followMove: async () => {} },
    [{ item, to: spotOf(quoted), total }],
    deed,
    catalogue,
    async () => {},
    now,
  )
  if (!taken.ok) return refuse({ code: 'period_taken' })
  await capRefund(trx, item.id, cap)
  await settleItemNow(trx, catalogue, item.id, now)
  return ok({ again: false, facilityIds: taken.value.facilityIds, topUp: null, difference })
}

async function holdForTopUp(
  trx: Trx,
  catalogue: Catalogue,
  item: ItemToMove,
  spot: OwnSpot,
  { key, hash }: Asked,
  now: Date,
): Promise<Result<OwnMove, OwnMoveRefusal>> {
  const { quoted, total, difference } = spot
  const id = randomUUID()
  const until = payBefore([quoted, item], catalogue.booking.payMinutes, now)
  const from = { court: catalogue.courtOf.get(item.courtId)!.court, period: item.period }
  const pieces = piecesToTake(from, quoted).map((piece) => ({ holder: id, ...piece }))
  const refused = await takeSpaces(trx, pieces, { kind: 'order', memberId: item.memberId, holdUntil: until }, now)
  if (refused.length > 0) return refuse({ code: 'period_taken' })
  const label = courtLabel(quoted.facility, quoted.court)
  const orderNo = orderNumber(now, randomBytes(7))
  const words = inEach((locale) => supplement_title({ court: label[locale] }, { locale }))
  await writePlainOrder(
    trx,
    {
      id,
      orderNo,
      kind: 'supplement',
      memberId: item.memberId,
      lines: [{ words, amount: difference }],
      payBefore: until,
      idempotencyKey: key,
      requestHash: hash,
    },
    now,
  )
  await insertPendingMove(trx, {
    orderId: id,
    itemId: item.id,
    moves: item.moves,
    courtId: quoted.courtId,
    period: quoted.period,
    sport: quoted.facility.sport,
    counts: quoted.counts,
    total,
    refundCap: refundCapAt(catalogue, item, spot, now),
  })
  return ok({ again: false, facilityIds: [quoted.facility.id], topUp: { orderNo, amount: difference, payBefore: until } })
}
