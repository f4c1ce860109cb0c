import { anyOf } from '#db/any-of.ts'
import { askFunction } from '#db/ask-function.ts'
import { randomUUID } from 'node:crypto'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Occupied } from './rules.ts'

type Row = {
  version: number
  spaceId: number | null
  start: number
  end: number
  kind: Occupied['kind']
  memberId: string | null
  holdUntil: number | null
}

/** Occupancy of these spaces and the current catalogue version, in one statement. */
export async function readOccupied(
  db: DbOrTrx,
  spaceIds: number[],
  within: Period,
  now: Date,
): Promise<{ version: number; occupied: Occupied[] }> {
  // Moments as numbers: parsing them as text is several times slower.
  const { rows } = await sql<Row>`
    select v.version, o.space_id as "spaceId", extract(epoch from lower(o.during))::float8 as start, extract(epoch from upper(o.during))::float8 as "end", o.kind,
      o.member_id as "memberId", extract(epoch from o.hold_until)::float8 as "holdUntil"
    from (select (value #>> '{}')::integer as version from settings where key = 'catalogue_version') as v
    left join held_within(${spaceIds}, ${within.start}, ${within.end}, ${now}) as o on true`.execute(db)
  const occupied: Occupied[] = []
  for (const { spaceId, start, end, kind, memberId, holdUntil } of rows)
    if (spaceId !== null)
      occupied.push({
        spaceId,
        start: moment(start),
        end: moment(end),
        kind,
        memberId,
        holdUntil: holdUntil === null ? null : moment(holdUntil),
      })
  return { version: rows[0]!.version, occupied }
}

/** Closed or blocked periods of each space. */
export async function readClosedOccupancy(db: DbOrTrx, within: Period): Promise<Occupied[]> {
  const { rows } = await sql<Occupied>`
    select space_id as "spaceId", lower(during) as start, upper(during) as "end", kind, null as "memberId", null as "holdUntil"
    from occupancy where kind in ('block', 'closure') and during && tstzrange(${within.start}, ${within.end})`.execute(db)
  return rows
}

const moment = (seconds: number): Date => new Date(Math.round(seconds * 1000))

/** What take_spaces and move_spaces answer: holders that were refused, and units to submit again. */
export const Taking = z.object({ refused: z.array(z.string()), undecided: z.array(z.string()) })

/** Takes spaces for anything but a member's order: all or nothing. Answers the holders whose spaces are taken. */
export async function takeSpaces(
  db: DbOrTrx,
  wanted: ({ holder: string; period: Period } & ({ court: number } | { space: number }))[],
  as: { kind: Occupied['kind']; memberId: string | null; holdUntil: Date | null },
  now: Date,
): Promise<string[]> {
  const unit = randomUUID()
  const shared = { unit, member: as.memberId, until: as.holdUntil }
  const json = JSON.stringify(wanted.map(({ period, ...what }) => ({ ...shared, ...what, from: period.start, to: period.end })))
  for (let tries = 1; ; tries++) {
    const call = sql`select refused, undecided from take_spaces(${json}::jsonb, ${as.kind}, ${now}::timestamptz)`
    const [taking] = await askFunction(db, Taking, call)
    if (taking!.undecided.length === 0) return taking!.refused
    if (tries === 3) throw new Error('these periods overlap each other')
  }
}

/** Holds floor for members, each by itself, in one statement. Answers the holders whose spaces are taken. */
export async function holdEach(
  db: DbOrTrx,
  wanted: { id: string; courtId: number; period: Period; memberId: string; holdUntil: Date }[],
  now: Date,
): Promise<string[]> {
  const units = wanted.map(({ id, courtId, period, memberId, holdUntil }) => ({
    unit: id,
    holder: id,
    court: courtId,
    from: period.start,
    to: period.end,
    member: memberId,
    until: holdUntil,
  }))
  const call = sql`select refused, undecided from take_spaces(${JSON.stringify(units)}::jsonb, 'order', ${now}::timestamptz)`
  const [taking] = await askFunction(db, Taking, call)
  return [...taking!.refused, ...taking!.undecided]
}

/**
 * Takes for good what these holders have lost of their spaces, besides what they still hold: see db/functions/move_spaces.sql.
 * False when something of it is taken; the caller then gives back the rest.
 */
