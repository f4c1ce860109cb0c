import type { DbOrTrx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import type { Closure } from '#modules/venues/rules.ts'
import { sql } from 'kysely'
import type { ClosedSpace } from './rules.ts'

export type NewBlock = {
  id: string
  kind: 'block' | 'closure'
  facilityId: number
  courtId: number | null
  period: Period
  reasonTw: string
  reasonEn: string
  by: string
  closureId?: string
}

/** In one statement, however many: everybody who books waits for the transaction of a closure. */
export async function insertBlocks(db: DbOrTrx, blocks: NewBlock[], now: Date): Promise<void> {
  const rows = blocks.map(({ period, ...block }) => ({ ...block, ...period }))
  await sql`
    insert into blocks (id, kind, facility_id, court_id, during, reason_tw, reason_en, created_by, created_at, closure_id)
    select r.id, r.kind, r."facilityId", r."courtId", tstzrange(r.start, r."end"), r."reasonTw", r."reasonEn", r.by, ${now}, r."closureId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, kind text, "facilityId" integer, "courtId" integer, start timestamptz, "end" timestamptz,
      "reasonTw" text, "reasonEn" text, by uuid, "closureId" uuid)`.execute(db)
}

/**
 * The WHERE is the guard: of two concurrent calls, one lifts the block. Blocks of a closure are lifted with it. `onlyBy`: only a block
 * that this person has made.
 */
export async function markLifted(
  db: DbOrTrx,
  id: string,
  now: Date,
  onlyBy?: string,
): Promise<{ facilityId: number; courtId: number | null } | undefined> {
  return db
    .updateTable('blocks')
    .set({ lifted_at: now })
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .where('closure_id', 'is', null)
    .$if(onlyBy !== undefined, (query) => query.where('created_by', '=', onlyBy!))
    .returning(['facility_id as facilityId', 'court_id as courtId'])
    .executeTakeFirst()
}

/** Undefined: there is no such block. */
export async function findBlock(db: DbOrTrx, id: string): Promise<{ isLifted: boolean; closureId: string | null } | undefined> {
  const row = await db.selectFrom('blocks').select(['lifted_at', 'closure_id as closureId']).where('id', '=', id).executeTakeFirst()
  return row && { isLifted: row.lifted_at !== null, closureId: row.closureId }
}

/** Floor of other blocks in force that nobody holds, because a block was lifted that had held it. One block after the other. */
export async function readUncovered(
  db: DbOrTrx,
  lifted: string[],
  now: Date,
): Promise<({ holder: string; kind: 'block' | 'closure'; space: number } & Period)[]> {
  const { rows } = await sql<{ holder: string; kind: 'block' | 'closure'; space: number } & Period>`
    select b.id as holder, b.kind, s.id as space, lower(gap) as start, upper(gap) as "end"
    from blocks b
    join spaces s on s.facility_id = b.facility_id and (b.court_id is null or exists (select from court_spaces cs where cs.court_id = b.court_id and cs.space_id = s.id)),
    unnest(tstzmultirange(b.during * tstzrange(${now}, null)) - coalesce(
      (select range_agg(o.during) from held_spaces o where o.space_id = s.id and o.during && b.during and o.held_until > ${now} and o.kind <> 'offer'), '{}'::tstzmultirange)) as gap
    where b.lifted_at is null and upper(b.during) > ${now}
      and exists (select from blocks l where l.id = any(${lifted}::uuid[]) and l.facility_id = b.facility_id and l.during && b.during)
    order by b.created_at, b.id, s.id, gap`.execute(db)
  return rows
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

/** Spaces of these facilities that blocks take out of use on a day. */
export async function readClosedSpaces(db: DbOrTrx, facilityIds: number[], day: Day): Promise<ClosedSpace[]> {
  const { rows } = await sql<ClosedSpace>`
    select s.id as "spaceId", lower(b.during) as start, upper(b.during) as "end"
    from blocks b join spaces s on s.facility_id = b.facility_id
      and (b.court_id is null or exists (select from court_spaces cs where cs.court_id = b.court_id and cs.space_id = s.id))
    where b.facility_id = any(${facilityIds}::integer[]) and b.lifted_at is null and b.during && tstzrange(${momentAt(day, 0)}, ${momentAt(day, 24 * 60)})`.execute(
    db,
  )
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

/** Occupants of these spaces: their order, and whether a closure may remove them. What is held for those who wait is free for a closure. */
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
    where o.space_id = any(${spaceIds}::integer[]) and o.during && tstzrange(${within.start}, ${within.end}) and o.held_until > ${now} and o.kind <> 'offer'
    -- Floor that a running closure keeps for itself: nobody else can take it.
    union all select c.space_id, lower(c.during), upper(c.during), c.holder_id, 'closure', null, null, false from closing_spaces c
    where c.space_id = any(${spaceIds}::integer[]) and c.during && tstzrange(${within.start}, ${within.end})
    order by 1, 2`.execute(db)
  return rows
}

/** Spaces of facilities as they are now, also of courts that this process has not read yet. To be read behind the placing lock. */
export async function readSpaces(trx: DbOrTrx, facilityIds: number[]): Promise<{ id: number; facilityId: number }[]> {
  return trx
    .selectFrom('spaces')
    .select(['id', 'facility_id as facilityId'])
    .where('facility_id', 'in', facilityIds)
    .orderBy('id')
    .execute()
}
