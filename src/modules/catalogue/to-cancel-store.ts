import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { RemovedFor } from '#modules/venues/closure-words.ts'

/** Who changed the catalogue, and the reason that members are told. */
type WhyChanged = Extract<RemovedFor, { by: string | null }>

/** Writes down bookings that are to be cancelled, with where they stand and why. Before any order is locked: see docs/locks.md. */
export async function insertToCancel(trx: Trx, itemIds: string[], why: WhyChanged | undefined, now: Date): Promise<void> {
  await sql`
    insert into bookings_to_cancel (item_id, order_id, court_id, during, created_at, changed_by, reason_tw, reason_en)
    select i.id, i.order_id, i.court_id, i.during, ${now}, ${why?.by ?? null}, ${why?.reason.tw ?? null}, ${why?.reason.en ?? null}
    from order_items i where i.id = any (${itemIds}::uuid[])
    on conflict (item_id) do update set court_id = excluded.court_id, during = excluded.during, changed_by = excluded.changed_by,
      reason_tw = excluded.reason_tw, reason_en = excluded.reason_en`.execute(trx)
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

type Standing = { itemId: string; facilityId: number; why: WhyChanged | null }

/** Those of them that stand where they stood, with their facilities. The caller holds the lock on their order. */
export async function readStanding(trx: Trx, itemIds: string[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select i.id as "itemId", c.facility_id as "facilityId", case when b.reason_tw is not null then
      jsonb_build_object('by', b.changed_by, 'reason', jsonb_build_object('tw', b.reason_tw, 'en', b.reason_en)) end as why
    from bookings_to_cancel b join order_items i on i.id = b.item_id join courts c on c.id = i.court_id
    where b.item_id = any (${itemIds}::uuid[]) and i.state = 'active' and i.court_id = b.court_id and i.during = b.during`.execute(trx)
  return rows
}

export async function deleteToCancel(trx: Trx, itemIds: string[]): Promise<void> {
  await sql`delete from bookings_to_cancel where item_id = any (${itemIds}::uuid[])`.execute(trx)
}

type UncoveredSpace = { kind: 'block' | 'closure'; holder: string; space: number; start: Date; end: Date }

/** Free spaces of facilities that are closed as a whole, for the rest of each closure. */
export async function readUncoveredSpaces(db: DbOrTrx, facilityIds: number[], now: Date): Promise<UncoveredSpace[]> {
  const { rows } = await sql<UncoveredSpace>`
    select b.kind, b.id as holder, s.id as space, greatest(lower(b.during), ${now}::timestamptz) as start, upper(b.during) as "end"
    from blocks b join spaces s on s.facility_id = b.facility_id
    where b.facility_id = any(${facilityIds}::integer[]) and b.court_id is null and b.lifted_at is null and upper(b.during) > ${now}
      and not exists (select from occupancy o where o.space_id = s.id and o.during && b.during)`.execute(db)
  return rows
}
