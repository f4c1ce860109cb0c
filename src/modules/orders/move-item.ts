import type { Db, Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { requestHash } from '#lib/request-hash.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { courtLabel } from '#modules/venues/court-label.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { countChanges } from './event-store.ts'
import { inPlacing } from './in-placing.ts'
import {
  quoteSpot,
  totalAt,
  whyNotMovable,
  worthOf,
  type NotMovable,
  type QuotedSpot,
  type Spot,
  type SpotProblem,
} from './item-move-rules.ts'
import {
  findMoveRequest,
  insertMove,
  lockItemsToMove,
  moveSpaces,
  readInTheWay,
  readLastMove,
  writeParked,
  writeSpot,
  type InTheWay,
  type ItemToMove,
  type LastMove,
  type MoveKind,
  type RepeatedMove,
} from './item-move-store.ts'
import { lockOrder, type LockedOrder } from './order-store.ts'
import { followDeadline } from './follow-deadline.ts'
import { withdrawMoves } from './give-back-supplements.ts'

/** Called inside the transaction for a booking of a season, whose date follows its booking. */
export type FollowMove = (trx: Trx, dateId: string, to: QuotedSpot) => Promise<void>
export type MovingDeps = { db: Db; catalogues: Catalogues; followMove: FollowMove }

/** Who asks, why, and the key that makes a repeated request harmless. */
export type Asking = { by: string; reason: string; idempotencyKey: string }
/** A booking as the caller has seen it: `moves` counts its moves so far. */
export type SeenItem = { itemId: string; moves: number }
/** Whether a dearer booking's difference is waived, and the total that the caller was shown: another one by now is refused. */
export type Difference = { waive: boolean; seen: number | undefined }

export type MoveRefusal =
  | NotMovable
  | SpotProblem
  | { code: 'not_found' }
  | { code: 'own_card' }
  | { code: 'moved_meanwhile'; by: LastMove | undefined }
  | { code: 'period_taken'; inTheWay: InTheWay[] }
  | { code: 'difference_changed'; total: number; seen: number }
  | { code: 'booking_parked' }
  | { code: 'same_spot' }
  | { code: 'idempotency_key_reused' }

export type Moved = { again: boolean; facilityIds: number[]; items: { id: string; moves: number; difference: number }[] }
export type Step = { item: ItemToMove; to: QuotedSpot; total: number }

/** Moves a booking to another court or time, or places a parked one. */
export async function moveItem(
  deps: MovingDeps,
  { item: seen, to, difference, ...asking }: { item: SeenItem; to: Spot; difference: Difference } & Asking,
  audit: Audit,
  now: Date,
): Promise<Result<Moved, MoveRefusal>> {
  const hash = requestHash(['move', seen.itemId, to.courtId, to.period.start.getTime(), to.period.end.getTime()])
  return changeItems(deps, [seen], { ...asking, hash }, now, async (trx, catalogue, [item]) => {
    const quote = quoteSpot(catalogue, to, item!.identityId, now)
    if ('problem' in quote) return refuse(quote.problem)
    if (!item!.parkedAt && isWhereItIs(item!, to)) return refuse({ code: 'same_spot' })
    const step = { item: item!, to: quote.quoted, total: totalAt(catalogue, item!, quote.quoted) }
    const other = whyOtherDifference([step], difference)
    if (other) return refuse(other)
    return takeSteps(
      trx,
      deps,
      [waived(step, difference)],
      { ...asking, hash, action: item!.parkedAt ? 'booking.placed' : 'booking.moved' },
      catalogue,
      audit,
      now,
    )
  })
}

/** Exchanges the courts and times of two bookings in one step. */
export async function swapItems(
  deps: MovingDeps,
  { items, difference, ...asking }: { items: [SeenItem, SeenItem]; difference: Difference } & Asking,
  audit: Audit,
  now: Date,
): Promise<Result<Moved, MoveRefusal>> {
  const hash = requestHash(['swap', ...items.map(({ itemId }) => itemId)])
  return changeItems(deps, items, { ...asking, hash }, now, async (trx, catalogue, [a, b]) => {
    if (a!.parkedAt || b!.parkedAt) return refuse({ code: 'booking_parked' })
    if (a!.id === b!.id) return refuse({ code: 'same_spot' })
    const quotes = [quoteSpot(catalogue, b!, a!.identityId, now), quoteSpot(catalogue, a!, b!.identityId, now)]
    const problem = quotes.find((quote) => 'problem' in quote)
    if (problem && 'problem' in problem) return refuse(problem.problem)
    const steps = [a!, b!].map((item, n) => {
      const to = (quotes[n] as { quoted: QuotedSpot }).quoted
      return { item, to, total: totalAt(catalogue, item, to) }
    })
    const other = whyOtherDifference(steps, difference)
    if (other) return refuse(other)
    const settled = steps.map((step) => waived(step, difference))
    return takeSteps(trx, deps, settled, { ...asking, hash, action: 'booking.swapped' }, catalogue, audit, now)
  })
}

/** Takes a booking off the floor while staff make room. Its order, its money and its place in the audit log stay. */
export async function parkItem(
  deps: MovingDeps,
  { item: seen, ...asking }: { item: SeenItem } & Asking,
  audit: Audit,
  now: Date,
): Promise<Result<Moved, MoveRefusal>> {
  const hash = requestHash(['park', seen.itemId])
  return changeItems(deps, [seen], { ...asking, hash }, now, async (trx, catalogue, [item]) => {
    if (item!.parkedAt) return refuse({ code: 'booking_parked' })
    await freeSpaces(trx, [item!.id], now)
    await writeParked(trx, item!.id, asking.by, now)
    const total = item!.series?.total ?? worthOf(item!)
    await insertMove(trx, { item: item!, to: null, total, ...asking, kind: 'staff', requestHash: hash }, now)
    await countChanges(trx, [item!.orderId])
    await audit(trx, { ...entryOf(catalogue, item!, 'booking.parked'), note: asking.reason })
    return ok({
      again: false,
      facilityIds: [catalogue.courtOf.get(item!.courtId)!.facility.id],
      items: [{ id: item!.id, moves: item!.moves + 1, difference: total - worthOf(item!) }],
    })
  })
}

type Work = (trx: Trx, catalogue: Catalogue, items: ItemToMove[]) => Promise<Result<Moved, MoveRefusal>>

/** Locks the bookings, answers a repeated request as the first time, and refuses when somebody else was faster. */
async function changeItems(
  deps: MovingDeps,
  seen: SeenItem[],
  asked: Asking & { hash: string },
  now: Date,
  work: Work,
): Promise<Result<Moved, MoveRefusal>> {
  return inPlacing(deps, (trx, catalogue) => changeLocked(trx, catalogue, seen, asked, now, work))
}

async function changeLocked(
  trx: Trx,
  catalogue: Catalogue,
  seen: SeenItem[],
  { by, idempotencyKey, hash }: Asking & { hash: string },
  now: Date,
  work: Work,
): Promise<Result<Moved, MoveRefusal>> {
  const found = await lockItemsToMove(
    trx,
    seen.map(({ itemId }) => itemId),
  )
  const items = found.flatMap((item) => item ?? [])
  if (items.length < seen.length) return refuse({ code: 'not_found' })
  for (const { memberId } of items) if (await isOneself(trx, memberId, by)) return refuse({ code: 'own_card' })
  const before = await findMoveRequest(trx, by, idempotencyKey)
  if (before && before.hash !== hash) return refuse({ code: 'idempotency_key_reused' })
  if (before) return ok({ again: true, facilityIds: [], items: items.map((item) => answerOf(item, before)) })
  const stale = items.find((item, n) => item.moves !== seen[n]!.moves)
  if (stale) return refuse({ code: 'moved_meanwhile', by: await readLastMove(trx, stale.id) })
  for (const item of items) {
    const why = whyNotMovable(item, now)
    if (why) return refuse(why)
  }
  // Staff come before what the member has not paid yet.
  await withdrawMoves(
    trx,
    items.map(({ id }) => id),
    now,
  )
  return work(trx, catalogue, items)
}

const answerOf = (item: ItemToMove, { differences }: RepeatedMove) => ({
  id: item.id,
  moves: item.moves,
  difference: differences.get(item.id) ?? (item.series?.total ?? worthOf(item)) - worthOf(item),
})

const isWhereItIs = (item: ItemToMove, to: Spot) =>
  item.courtId === to.courtId &&
  item.period.start.getTime() === to.period.start.getTime() &&
  item.period.end.getTime() === to.period.end.getTime()

function whyOtherDifference(steps: Step[], { seen }: Difference): (MoveRefusal & { code: 'difference_changed' }) | undefined {
  const total = steps.reduce((sum, step) => sum + step.total, 0)
  return seen === undefined || total === seen ? undefined : { code: 'difference_changed', total, seen }
}

const waived = (step: Step, { waive }: Difference): Step => ({
  ...step,
  total: waive ? Math.min(step.total, worthOf(step.item)) : step.total,
})

type Deed = Asking & {
  action: string
  hash: string
  kind?: MoveKind
  /** Further holders whose spaces the move gives up. */ leave?: string[]
}

/** Gives locked bookings their new spaces and writes where they are. A refusal has to be rolled back by the caller. */
export async function takeSteps(
  trx: Trx,
  { followMove }: Pick<MovingDeps, 'followMove'>,
  steps: Step[],
  { action, hash, kind = 'staff', leave = [], ...asking }: Deed,
  catalogue: Catalogue,
  audit: Audit,
  now: Date,
): Promise<Result<Moved, MoveRefusal>> {
  const ids = [...steps.map(({ item }) => item.id), ...leave]
  const inTheWay: InTheWay[] = []
  for (const { to } of steps) inTheWay.push(...(await readInTheWay(trx, to, ids, now)))
  // Only what is visible by now: another transaction may be about to take the same spaces, which moveSpaces waits for.
  if (inTheWay.length > 0 || !(await moveSpaces(trx, steps, now, leave))) return refuse({ code: 'period_taken', inTheWay })
  const unpaid = await lockUnpaid(trx, steps)
  for (const { item, to, total } of steps) {
    await writeSpot(trx, item.id, to)
    if (item.isOfSeason) await followMove(trx, item.id, to)
    await insertMove(trx, { item, to, total, ...asking, kind, requestHash: hash }, now)
    await audit(trx, {
      ...entryOf(catalogue, item, action),
      after: { court: courtLabel(to.facility, to.court), ...to.period, difference: total - worthOf(item) },
      note: asking.reason,
    })
  }
  for (const order of unpaid) await followDeadline(trx, order, now)
  await countChanges(trx, [...new Set(steps.map(({ item }) => item.orderId))])
  return ok({
    again: false,
    facilityIds: [...new Set(steps.flatMap(({ item, to }) => [catalogue.courtOf.get(item.courtId)!.facility.id, to.facility.id]))],
    items: steps.map(({ item, total }) => ({ id: item.id, moves: item.moves + 1, difference: total - worthOf(item) })),
  })
}

async function lockUnpaid(trx: Trx, steps: Step[]): Promise<LockedOrder[]> {
  const ids = new Set(steps.flatMap(({ item: { orderState, orderId } }) => (orderState === 'awaiting-payment' ? [orderId] : [])))
  const orders: LockedOrder[] = []
  for (const id of ids) orders.push((await lockOrder(trx, id))!)
  return orders
}

function entryOf(catalogue: Catalogue, { orderNo, courtId, period }: ItemToMove, action: string) {
  const { facility, court } = catalogue.courtOf.get(courtId)!
  return { action, subject: { kind: 'order', id: orderNo }, before: { court: courtLabel(facility, court), ...period } }
}
