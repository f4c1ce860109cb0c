import { randomUUID } from 'node:crypto'
import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import { draftIdOf, draftLinkId } from './preview-link.ts'

export type DraftKind = 'news' | 'document' | 'highlight'
type Draft = { memberId: string; kind: DraftKind; /** Empty: something new. */ subject: string; content: object }

/** Keeps what an editor has typed and not saved, and answers the id in its preview link. Drafts of the day before are deleted. */
export async function keepDraft(db: DbOrTrx, { memberId, kind, subject, content }: Draft, now: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with old as (delete from preview_drafts where made_at < ${now}::timestamptz - interval '1 day' and (member_id, kind, subject) <> (${memberId}::uuid, ${kind}, ${subject}))
    insert into preview_drafts (id, member_id, kind, subject, content, made_at)
    values (${randomUUID()}, ${memberId}, ${kind}, ${subject}, ${JSON.stringify(content)}::jsonb, ${now})
    on conflict (member_id, kind, subject) do update set content = excluded.content, made_at = excluded.made_at
    returning id`.execute(db)
  return draftLinkId(rows[0]!.id)
}

/** The draft of a preview link's id; undefined when the id is no draft's, or the draft is gone. */
export async function findDraft<T>(
  db: DbOrTrx,
  linkId: string,
  kind: DraftKind,
): Promise<{ memberId: string; subject: string; content: T } | undefined> {
  const id = draftIdOf(linkId)
  if (id === undefined) return undefined
  const row = await db
    .selectFrom('preview_drafts')
    .select(['member_id', 'subject', 'content'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row && { memberId: row.member_id, subject: row.subject, content: row.content as T }
}
