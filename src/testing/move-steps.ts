import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Db } from '#db/connect.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import { moveItem, parkItem, swapItems } from '#modules/orders/move-item.ts'
import { moveOwnItem, type OwnMove, type OwnMoveRefusal, type OwnMoveRequest } from '#modules/orders/move-own-item.ts'
import type { CanPayOnline } from '#modules/payments/offered-ways.ts'
import { readOrder } from '#modules/orders/read-order.ts'
import { decideRefund } from '#modules/refunds/check-refund.ts'
import type { Result } from '#lib/result.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { unaudited } from './unaudited.ts'

export type MoveStep =
  | { deed: 'move'; item: number; court: number; hour: number; hours: number; waive: boolean }
  | { deed: 'park'; item: number }
  | { deed: 'swap'; item: number; other: number }
  /** By the booking's own member. */
  | { deed: 'own'; item: number; court: number; hour: number }

const item = fc.nat({ max: 12 })

/** Staff move, park and swap bookings; members move their own. */
export const moveSteps: { weight: number; arbitrary: fc.Arbitrary<MoveStep> }[] = [
  {
    weight: 7,
    arbitrary: fc.record({
      deed: fc.constant('move' as const),
      item,
      court: fc.constantFrom(1, 2, 10, 11, 12),
      hour: fc.integer({ min: 15, max: 20 }),
      hours: fc.constantFrom(1, 1, 2),
      waive: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('park' as const), item }) },
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('swap' as const), item, other: item }) },
  {
    weight: 7,
    arbitrary: fc.record({
      deed: fc.constant('own' as const),
      item,
      court: fc.constantFrom(1, 2, 10, 11, 12),
      hour: fc.integer({ min: 15, max: 20 }),
    }),
  },
]

type Desk = { db: Db; catalogues: Catalogues; by: string }

/** A move, whatever comes of it: refusals are part of the game. `day`: where bookings are moved to. */
export async function takeMove({ db, catalogues, by }: Desk, step: MoveStep, day: Day, now: Date): Promise<void> {
  const items = await db.selectFrom('order_items').select(['id', 'moves', 'order_id', 'member_id', 'minutes']).orderBy('id').execute()
  const one = items[step.item % Math.max(1, items.length)]
  if (!one) return
  const deps = { db, catalogues, followMove: async () => {} }
  const asking = { by, reason: 'x', idempotencyKey: randomUUID() }
  const seen = { itemId: one.id, moves: one.moves }
  if (step.deed === 'move') {
    const period = { start: momentAt(day, step.hour * 60), end: momentAt(day, (step.hour + step.hours) * 60) }
    const difference = { waive: step.waive, seen: undefined }
    await moveItem(deps, { item: seen, to: { courtId: step.court, period }, difference, ...asking }, unaudited, now)
  }
  if (step.deed === 'own') {
    const period = { start: momentAt(day, step.hour * 60), end: momentAt(day, step.hour * 60 + one.minutes) }
    const before = await wouldComeBack({ db, catalogues }, one, now)
    const owed = await owedFor(db, one)
    const moved = await moveOwn(
      { db, catalogues, canPayOnline: () => true },
      { memberId: one.member_id, ...seen, to: { courtId: step.court, period } },
      now,
    )
    if (!moved.ok || moved.value.topUp || before === undefined) return
    const back = (await owedFor(db, one)) - owed
    const after = (await wouldComeBack({ db, catalogues }, one, now)) ?? 0
    if (back + after > before) throw new Error(`${before} would have come back, and after a move ${back} and ${after} do`)
  }
  if (step.deed === 'park') await parkItem(deps, { item: seen, ...asking }, unaudited, now)
  if (step.deed === 'swap') {
    const other = items[step.other % items.length]!
    const both: Parameters<typeof swapItems>[1]['items'] = [seen, { itemId: other.id, moves: other.moves }]
    await swapItems(deps, { items: both, difference: { waive: false, seen: undefined }, ...asking }, unaudited, now)
  }
}

/** What is owed back of the booking's order and of its supplements. */
async function owedFor(db: Db, { id, order_id }: { id: string; order_id: string }): Promise<number> {
  const dues = db.selectFrom('refunds_due as d').innerJoin('orders as o', 'o.id', 'd.order_id').select('d.amount')
  const found = await dues.where((eb) => eb.or([eb('o.id', '=', order_id), eb('o.supplement_of', '=', id)])).execute()
  return found.reduce((sum, { amount }) => sum + amount, 0)
}

/** What the terms give for a booking now; undefined where they give no answer. */
async function wouldComeBack(
  deps: { db: Db; catalogues: Catalogues },
  booking: { id: string; order_id: string; member_id: string },
  now: Date,
): Promise<number | undefined> {
  const { order_no } = await deps.db.selectFrom('orders').select('order_no').where('id', '=', booking.order_id).executeTakeFirstOrThrow()
  const order = await readOrder(deps, booking.member_id, order_no, now)
  const decided = order.ok ? decideRefund(order.value, [booking.id], 0, now) : undefined
  return decided?.ok ? decided.value.items[0]!.amount : undefined
}

/** A member's own move for whatever it costs: asks once to be told the price, and again with it. */
export async function moveOwn(
  deps: { db: Db; catalogues: Catalogues; canPayOnline: CanPayOnline },
  request: Omit<OwnMoveRequest, 'total' | 'idempotencyKey'>,
  now: Date,
): Promise<Result<OwnMove, OwnMoveRefusal>> {
  const asked = await moveOwnItem(deps, { ...request, total: -1, idempotencyKey: randomUUID() }, now)
  if (asked.ok || asked.refusal.code !== 'difference_changed') return asked
  return moveOwnItem(deps, { ...request, total: asked.refusal.total, idempotencyKey: randomUUID() }, now)
}
