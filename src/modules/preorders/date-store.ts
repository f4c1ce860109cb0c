import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import type { Day } from '#lib/zone.ts'
import { sql } from 'kysely'
import type { PreOrderState } from './rules.ts'
import type { PreOrderRequest, RefusedDate } from './store.ts'

export type KeptDate = { id: string; courtId: number; facilityId: number; day: Day; period: Period; price: number; lightFee: number }

/** Dates of a pre-order, in order of time. */
export async function keptDates(db: DbOrTrx, preOrderId: string): Promise<KeptDate[]> {
  const { rows } = await sql<Omit<KeptDate, 'period'> & Period>`
    select d.id, d.court_id as "courtId", c.facility_id as "facilityId", d.day, lower(d.during) as start, upper(d.during) as "end", d.price, d.light_fee as "lightFee"
    from preorder_dates d join courts c on c.id = d.court_id where d.preorder_id = ${preOrderId} and d.state = 'held' order by d.during, d.court_id`.execute(
    db,
  )
  return rows.map(({ start, end, ...date }) => ({ ...date, period: { start, end } }))
}

/** The WHERE is the guard: false when the state has changed meanwhile. */
export async function movePreOrder(
  db: DbOrTrx,
  id: string,
  move: { from: readonly PreOrderState[]; to: PreOrderState },
  now: Date,
): Promise<boolean> {
  const moved = await db
    .updateTable('preorders')
    .set({ state: move.to, changed_at: now })
    .where('id', '=', id)
    .where('state', '=', anyOf(move.from))
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

/** Writes the dates after an edit: deletes those no longer requested, inserts new ones, and updates the line of the rest. */
export async function writeDates(
  db: DbOrTrx,
  preOrderId: string,
  { memberId, roundId }: Pick<PreOrderRequest, 'memberId' | 'roundId'>,
  dates: PreOrderRequest['dates'],
): Promise<void> {
  const json = JSON.stringify(dates.map(({ period, spaces: _, ...date }) => ({ ...date, start: period.start, end: period.end })))
  await sql`delete from preorder_dates where preorder_id = ${preOrderId} and state = 'held' and id <> all (${dates.map(({ id }) => id)}::uuid[])`.execute(
    db,
  )
  await sql`
    insert into preorder_dates (id, preorder_id, line, member_id, round_id, court_id, day, during, price, light_fee)
    select d.id, ${preOrderId}, d.line, ${memberId}, ${roundId}, d."courtId", d.day, tstzrange(d.start, d."end"), d.price, d."lightFee"
    from jsonb_to_recordset(${json}::jsonb) as d (id uuid, line integer, "courtId" integer, day date, start timestamptz, "end" timestamptz, price integer, "lightFee" integer)
    on conflict (id) do update set line = excluded.line, price = excluded.price, light_fee = excluded.light_fee`.execute(db)
}

/** Writes amount, refused dates and request hash after an edit. */
export async function writeOutcome(
  db: DbOrTrx,
  id: string,
  { amount, refused, requestHash }: { amount: number; refused: RefusedDate[]; requestHash: string },
): Promise<void> {
  await db
    .updateTable('preorders')
    .set({ amount, refused: JSON.stringify(refused), request_hash: requestHash })
    .where('id', '=', id)
    .execute()
}

/** Locks the pre-orders of these dates in the order of their ids, like every transaction that locks several. */
export async function lockDates(db: DbOrTrx, ids: string[]): Promise<{ id: string; preOrderId: string }[]> {
  if (ids.length === 0) return []
  await sql`select 1 from preorders where id in (select preorder_id from preorder_dates where id = any (${ids}::uuid[])) order by id for update`.execute(
    db,
  )
  return db
    .selectFrom('preorder_dates')
    .select(['id', 'preorder_id as preOrderId'])
    .where('id', '=', anyOf(ids))
    .orderBy('preorder_id')
    .execute()
}

/** Answers the dates that were still held. */
export async function markDates(db: DbOrTrx, ids: string[], state: 'given-back' | 'released'): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .updateTable('preorder_dates')
    .set({ state })
    .where('id', '=', anyOf(ids))
    .where('state', '=', 'held')
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function reprice(db: DbOrTrx, id: string): Promise<void> {
  await sql`update preorders set amount = (select coalesce(sum(price + light_fee), 0) from preorder_dates where preorder_id = ${id} and state = 'held') where id = ${id}`.execute(
    db,
  )
}

/** A season's date follows its booking, which staff have moved. It keeps its price. */
export async function followMove(
  trx: DbOrTrx,
  dateId: string,
  { courtId, day, period }: { courtId: number; day: Day; period: Period },
): Promise<void> {
  await sql`
    update preorder_dates set court_id = ${courtId}, day = ${day}::date, during = tstzrange(${period.start}, ${period.end}) where id = ${dateId}`.execute(
    trx,
  )
}
