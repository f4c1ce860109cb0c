import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'

/** Writes down bookings that are to be cancelled, with where they stand. Before any order is locked: see docs/locks.md. */
export async function insertToCancel(trx: Trx, itemIds: string[], now: Date): Promise<void> {
  await sql`
    insert into bookings_to_cancel (item_id, order_id, court_id, during, created_at)
    select i.id, i.order_id, i.court_id, i.during, ${now} from order_items i where i.id = any (${itemIds}::uuid[])
    on conflict (item_id) do update set court_id = excluded.court_id, during = excluded.during`.execute(trx)
}

/** Orders that have bookings to cancel, by id. */
export async function listOrdersToCancel(db: DbOrTrx): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`select distinct order_id as "orderId" from bookings_to_cancel order by 1`.execute(db)
  return rows.map(({ orderId }) => orderId)
}

/** Locks the bookings of an order that are to be cancelled; none when another process has them. */
export async function lockToCancel(trx: Trx, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ itemId: string }>`
    select item_id as "itemId" from bookings_to_cancel where order_id = ${orderId} order by item_id for update skip locked`.execute(trx)
  return rows.map(({ itemId }) => itemId)
}

/** Those of them that stand where they stood, with their facilities. The caller holds the lock on their order. */
export async function readStanding(trx: Trx, itemIds: string[]): Promise<{ itemId: string; facilityId: number }[]> {
  const { rows } = await sql<{ itemId: string; facilityId: number }>`
    select i.id as "itemId", c.facility_id as "facilityId"
    from bookings_to_cancel b join order_items i on i.id = b.item_id join courts c on c.id = i.court_id
    where b.item_id = any (${itemIds}::uuid[]) and i.state = 'active' and i.court_id = b.court_id and i.during = b.during`.execute(trx)
  return rows
}

export async function deleteToCancel(trx: Trx, itemIds: string[]): Promise<void> {
  await sql`delete from bookings_to_cancel where item_id = any (${itemIds}::uuid[])`.execute(trx)
}
