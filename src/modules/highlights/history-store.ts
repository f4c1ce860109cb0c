import { sqlWords } from '#db/words.ts'
import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { ListedVersion } from '#modules/audit/history-present.ts'
import type { NewStory } from './rules.ts'

/** Older versions are deleted, and files that only they show. */
export const storyVersionsKept = 50

/** Copies the story as it is now, with its pictures, into its history. Answers files that nothing shows any more. */
export async function keepStoryVersion(
  trx: DbOrTrx,
  id: string,
  { by, restoredFrom = null }: { by: string | null; restoredFrom?: number | null },
  now: Date,
): Promise<string[]> {
  await sql`
    insert into highlight_versions (highlight_id, version, title_tw, title_en, text_tw, text_en, day, saved_by, saved_at, restored_from)
    select id, version, title_tw, title_en, text_tw, text_en, day, ${by}::uuid, ${now}::timestamptz, ${restoredFrom}::integer from highlights where id = ${id}`.execute(
    trx,
  )
  await sql`
    insert into highlight_version_pictures (highlight_id, version, position, file_id, alt_tw, alt_en)
    select p.highlight_id, h.version, p.position, p.file_id, p.alt_tw, p.alt_en
    from highlight_pictures p join highlights h on h.id = p.highlight_id where h.id = ${id}`.execute(trx)
  return dropOldVersions(trx, id)
}

async function dropOldVersions(trx: DbOrTrx, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct p.file_id as id from highlight_version_pictures p join highlights h on h.id = p.highlight_id
    where h.id = ${id} and p.version <= h.version - ${storyVersionsKept}`.execute(trx)
  await sql`
    delete from highlight_versions v using highlights h
    where h.id = ${id} and v.highlight_id = h.id and v.version <= h.version - ${storyVersionsKept}`.execute(trx)
  if (rows.length === 0) return []
  const kept = await filesOfStoryVersions(trx, id)
  return rows.map((row) => row.id).filter((file) => !kept.has(file))
}

/** Files of all versions of a story: whoever edits it may use them again. */
export async function filesOfStoryVersions(db: DbOrTrx, id: string): Promise<Set<string>> {
  const rows = await db.selectFrom('highlight_version_pictures').select('file_id').distinct().where('highlight_id', '=', id).execute()
  return new Set(rows.map((row) => row.file_id))
}

/** Name of whoever saved it; the name of a merged account is that of the account that it became. */
const saver = sql`(select coalesce(k.name, m.name) from members m left join members k on k.id = m.merged_into where m.id = v.saved_by) as "savedBy"`

export type Saver = { savedBy: string | null; savedAt: Date }
export type StoryVersion = NewStory & Saver & { version: number }

export async function findStoryVersion(db: DbOrTrx, id: string, version: number): Promise<StoryVersion | undefined> {
  const { rows } = await sql<StoryVersion>`
    select v.version, ${sqlWords('v.title')} as title, ${sqlWords('v.text')} as text,
      v.day, v.saved_at as "savedAt", ${saver},
      coalesce((select json_agg(json_build_object('fileId', p.file_id, 'alt', ${sqlWords('p.alt')}) order by p.position)
        from highlight_version_pictures p where p.highlight_id = v.highlight_id and p.version = v.version), '[]') as pictures
    from highlight_versions v where v.highlight_id = ${id} and v.version = ${version}`.execute(db)
  return rows[0]
}

const fields = ['title_tw', 'title_en', 'text_tw', 'text_en', 'day'] as const

/** Newest first, with the fields that differ from the version before. */
export async function listStoryVersions(db: DbOrTrx, id: string): Promise<ListedVersion[]> {
  const each = sql.join(
    fields.map((one) => sql`case when v.${sql.ref(one)} is distinct from lag(v.${sql.ref(one)}) over w then ${sql.lit(one)} end`),
  )
  const { rows } = await sql<ListedVersion>`
    select v.version, v.saved_at as "savedAt", ${saver}, v.restored_from as "restoredFrom",
      case when lag(v.version) over w is null then '{}'::text[] else array_remove(array[${each},
        case when v.pictures is distinct from lag(v.pictures) over w then 'pictures' end], null) end as changed
    from (select x.*, (select array_agg(concat_ws(chr(31), p.file_id, p.alt_tw, p.alt_en) order by p.position) from highlight_version_pictures p
        where p.highlight_id = x.highlight_id and p.version = x.version) as pictures
      from highlight_versions x where x.highlight_id = ${id}) v
    window w as (order by v.version) order by v.version desc`.execute(db)
  return rows
}

/** Who saved the current version of each story. */
export async function readStorySavers(db: DbOrTrx, ids: readonly string[]): Promise<Map<string, Saver>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Saver & { id: string }>`
    select h.id, v.saved_at as "savedAt", ${saver}
    from highlights h join highlight_versions v on v.highlight_id = h.id and v.version = h.version
    where h.id = ${anyOf(ids)}`.execute(db)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
