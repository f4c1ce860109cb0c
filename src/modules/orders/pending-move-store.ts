import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { sql } from 'kysely'

/** A move to a dearer period that waits for its top-up. `orderId`: the top-up, which holds the new spaces. */
export type PendingMove = {
  orderId: string
  itemId: string
  moves: number
  courtId: number
  period: Period
  sport: string
  counts: boolean
  total: number
  refundCap: number
}

export async function insertPendingMove(trx: Trx, move: PendingMove): Promise<void> {
  const { orderId, itemId, moves, courtId, period, sport, counts, total, refundCap } = move
  await sql`
    insert into pending_moves (order_id, item_id, moves, to_court_id, to_during, sport, counts_for_quota, total, refund_cap)
    values (${orderId}, ${itemId}, ${moves}, ${courtId}, tstzrange(${period.start}, ${period.end}), ${sport}, ${counts}, ${total}, ${refundCap})`.execute(
    trx,
  )
}

export async function readPendingMove(db: DbOrTrx, orderId: string): Promise<PendingMove | undefined> {
  const { rows } = await sql<Omit<PendingMove, 'period'> & Period>`
    select order_id as "orderId", item_id as "itemId", moves, to_court_id as "courtId", lower(to_during) as start, upper(to_during) as "end", sport,
      counts_for_quota as counts, total, refund_cap as "refundCap"
    from pending_moves where order_id = ${orderId}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { start, end, ...move } = row
  return { ...move, period: { start, end } }
}

/** Locks the order of the booking that a top-up is for. Before the top-up: see the order of locks. Other orders are left alone. */
export async function lockOrderOfTopUp(trx: Trx, orderId: string): Promise<void> {
  await sql`
    select from orders where id = (
      select i.order_id from pending_moves p join order_items i on i.id = p.item_id where p.order_id = ${orderId}) for update`.execute(trx)
}

type MovesOf = { items: string[] } | { spaces: number[]; periods: Period[] } | { topUps: string[] }

function isOneOf(of: MovesOf) {
  if ('items' in of) return sql`p.item_id = any (${of.items}::uuid[])`
  if ('topUps' in of) return sql`p.order_id = any (${of.topUps}::uuid[])`
  return sql`exists (select from court_spaces cs, unnest(${of.periods.map(({ start }) => start)}::timestamptz[], ${of.periods.map(({ end }) => end)}::timestamptz[]) as w (start, "end")
    where cs.court_id = p.to_court_id and cs.space_id = any (${of.spaces}::integer[]) and p.to_during && tstzrange(w.start, w."end"))`
}

/** Top-ups that are known are also taken when they have expired: a late payment would still move their bookings. */
const isPayable = (of: MovesOf) => ('topUps' in of ? sql`s.state in ('awaiting-payment', 'expired')` : sql`s.state = 'awaiting-payment'`)

/** Those of these top-ups that can be paid, those of these bookings, or of moves to these spaces within a period. Locks them by id. */
export async function lockTopUps(trx: Trx, of: MovesOf): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from orders s where ${isPayable(of)} and s.id in (select p.order_id from pending_moves p where ${isOneOf(of)}) order by s.id for update`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

/** Orders of the bookings that these top-ups move: locked before them. */
export async function listOrdersMoving(trx: Trx, of: MovesOf): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct i.order_id as id from pending_moves p join orders s on s.id = p.order_id and ${isPayable(of)} join order_items i on i.id = p.item_id
    where ${isOneOf(of)}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** The top-up belongs to its booking from now on, like any supplement. */
export async function linkTopUp(trx: Trx, orderId: string, itemId: string): Promise<void> {
  await trx.updateTable('orders').set({ supplement_of: itemId }).where('id', '=', orderId).execute()
}

/** Limits the refund of a booking. A limit of before stays if it is lower. */
export async function capRefund(trx: Trx, itemId: string, percent: number): Promise<void> {
  await sql`update order_items set refund_cap = least(coalesce(refund_cap, 100), ${percent}::smallint) where id = ${itemId}`.execute(trx)
}
