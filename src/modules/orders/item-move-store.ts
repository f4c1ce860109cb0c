import { askFunction } from '#db/ask-function.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import { Taking } from '#modules/availability/store.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { worthOf, type MovableItem, type QuotedSpot, type Spot } from './item-move-rules.ts'

export type ItemToMove = MovableItem & {
  id: string
  orderId: string
  orderNo: string
  memberId: string
  moves: number
  /** Moves by the member. */
  ownMoves: number
  /** When it was booked: its refund terms are of that moment. */
  bookedAt: Date
  refundCap: number | null
}

/** By what a booking was paid, a supplement for it included; null stands for a payment whose provider did not say. */
export async function readMethodsOf(db: DbOrTrx, { id, orderId }: Pick<ItemToMove, 'id' | 'orderId'>): Promise<(string | null)[]> {
  const { rows } = await sql<{ method: string | null }>`
    select distinct a.method from payment_attempts a join orders o on o.id = a.order_id
    where a.state = 'paid' and (o.id = ${orderId} or o.supplement_of = ${id})`.execute(db)
  return rows.map(({ method }) => method)
}

type SpotRow = { courtId: number; start: string; end: string }
type Row = Omit<ItemToMove, 'period' | 'series'> & { start: Date; end: Date; series: { from: SpotRow; total: number } | null }

const spotOf = ({ courtId, start, end }: SpotRow): Spot => ({ courtId, period: { start: new Date(start), end: new Date(end) } })

/** Locks the orders of these items, by id, until the end of the transaction; answers the items in the order asked for. */
export async function lockItemsToMove(trx: Trx, ids: string[]): Promise<(ItemToMove | undefined)[]> {
  await sql`select from orders where id in (select order_id from order_items where id = any (${ids}::uuid[])) order by id for update`.execute(
    trx,
  )
  return readItemsToMove(trx, ids)
}

export async function readItemsToMove(db: DbOrTrx, ids: string[]): Promise<(ItemToMove | undefined)[]> {
  const { rows } = await sql<Row>`
    select i.id, i.order_id as "orderId", o.order_no as "orderNo", o.preorder_no is not null as "isOfSeason", o.member_id as "memberId", o.state as "orderState", o.pay_before as "payBefore",
      i.court_id as "courtId", lower(i.during) as start, upper(i.during) as "end", i.identity_id as "identityId", i.price, i.light_fee as "lightFee", i.deposit,
      i.state, i.missed_at as "missedAt", i.parked_at as "parkedAt", i.moves, o.created_at as "bookedAt", i.refund_cap as "refundCap",
      (select count(*)::integer from item_moves v where v.item_id = i.id and v.kind = 'member') as "ownMoves",
      (select coalesce(sum(s.amount), 0)::integer from orders s where s.supplement_of = i.id and s.state in ('awaiting-payment', 'confirmed')) as supplements,
      (select json_build_object('total', (array_agg(v.total order by v.id desc))[1], 'from', (array_agg(json_build_object(
          'courtId', v.from_court_id, 'start', lower(v.from_during), 'end', upper(v.from_during)) order by v.id))[1])
        from item_moves v where v.item_id = i.id and v.settled_at is null having count(*) > 0) as series
    from order_items i join orders o on o.id = i.order_id where i.id = any (${ids}::uuid[])`.execute(db)
  const items = rows.map(({ start, end, series, ...item }) => ({
    ...item,
    period: { start, end },
    series: series && { total: series.total, from: spotOf(series.from) },
  }))
  return ids.map((id) => items.find((item) => item.id === id))
}

/** Gives bookings other spaces in place: see db/functions/move_spaces.sql. False when something is in the way: the caller rolls back. */
export async function moveSpaces(
  trx: Trx,
  moves: { item: Pick<ItemToMove, 'id' | 'memberId'>; to: Spot }[],
  now: Date,
  alsoLeave: string[] = [],
): Promise<boolean> {
  const unit = randomUUID()
  const wanted = moves.map(({ item, to: { courtId, period } }) => ({
    unit,
    holder: item.id,
    court: courtId,
    from: period.start,
    to: period.end,
    member: item.memberId,
  }))
  const leave = [...moves.map(({ item }) => item.id), ...alsoLeave]
  const call = sql`select refused, undecided from move_spaces(${JSON.stringify(wanted)}::jsonb, ${leave}::uuid[], 'order', ${now}::timestamptz)`
  const [taking] = await askFunction(trx, Taking, call)
  return taking!.refused.length === 0 && taking!.undecided.length === 0
}

/** Writes where the booking is from now on. On another day it is reminded of again. */
export async function writeSpot(
  trx: Trx,
  id: string,
  { courtId, period, facility, day, minutes, counts }: Omit<QuotedSpot, 'facility' | 'court' | 'price'> & { facility: { sport: string } },
): Promise<void> {
  await sql`
    update order_items set court_id = ${courtId}, during = tstzrange(${period.start}, ${period.end}), sport = ${facility.sport}, minutes = ${minutes},
      counts_for_quota = counts_for_quota and ${counts}, reminded_at = case when day = ${day}::date then reminded_at end, day = ${day}::date,
      parked_at = null, parked_by = null, moves = moves + 1
    where id = ${id}`.execute(trx)
}

export async function writeParked(trx: Trx, id: string, by: string, now: Date): Promise<void> {
  await sql`update order_items set parked_at = ${now}, parked_by = ${by}, moves = moves + 1 where id = ${id}`.execute(trx)
}

/**
 * Places parked bookings on their own floor again, each by itself, in the statement that gives up the floor of `leave`: what is
 * left of that is free afterwards. Answers the bookings whose floor somebody else has. Their floors must not overlap.
 */