export async function retakeSpaces(
  db: DbOrTrx,
  holders: { id: string; courtId: number; period: Period }[],
  memberId: string,
  now: Date,
): Promise<boolean> {
  const unit = randomUUID()
  const wanted = holders.map(({ id, courtId, period: { start, end } }) => ({
    unit,
    holder: id,
    court: courtId,
    from: start,
    to: end,
    member: memberId,
  }))
  const leave = holders.map(({ id }) => id)
  const call = sql`select refused, undecided from move_spaces(${JSON.stringify(wanted)}::jsonb, ${leave}::uuid[], 'order', ${now}::timestamptz)`
  const [taking] = await askFunction(db, Taking, call)
  return taking!.refused.length === 0 && taking!.undecided.length === 0
}

/** Gives spaces back: they are free at once, or held for those who wait for them. Writes `space-freed` events into the outbox, in the same transaction. */
export async function freeSpaces(db: DbOrTrx, holderIds: string[], now: Date): Promise<void> {
  if (holderIds.length > 0) await sql`select free_spaces(${holderIds}::uuid[], ${now}::timestamptz)`.execute(db)
}

/** Makes held spaces permanent; answers how many rows were left. */
export async function keepSpaces(db: DbOrTrx, holderIds: string[]): Promise<number> {
  const kept = await db.updateTable('occupancy').set({ hold_until: null }).where('holder_id', '=', anyOf(holderIds)).executeTakeFirst()
  return Number(kept.numUpdatedRows)
}

/** Transfers a pre-order's spaces to its order, held until a deadline or, with null, permanently. Answers the number of rows. */
export async function handOver(db: DbOrTrx, holderIds: string[], until: Date | null): Promise<number> {
  const given = await db
    .updateTable('occupancy')
    .set({ kind: 'order', hold_until: until })
    .where('holder_id', '=', anyOf(holderIds))
    .executeTakeFirst()
  return Number(given.numUpdatedRows)
}

/** Extends a hold. */
export async function prolongHold(db: DbOrTrx, holderIds: string[], until: Date): Promise<void> {
  if (holderIds.length > 0)
    await db
      .updateTable('occupancy')
      .set({ hold_until: until })
      .where('holder_id', '=', anyOf(holderIds))
      .where('hold_until', '<', until)
      .execute()
}

/** Deletes past rows: order items and pre-order dates keep the history. */
export async function deletePastOccupancy(db: DbOrTrx, before: Date, most: number): Promise<number> {
  const gone = await sql`
    delete from occupancy where ctid = any(array(select ctid from occupancy where upper(during) < ${before} limit ${most}))`.execute(db)
  return Number(gone.numAffectedRows)
}

/** Makes spaces a hold that lapses at a moment: a booking that waits for its payment was given other spaces. */
export async function holdSpaces(db: DbOrTrx, holderIds: string[], until: Date): Promise<void> {
  await db.updateTable('occupancy').set({ hold_until: until }).where('holder_id', '=', anyOf(holderIds)).execute()
}

/**
 * Passes held spaces from one holder to another in place, held until a moment: they are never free in between, and nobody waits for
 * them. Answers the new holders that got some.
 */
export async function passSpaces(
  trx: DbOrTrx,
  passed: { from: string; to: string; memberId: string }[],
  until: Date,
): Promise<Set<string>> {
  if (passed.length === 0) return new Set()
  const { rows } = await sql<{ holder: string }>`
    update occupancy o set holder_id = p."to", member_id = p."memberId", kind = 'preorder', hold_until = ${until}
    from jsonb_to_recordset(${JSON.stringify(passed)}::jsonb) as p ("from" uuid, "to" uuid, "memberId" uuid) where o.holder_id = p."from"
    returning o.holder_id as holder`.execute(trx)
  return new Set(rows.map(({ holder }) => holder))
}

/** Writes another member to the floor that these items and dates hold. Locks it by space and time (lock order). */
export async function mergeInOccupancy(trx: Trx, holderIds: string[], into: string): Promise<void> {
  if (holderIds.length === 0) return
  await sql`select from occupancy where holder_id = any(${holderIds}::uuid[]) order by space_id, during for update`.execute(trx)
  await sql`update occupancy set member_id = ${into} where holder_id = any(${holderIds}::uuid[])`.execute(trx)
}

/**
 * The placing lock: floor is taken under it shared, and a change of the catalogue that shortens hours or retires courts holds it
 * alone. The change waits for everything that is being taken by the catalogue of before and sees it; whatever comes later waits
 * for the change, and compares the version of its catalogue behind the lock. Without it, floor could be taken outside the hours
 * while the bookings that the change cancels are being counted. It stands before all rows in the order of locks (docs/locks.md), so a
 * transaction takes it first; the functions place_orders and submit_preorders take it themselves.
 */
export async function sharePlacing(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('fieldhouse-placing'))`.execute(trx)
}

export async function lockPlacing(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fieldhouse-placing'))`.execute(trx)
}
