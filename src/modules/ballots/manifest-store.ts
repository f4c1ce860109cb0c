import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'

/** A manifest as it was fixed; the secret never leaves the server before the draw. */
export type Frozen = { manifest: string; hash: string; dueAt: Date; secret: string | null; frozenAt: Date }

export async function insertManifest(trx: Trx, { roundId, by, ...frozen }: Frozen & { roundId: number; by: string | null }): Promise<void> {
  await trx
    .insertInto('ballot_manifests')
    .values({
      round_id: roundId,
      manifest: frozen.manifest,
      hash: frozen.hash,
      due_at: frozen.dueAt,
      secret: frozen.secret,
      frozen_at: frozen.frozenAt,
      frozen_by: by,
    })
    .execute()
}

export async function findManifest(db: DbOrTrx, roundId: number): Promise<Frozen | undefined> {
  return db
    .selectFrom('ballot_manifests')
    .select(['manifest', 'hash', 'due_at as dueAt', 'secret', 'frozen_at as frozenAt'])
    .where('round_id', '=', roundId)
    .executeTakeFirst()
}

export type Objection = {
  id: string
  entryNumber: number | null
  club: string | null
  note: string
  isAccepted: boolean
  notedAt: Date
  notedBy: string
}

export async function insertObjection(
  trx: Trx,
  objection: { id: string; roundId: number; entryId: string | null; note: string; isAccepted: boolean; by: string },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('ballot_objections')
    .values({
      id: objection.id,
      round_id: objection.roundId,
      entry_id: objection.entryId,
      note: objection.note,
      is_accepted: objection.isAccepted,
      noted_at: now,
      noted_by: objection.by,
    })
    .execute()
}

/** Objections of a round, oldest first; there are a handful. */
export async function readObjections(db: DbOrTrx, roundId: number): Promise<Objection[]> {
  const { rows } = await sql<Objection>`
    select o.id, e.number as "entryNumber", c.name as club, o.note, o.is_accepted as "isAccepted", o.noted_at as "notedAt", m.name as "notedBy"
    from ballot_objections o left join ballot_entries e on e.id = o.entry_id left join communities c on c.member_id = e.member_id
    join members m on m.id = o.noted_by where o.round_id = ${roundId} order by o.noted_at, o.id`.execute(db)
  return rows
}
