import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'

export type LastChange = { changedBy: string | null; changedAt: Date | null }

/** Who changed each part of the catalogue last, and when, from the audit log. */
export async function readLastChanges(db: DbOrTrx, parts: string[]): Promise<Map<string, LastChange>> {
  const { rows } = await sql<{ part: string; changedBy: string; changedAt: Date }>`
    select p.part, l.actor_name as "changedBy", l.at as "changedAt"
    from unnest(${parts}::text[]) as p (part), lateral (
      select actor_name, at from audit_log where subject_kind = split_part(p.part, ':', 1) and subject_id = p.part order by at desc, id desc limit 1
    ) as l`.execute(db)
  return new Map(rows.map(({ part, ...last }) => [part, last]))
}
