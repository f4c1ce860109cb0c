import type { DbOrTrx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import type { Closure } from '#modules/venues/rules.ts'
import { sql } from 'kysely'

export type NewBlock = {
  id: string
  kind: 'block' | 'closure'
  facilityId: number
  courtId: number | null
  period: Period
  reasonTw: string
  reasonEn: string
  by: string
}

export async function insertBlock(
  db: DbOrTrx,
  { id, kind, facilityId, courtId, period, reasonTw, reasonEn, by }: NewBlock,
  now: Date,
): Promise<void> {
  await sql`
    insert into blocks (id, kind, facility_id, court_id, during, reason_tw, reason_en, created_by, created_at)
    values (${id}, ${kind}, ${facilityId}, ${courtId}, tstzrange(${period.start}, ${period.end}), ${reasonTw}, ${reasonEn}, ${by}, ${now})`.execute(
    db,
  )
}

/** The WHERE is the guard: of two concurrent calls, one lifts the block. */
export async function markLifted(db: DbOrTrx, id: string, now: Date): Promise<{ facilityId: number; courtId: number | null } | undefined> {
  return db
    .updateTable('blocks')
    .set({ lifted_at: now })
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .returning(['facility_id as facilityId', 'court_id as courtId'])
    .executeTakeFirst()
}

export async function hasBlock(db: DbOrTrx, id: string): Promise<boolean> {
  return (await db.selectFrom('blocks').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export type ListedBlock = {
  id: string
  kind: 'block' | 'closure'
  facilityId: number
  courtId: number | null
  start: Date
  end: Date
  reasonTw: string
  reasonEn: string
  createdAt: Date
  total: number
}

/** Blocks that are in force now or will be. */
export async function listBlocks(
  db: DbOrTrx,
  filter: { facilityId: number | undefined; page: number; pageSize: number },
  now: Date,
): Promise<ListedBlock[]> {
  const { rows } = await sql<ListedBlock>`
    select id, kind, facility_id as "facilityId", court_id as "courtId", lower(during) as start, upper(during) as "end", reason_tw as "reasonTw", reason_en as "reasonEn",
      created_at as "createdAt", count(*) over () as total
    from blocks
    where lifted_at is null and upper(during) > ${now} and (${filter.facilityId ?? null}::integer is null or facility_id = ${filter.facilityId ?? null})
    order by lower(during), id limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`.execute(db)
  return rows
}

/** Closures of whole facilities with their reasons, in order of time. */
export async function readClosures(db: DbOrTrx, within: Period): Promise<Closure[]> {
  const { rows } = await sql<{ facilityId: number; start: Date; end: Date; tw: string; en: string }>`
    select facility_id as "facilityId", lower(during) as start, upper(during) as "end", reason_tw as tw, reason_en as en
    from blocks
    where kind = 'closure' and court_id is null and lifted_at is null and during && tstzrange(${within.start}, ${within.end})
    order by lower(during), facility_id`.execute(db)
  return rows.map(({ facilityId, start, end, tw, en }) => ({ facilityId, period: { start, end }, reason: { tw, en } }))
}

/** Occupants of these spaces: their order, and whether a closure may remove them. */
export type Occupant = Period & {
  spaceId: number
  holderId: string
  kind: Occupied['kind']
  orderId: string | null
  orderNo: string | null
  removable: boolean
}

export async function readOccupants(db: DbOrTrx, spaceIds: number[], within: Period, now: Date): Promise<Occupant[]> {
  const { rows } = await sql<Occupant>`
    select o.space_id as "spaceId", lower(o.during) as start, upper(o.during) as "end", o.holder_id as "holderId", o.kind, d.id as "orderId", d.order_no as "orderNo",
      coalesce(d.state in ('awaiting-payment', 'confirmed', 'checked-in') and i.missed_at is null, o.kind = 'preorder') as removable
    from held_spaces o
    left join order_items i on i.id = o.holder_id and o.kind = 'order'
    left join orders d on d.id = i.order_id
    where o.space_id = any(${spaceIds}::integer[]) and o.during && tstzrange(${within.start}, ${within.end}) and o.held_until > ${now}
    order by o.space_id, lower(o.during)`.execute(db)
  return rows
}

/** Spaces of a facility as they are now, also of courts that this process has not read yet. To be read behind the placing lock. */
export async function readSpaces(trx: DbOrTrx, facilityId: number): Promise<number[]> {
  const rows = await trx.selectFrom('spaces').select('id').where('facility_id', '=', facilityId).orderBy('id').execute()
  return rows.map(({ id }) => id)
}
