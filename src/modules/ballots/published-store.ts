import { sqlWords } from '#db/words.ts'
import type { DbOrTrx } from '#db/connect.ts'
import type { Words } from '#modules/venues/rules.ts'
import { sql } from 'kysely'

/** What is published about a ballot: the manifest from the freeze on, the draw from the draw on. No name of a club is in it. */
export type PublishedBallot = {
  roundId: number
  name: Words
  hash: string
  frozenAt: Date
  dueAt: Date
  drawnAt: Date | null
  manifest: string
  draw: string | null
  objections: { entry: number | null; isAccepted: boolean; at: string }[]
}

export async function findPublished(db: DbOrTrx, roundId: number): Promise<PublishedBallot | undefined> {
  const { rows } = await sql<PublishedBallot>`
    select f.round_id as "roundId", ${sqlWords('r.name')} as name, f.hash, f.frozen_at as "frozenAt", f.due_at as "dueAt",
      d.drawn_at as "drawnAt", f.manifest, d.draw,
      (select coalesce(json_agg(json_build_object('entry', e.number, 'isAccepted', o.is_accepted, 'at', o.noted_at) order by o.noted_at), '[]')
        from ballot_objections o left join ballot_entries e on e.id = o.entry_id where o.round_id = f.round_id) as objections
    from ballot_manifests f join rounds r on r.id = f.round_id left join ballot_draws d on d.round_id = f.round_id where f.round_id = ${roundId}`.execute(
    db,
  )
  return rows[0]
}

export type PublishedRow = Omit<PublishedBallot, 'manifest' | 'draw' | 'objections'>

/** Ballots of which something is published, newest first; there are a few a year. */
export async function listPublished(db: DbOrTrx): Promise<PublishedRow[]> {
  const { rows } = await sql<PublishedRow>`
    select f.round_id as "roundId", ${sqlWords('r.name')} as name, f.hash, f.frozen_at as "frozenAt", f.due_at as "dueAt", d.drawn_at as "drawnAt"
    from ballot_manifests f join rounds r on r.id = f.round_id left join ballot_draws d on d.round_id = f.round_id order by f.frozen_at desc limit 100`.execute(
    db,
  )
  return rows
}