export async function takeOwnFloor(trx: Trx, items: ItemToMove[], leave: string[], now: Date): Promise<Set<string>> {
  const wanted = items.map(({ id, courtId, period, memberId }) => ({
    unit: id,
    holder: id,
    court: courtId,
    from: period.start,
    to: period.end,
    member: memberId,
  }))
  const call = sql`select refused, undecided from move_spaces(${JSON.stringify(wanted)}::jsonb, ${leave}::uuid[], 'order', ${now}::timestamptz)`
  const [taking] = await askFunction(trx, Taking, call)
  const refused = new Set([...taking!.refused, ...taking!.undecided])
  const placed = items.flatMap(({ id }) => (refused.has(id) ? [] : [id]))
  await sql`update order_items set parked_at = null, parked_by = null, moves = moves + 1 where id = any (${placed}::uuid[])`.execute(trx)
  return refused
}

/** By staff, by the member, or by the member who took what a closure offered. */
export type MoveKind = 'staff' | 'member' | 'closure'

export type NewMove = {
  item: ItemToMove
  /** Null: parked. */
  to: Spot | null
  total: number
  by: string
  reason: string
  kind: MoveKind
  idempotencyKey: string
  requestHash: string
}

export async function insertMove(
  trx: Trx,
  { item, to, total, by, reason, kind, idempotencyKey, requestHash }: NewMove,
  now: Date,
): Promise<void> {
  const { period } = item
  await sql`
    insert into item_moves (item_id, by, at, reason, kind, from_court_id, from_during, to_court_id, to_during, total, difference, idempotency_key, request_hash)
    values (${item.id}, ${by}, ${now}, ${reason}, ${kind}, ${item.courtId}, tstzrange(${period.start}, ${period.end}), ${to?.courtId ?? null},
      ${to ? sql`tstzrange(${to.period.start}, ${to.period.end})` : null}, ${total}, ${total - worthOf(item)}, ${idempotencyKey}, ${requestHash})`.execute(
    trx,
  )
}

/** `differences`: by item, as it was answered. Empty for moves that were made before differences were kept. */
export type RepeatedMove = { hash: string; differences: Map<string, number> }

/** The request that this person has sent with this key before. */
export async function findMoveRequest(db: DbOrTrx, by: string, idempotencyKey: string): Promise<RepeatedMove | undefined> {
  const rows = await db
    .selectFrom('item_moves')
    .select(['request_hash as hash', 'item_id as itemId', 'difference'])
    .where('by', '=', by)
    .where('idempotency_key', '=', idempotencyKey)
    .execute()
  const differences = rows.flatMap(({ itemId, difference }) => (difference === null ? [] : [[itemId, difference] as const]))
  return rows[0] && { hash: rows[0].hash, differences: new Map(differences) }
}

export type LastMove = { name: string; at: Date }

/** Who has moved the booking last. */
export async function readLastMove(db: DbOrTrx, itemId: string): Promise<LastMove | undefined> {
  const { rows } = await sql<LastMove>`
    select m.name, v.at from item_moves v join members m on m.id = v.by where v.item_id = ${itemId} order by v.id desc limit 1`.execute(db)
  return rows[0]
}

/** Orders whose bookings were moved, the last move before this moment, and nothing is parked of what was moved. */
export async function findOrdersToSettle(db: DbOrTrx, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select i.order_id as "orderId" from item_moves v join order_items i on i.id = v.item_id
    where v.settled_at is null and (i.parked_at is null or i.state = 'cancelled')
    group by i.order_id having max(v.at) <= ${before} order by i.order_id limit ${limit}`.execute(db)
  return rows.map(({ orderId }) => orderId)
}

/** Items of an order with a series to settle. */
export async function findItemsToSettle(db: DbOrTrx, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from order_items i where i.order_id = ${orderId} and (i.parked_at is null or i.state = 'cancelled')
      and exists (select from item_moves v where v.item_id = i.id and v.settled_at is null) order by lower(i.during), i.id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function markSettled(trx: Trx, itemId: string, now: Date): Promise<void> {
  await trx.updateTable('item_moves').set({ settled_at: now }).where('item_id', '=', itemId).where('settled_at', 'is', null).execute()
}

export type InTheWay = { holderId: string; kind: Occupied['kind']; name: string | null; start: Date; end: Date }

/** Holders of a court's spaces within a period, without these. */
export async function readInTheWay(db: DbOrTrx, { courtId, period }: Spot, without: string[], now: Date): Promise<InTheWay[]> {
  const { rows } = await sql<InTheWay>`
    select distinct o.holder_id as "holderId", o.kind, m.name, lower(o.during) as start, upper(o.during) as "end"
    from court_spaces cs join held_spaces o on o.space_id = cs.space_id and o.during && tstzrange(${period.start}, ${period.end}) and o.held_until > ${now}
    left join members m on m.id = o.member_id
    where cs.court_id = ${courtId} and o.holder_id <> all (${without}::uuid[])
    order by start, "holderId"`.execute(db)
  return rows
}

/** Spaces of courts as they are now. */
export async function readSpacesOf(trx: Trx, courtIds: number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ courtId: number; spaces: number[] }>`
    select court_id as "courtId", array_agg(space_id order by space_id) as spaces from court_spaces where court_id = any (${courtIds}::integer[]) group by court_id`.execute(
    trx,
  )
  return new Map(rows.map(({ courtId, spaces }) => [courtId, spaces]))
}

/** The version of the catalogue that holds now; behind the placing lock it stays until the end of the transaction. */
export async function readCatalogueVersion(trx: Trx): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select (value #>> '{}')::integer as version from settings where key = 'catalogue_version'`.execute(trx)
  return rows[0]!.version
}
