import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'

export type Publishing = { at: Date; by: string; action: 'published' | 'withdrawn'; publishAt: string | null; expiresAt: string | null }

/** When something was published and withdrawn, newest first. `noun`: what its actions begin with, as in `article.published`. */
export async function listPublishing(
  db: DbOrTrx,
  subject: { kind: string; id: string; noun: string },
  atMost: number,
): Promise<Publishing[]> {
  const actions = ['published', 'withdrawn'].map((done) => `${subject.noun}.${done}`)
  const { rows } = await sql<Publishing>`
    select at, actor_name as by, split_part(action, '.', 2) as action, after->>'publishAt' as "publishAt", after->>'expiresAt' as "expiresAt"
    from audit_log where subject_kind = ${subject.kind} and subject_id = ${subject.id} and action = any (${actions}::text[])
    order by at desc, id desc limit ${atMost}`.execute(db)
  return rows
}
