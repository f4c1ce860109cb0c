import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { sql } from 'kysely'
import type { Occupied } from './rules.ts'

/** Floor that is kept for a block until it is free: take_spaces refuses it to everybody else. */
export type ClosingSpace = { holder: string; space: number } & Period

export async function insertClosingSpaces(trx: Trx, spaces: ClosingSpace[]): Promise<void> {
  const [ids, holders] = [spaces.map(({ space }) => space), spaces.map(({ holder }) => holder)]
  const [starts, ends] = [spaces.map(({ start }) => start), spaces.map(({ end }) => end)]
  await sql`
    insert into closing_spaces (space_id, during, holder_id)
    select s.space, tstzrange(s.start, s."end"), s.holder
    from unnest(${ids}::integer[], ${starts}::timestamptz[], ${ends}::timestamptz[], ${holders}::uuid[]) as s (space, start, "end", holder)`.execute(
    trx,
  )
}

/** The parts of this floor that nobody holds, or that are held for those who wait, in order of spaces; within some spaces and a period, where given. */
export async function readClosingGaps(
  trx: Trx,
  holders: string[],
  now: Date,
  within?: { spaces: number[]; period: Period },
): Promise<ClosingSpace[]> {
  const { rows } = await sql<ClosingSpace>`
    select c.holder_id as holder, c.space_id as space, lower(gap) as start, upper(gap) as "end"
    from closing_spaces c, unnest(tstzmultirange(c.during) - coalesce(
      (select range_agg(o.during) from held_spaces o where o.space_id = c.space_id and o.during && c.during and o.held_until > ${now} and o.kind <> 'offer'), '{}'::tstzmultirange)) as gap
    where c.holder_id = any(${holders}::uuid[])
      and (${within === undefined} or c.space_id = any(${within?.spaces ?? []}::integer[]) and c.during && tstzrange(${within?.period.start ?? null}, ${within?.period.end ?? null}))
    order by c.space_id, gap`.execute(trx)
  return rows
}

/** Every space of which something is kept for these blocks. */
export async function readClosingSpaces(trx: Trx, holders: string[]): Promise<number[]> {
  const { rows } = await sql<{ space: number }>`
    select distinct space_id as space from closing_spaces where holder_id = any(${holders}::uuid[])`.execute(trx)
  return rows.map(({ space }) => space)
}

export async function deleteClosingSpaces(db: DbOrTrx, holders: string[]): Promise<void> {
  await sql`delete from closing_spaces where holder_id = any(${holders}::uuid[])`.execute(db)
}

/** Floor of these spaces that closures keep for themselves. */
export async function readClosingFloor(db: DbOrTrx, spaceIds: number[], within: Period): Promise<Occupied[]> {
  const { rows } = await sql<Occupied>`
    select space_id as "spaceId", lower(during) as start, upper(during) as "end", 'closure' as kind, null as "memberId", null as "holdUntil"
    from closing_spaces where space_id = any(${spaceIds}::integer[]) and during && tstzrange(${within.start}, ${within.end})`.execute(db)
  return rows
}
