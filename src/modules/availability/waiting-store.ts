import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { sql } from 'kysely'

/** Minutes that floor is held for those who wait before a job has decided about it; the same number stands in hold_for_waiting.sql. */
export const holdMinutes = 2

/** Registers the floor that a wish waits for: from now on it is held for the line when it comes free. */
export async function awaitSpaces(trx: Trx, wishId: string, floor: { spaces: number[]; period: Period; until: Date }): Promise<void> {
  await sql`
    insert into awaited_spaces (wish_id, space_id, during, until)
    select ${wishId}, s, tstzrange(${floor.period.start}, ${floor.period.end}), ${floor.until} from unnest(${floor.spaces}::integer[]) as s`.execute(
    trx,
  )
}

/** A wish waits until another moment. */
export async function awaitUntil(trx: Trx, wishId: string, until: Date): Promise<void> {
  await sql`update awaited_spaces set until = ${until} where wish_id = ${wishId}`.execute(trx)
}

export async function stopAwaiting(trx: DbOrTrx, wishIds: string[]): Promise<void> {
  if (wishIds.length > 0) await sql`delete from awaited_spaces where wish_id = any(${wishIds}::uuid[])`.execute(trx)
}

/** Deletes what wishes waited for that are over: nothing was offered to them in time. */
export async function deletePastAwaited(db: DbOrTrx, before: Date, most: number): Promise<number> {
  const gone = await sql`
    delete from awaited_spaces where ctid = any(array(select ctid from awaited_spaces where until < ${before} limit ${most}))`.execute(db)
  return Number(gone.numAffectedRows)
}

/** Extends holds for which somebody waits: they are still held when the job expires their order, and never free in between. */
export async function prolongAwaited(trx: Trx, holds: { holder: string; until: Date }[], now: Date): Promise<void> {
  if (holds.length === 0) return
  await sql`
    update occupancy o set hold_until = h.until
    from unnest(${holds.map(({ holder }) => holder)}::uuid[], ${holds.map(({ until }) => until)}::timestamptz[]) as h (holder, until)
    where o.holder_id = h.holder and o.hold_until > ${now} and o.hold_until < h.until
      and exists (select from awaited_spaces a where a.space_id = o.space_id and a.during && o.during and a.until > ${now})`.execute(trx)
}

export type FreedFloor = { id: string; facilityId: number; period: Period; freedAt: Date }
export type HeldRow = Period & { freedId: string; spaceId: number; until: Date }

/** Freed floor that is to be decided about, at once or since its decision was postponed to a moment that has come. */
const isDue = (now: Date) => sql`settled_at is null and coalesce(decide_at <= ${now}, true)`

export async function hasFreedFloor(db: DbOrTrx, now: Date): Promise<boolean> {
  const { rows } = await sql`select from freed_floor where ${isDue(now)} limit 1`.execute(db)
  return rows.length > 0
}

/** The freed floor to decide about: the one that has been free for longest, without what is left out. */
export async function readNextFreed(db: DbOrTrx, leftOut: string[], now: Date): Promise<FreedFloor | undefined> {
  const { rows } = await sql<{ id: string; facilityId: number; start: Date; end: Date; freedAt: Date }>`
    select id, facility_id as "facilityId", lower(during) as start, upper(during) as "end", freed_at as "freedAt"
    from freed_floor where ${isDue(now)} and id <> all(${leftOut}::uuid[]) order by freed_at, lower(during), id limit 1`.execute(db)
  const [row] = rows
  return row && { id: row.id, facilityId: row.facilityId, freedAt: row.freedAt, period: { start: row.start, end: row.end } }
}

/** What of a facility is held for those who wait within a period; also what has lapsed and nobody has taken since. */
export async function readHeldForWaiting(db: DbOrTrx, facilityId: number, within: Period): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select o.holder_id as "freedId", o.space_id as "spaceId", lower(o.during) as start, upper(o.during) as "end", o.hold_until as until
    from freed_floor f join occupancy o on o.holder_id = f.id
    where f.settled_at is null and f.facility_id = ${facilityId} and f.during && tstzrange(${within.start}, ${within.end})
    order by o.space_id, o.during`.execute(db)
  return rows
}

/** Removes holds for those who wait, for an order that takes their place in this transaction. Answers what was held. */
export async function openHolds(trx: Trx, freedIds: string[]): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    delete from occupancy where ctid in (
      select ctid from occupancy where holder_id = any(${freedIds}::uuid[]) order by space_id, during for update)
    returning holder_id as "freedId", space_id as "spaceId", lower(during) as start, upper(during) as "end", hold_until as until`.execute(
    trx,
  )
  return rows
}

/** Holds again, as before, what the order has not taken. */
export async function closeHolds(trx: Trx, held: HeldRow[]): Promise<void> {
  await sql`
    insert into occupancy (space_id, during, kind, holder_id, hold_until)
    select h.space_id, piece, 'offer', h.freed_id, h.until
    from unnest(${held.map((row) => row.spaceId)}::integer[], ${held.map(({ start }) => start)}::timestamptz[], ${held.map(({ end }) => end)}::timestamptz[],
      ${held.map(({ freedId }) => freedId)}::uuid[], ${held.map(({ until }) => until)}::timestamptz[]) as h (space_id, start, "end", freed_id, until),
    unnest(tstzmultirange(tstzrange(h.start, h."end")) - coalesce(
      (select range_agg(o.during) from occupancy o where o.space_id = h.space_id and o.during && tstzrange(h.start, h."end")), '{}'::tstzmultirange)) as piece
    order by 1, 2
    on conflict do nothing`.execute(trx)
}

/**
 * Postpones the decision about freed floor to `at`, because nothing is offered at night; `wishId` is the wish that is first in line.
 * `used` is all freed floor that this wish would get. It stays held until two minutes after `at`: nobody else can take it before the
 * job has decided.
 */
export async function postponeDecision(
  trx: Trx,
  freedId: string,
  { wishId, used, at }: { wishId: string; used: string[]; at: Date },
): Promise<void> {
  const until = new Date(at.getTime() + holdMinutes * 60_000)
  await sql`update occupancy set hold_until = ${until} where holder_id = any(${used}::uuid[]) and hold_until < ${until}`.execute(trx)
  await sql`update freed_floor set decide_at = ${at}, waits_for = ${wishId} where id = ${freedId}`.execute(trx)
}

/** Ends the postponement of decisions whose wish is withdrawn, served or over: the next in line may have the floor. */
export async function endPostponed(trx: Trx, now: Date): Promise<void> {
  await sql`
    update freed_floor f set decide_at = null, waits_for = null where settled_at is null and decide_at > ${now}
      and not exists (select from awaited_spaces a where a.wish_id = f.waits_for and a.until > ${now})`.execute(trx)
}

/** Lets freed floor go, for which nobody in line has a use: everybody may have it. */
export async function letGo(trx: Trx, freedId: string, now: Date): Promise<void> {
  await openHolds(trx, [freedId])
  await sql`update freed_floor set settled_at = ${now} where id = ${freedId}`.execute(trx)
}

export async function deleteSettledFloor(db: DbOrTrx, before: Date, most: number): Promise<number> {
  const gone = await sql`
    delete from freed_floor where id in (select id from freed_floor where settled_at < ${before} limit ${most})`.execute(db)
  return Number(gone.numAffectedRows)
}
