import { randomUUID } from 'node:crypto'
import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { sql, type RawBuilder } from 'kysely'
import { draftIdOf, draftLinkId } from './preview-link.ts'
import type { Visibility } from './publishing-rules.ts'

const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`)

/** SQL of what is shown. */
export const shownAt = (alias: string, now: Date): RawBuilder<boolean> => {
  const until = column(alias, 'expires_at')
  return sql`${column(alias, 'state')} = 'published' and ${column(alias, 'publish_at')} <= ${now} and (${until} is null or ${until} > ${now})`
}

/** SQL of `visibilityOf`. */
export function stands(alias: string, is: Visibility, now: Date): RawBuilder<boolean> {
  const [state, from, until] = [column(alias, 'state'), column(alias, 'publish_at'), column(alias, 'expires_at')]
  if (is === 'shown') return shownAt(alias, now)
  if (is === 'scheduled') return sql`${state} = 'published' and ${from} > ${now}`
  if (is === 'expired') return sql`${state} = 'published' and ${from} <= ${now} and ${until} <= ${now}`
  return sql`${state} = ${is}`
}

export type PublishingMoved = {
  at: Date
  by: string
  action: 'published' | 'withdrawn'
  publishAt: string | null
  expiresAt: string | null
}

/** When something was published and withdrawn, newest first. `noun`: what its actions begin with, as in `article.published`. */
export async function listMoves(
  db: DbOrTrx,
  subject: { kind: string; id: string; noun: string },
  atMost: number,
): Promise<PublishingMoved[]> {
  const actions = ['published', 'withdrawn'].map((done) => `${subject.noun}.${done}`)
  const { rows } = await sql<PublishingMoved>`
    select at, actor_name as by, split_part(action, '.', 2) as action, after->>'publishAt' as "publishAt", after->>'expiresAt' as "expiresAt"
    from audit_log where subject_kind = ${subject.kind} and subject_id = ${subject.id} and action = any (${actions}::text[])
    order by at desc, id desc limit ${atMost}`.execute(db)
  return rows
}

/** Older versions are deleted, and files that only they show. */
export const versionsKept = 50

export type Saver = { savedBy: string | null; savedAt: Date }
export type ListedVersion = Saver & {
  version: number
  restoredFrom: number | null
  /** Fields that differ from the version before; of the oldest one that is kept, none. */
  changed: string[]
}

/** Name of whoever saved a version `v`; the name of a merged account is that of the account that it became. */
export const saver = sql`(select coalesce(k.name, m.name) from members m left join members k on k.id = m.merged_into where m.id = v.saved_by) as "savedBy"`

/** Newest first. `versions`: a select of all of them. */
export async function listVersions(db: DbOrTrx, versions: RawBuilder<unknown>, fields: readonly string[]): Promise<ListedVersion[]> {
  const each = sql.join(
    fields.map((one) => sql`case when v.${sql.ref(one)} is distinct from lag(v.${sql.ref(one)}) over w then ${sql.lit(one)} end`),
  )
  const { rows } = await sql<ListedVersion>`
    select v.version, v.saved_at as "savedAt", ${saver}, v.restored_from as "restoredFrom",
      case when lag(v.version) over w is null then '{}'::text[] else array_remove(array[${each}], null) end as changed
    from (${versions}) v window w as (order by v.version) order by v.version desc`.execute(db)
  return rows
}

/** Who saved the current version of each. `current`: their ids, and the version `v` of each. */
export async function readSavers<Id extends number | string>(
  db: DbOrTrx,
  current: RawBuilder<unknown>,
  ids: readonly Id[],
): Promise<Map<Id, Saver>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Saver & { id: Id }>`
    select x.id, v.saved_at as "savedAt", ${saver} from ${current} where x.id = ${anyOf(ids)}`.execute(db)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

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
