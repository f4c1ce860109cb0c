import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'

/** A draw as it was published. */
export type StoredDraw = { draw: string; drawnAt: Date }

export async function insertDraw(
  trx: Trx,
  { roundId, draw, by }: { roundId: number; draw: string; by: string | null },
  now: Date,
): Promise<void> {
  await trx.insertInto('ballot_draws').values({ round_id: roundId, draw, drawn_at: now, drawn_by: by }).execute()
}

export async function findDraw(db: DbOrTrx, roundId: number): Promise<StoredDraw | undefined> {
  return db.selectFrom('ballot_draws').select(['draw', 'drawn_at as drawnAt']).where('round_id', '=', roundId).executeTakeFirst()
}

export type NewTurn = {
  id: string
  turn: number
  entryId: string
  rank: number
  courtId: number
  preorderId: string | null
  line: number | null
}

export async function insertTurns(trx: Trx, roundId: number, turns: NewTurn[]): Promise<void> {
  await sql`
    insert into ballot_turns (id, round_id, turn, entry_id, rank, court_id, preorder_id, line)
    select id, ${roundId}::integer, turn, "entryId", rank, "courtId", "preorderId", line
    from jsonb_to_recordset(${JSON.stringify(turns)}::jsonb) as t (id uuid, turn integer, "entryId" uuid, rank smallint, "courtId" integer, "preorderId" uuid, line integer)`.execute(
    trx,
  )
}

export type NewSubstitute = { id: string; turnId: string; place: number; entryId: string; rank: number }

export async function insertSubstitutes(trx: Trx, substitutes: NewSubstitute[]): Promise<void> {
  await sql`
    insert into ballot_substitutes (id, turn_id, place, entry_id, rank)
    select id, "turnId", place, "entryId", rank
    from jsonb_to_recordset(${JSON.stringify(substitutes)}::jsonb) as s (id uuid, "turnId" uuid, place integer, "entryId" uuid, rank smallint)`.execute(
    trx,
  )
}

/** Locks members in the order of their ids, as everybody does. */
export async function lockMembers(trx: Trx, ids: string[]): Promise<void> {
  await sql`select lock_members(${ids}::uuid[])`.execute(trx)
}
