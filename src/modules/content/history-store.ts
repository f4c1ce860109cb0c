import { sqlWords } from '#db/words.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import { listVersions, readSavers, saver, versionsKept, type Saver } from './publishing-store.ts'
import type { ArticleKind } from './rules.ts'
import type { NewStory } from './story-rules.ts'
import type { ArticleFile } from './store.ts'
import type { Written } from './write-store.ts'

type Keeping = { by: string | null; /** The version that was brought back. */ restoredFrom?: number | null }

/** Copies the article as it is now, with its files, into its history. Answers files that nothing shows any more. */
export async function keepVersion(trx: DbOrTrx, articleId: number, { by, restoredFrom = null }: Keeping, now: Date): Promise<string[]> {
  await sql`
    insert into article_versions (article_id, version, category, pinned, title_tw, title_en, summary_tw, summary_en, body_tw, body_en, saved_by, saved_at, restored_from)
    select id, version, category, pinned, title_tw, title_en, summary_tw, summary_en, body_tw, body_en, ${by}::uuid, ${now}::timestamptz, ${restoredFrom}::integer
    from articles where id = ${articleId}`.execute(trx)
  await sql`
    insert into article_version_files (article_id, version, file_id, position)
    select f.article_id, a.version, f.file_id, f.position from article_files f join articles a on a.id = f.article_id where a.id = ${articleId}`.execute(
    trx,
  )
  return dropOldVersions(trx, articleId)
}

async function dropOldVersions(trx: DbOrTrx, articleId: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct f.file_id as id from article_version_files f join articles a on a.id = f.article_id
    where a.id = ${articleId} and f.version <= a.version - ${versionsKept}`.execute(trx)
  await sql`
    delete from article_versions v using articles a
    where a.id = ${articleId} and v.article_id = a.id and v.version <= a.version - ${versionsKept}`.execute(trx)
  if (rows.length === 0) return []
  const kept = await filesOfVersions(trx, articleId)
  return rows.map(({ id }) => id).filter((id) => !kept.has(id))
}

/** Files of all versions of an article: whoever edits it may use them again. */
export async function filesOfVersions(trx: DbOrTrx, articleId: number): Promise<Set<string>> {
  const rows = await trx.selectFrom('article_version_files').select('file_id').distinct().where('article_id', '=', articleId).execute()
  return new Set(rows.map((row) => row.file_id))
}

/** Those of the named files that this editor may show in an article: their own, and those of articles. */
export async function filesFor(db: DbOrTrx, memberId: string, ids: readonly string[]): Promise<ArticleFile[]> {
  const { rows } = await sql<ArticleFile>`
    select f.id, f.name, f.size, f.type from unnest(${ids}::uuid[]) with ordinality as wanted (id, position) join files f on f.id = wanted.id
    where f.stored and (f.owner_id = ${memberId} or exists (select from article_version_files w where w.file_id = f.id))
    order by wanted.position`.execute(db)
  return rows
}

export type Version = Written & Saver & { files: ArticleFile[]; version: number }

export async function findVersion(db: DbOrTrx, articleId: number, kind: ArticleKind, version: number): Promise<Version | undefined> {
  const { rows } = await sql<Version>`
    select v.version, v.category, v.pinned, ${sqlWords('v.title')} as title, ${sqlWords('v.summary')} as summary, ${sqlWords('v.body')} as body,
      v.saved_at as "savedAt", ${saver},
      coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type) order by w.position)
        from article_version_files w join files f on f.id = w.file_id where w.article_id = v.article_id and w.version = v.version), '[]') as files
    from article_versions v join articles a on a.id = v.article_id
    where v.article_id = ${articleId} and v.version = ${version} and a.kind = ${kind}`.execute(db)
  return rows[0]
}

const fields = ['category', 'pinned', 'title_tw', 'title_en', 'summary_tw', 'summary_en', 'body_tw', 'body_en', 'files'] as const

export const listArticleVersions = (db: DbOrTrx, articleId: number) =>
  listVersions(
    db,
    sql`select x.*, (select array_agg(f.file_id order by f.position) from article_version_files f where f.article_id = x.article_id and f.version = x.version) as files
      from article_versions x where x.article_id = ${articleId}`,
    fields,
  )

export const readArticleSavers = (db: DbOrTrx, ids: readonly number[]) =>
  readSavers(db, sql`articles x join article_versions v on v.article_id = x.id and v.version = x.version`, ids)

/** Copies the story as it is now, with its pictures, into its history. Answers files that nothing shows any more. */
export async function keepStoryVersion(trx: DbOrTrx, id: string, { by, restoredFrom = null }: Keeping, now: Date): Promise<string[]> {
  await sql`
    insert into highlight_versions (highlight_id, version, title_tw, title_en, text_tw, text_en, day, saved_by, saved_at, restored_from)
    select id, version, title_tw, title_en, text_tw, text_en, day, ${by}::uuid, ${now}::timestamptz, ${restoredFrom}::integer from highlights where id = ${id}`.execute(
    trx,
  )
  await sql`
    insert into highlight_version_pictures (highlight_id, version, position, file_id, alt_tw, alt_en)
    select p.highlight_id, h.version, p.position, p.file_id, p.alt_tw, p.alt_en
    from highlight_pictures p join highlights h on h.id = p.highlight_id where h.id = ${id}`.execute(trx)
  return dropOldStoryVersions(trx, id)
}

async function dropOldStoryVersions(trx: DbOrTrx, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct p.file_id as id from highlight_version_pictures p join highlights h on h.id = p.highlight_id
    where h.id = ${id} and p.version <= h.version - ${versionsKept}`.execute(trx)
  await sql`
    delete from highlight_versions v using highlights h
    where h.id = ${id} and v.highlight_id = h.id and v.version <= h.version - ${versionsKept}`.execute(trx)
  if (rows.length === 0) return []
  const kept = await filesOfStoryVersions(trx, id)
  return rows.map((row) => row.id).filter((file) => !kept.has(file))
}

/** Files of all versions of a story: whoever edits it may use them again. */
export async function filesOfStoryVersions(db: DbOrTrx, id: string): Promise<Set<string>> {
  const rows = await db.selectFrom('highlight_version_pictures').select('file_id').distinct().where('highlight_id', '=', id).execute()
  return new Set(rows.map((row) => row.file_id))
}

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

const storyFields = ['title_tw', 'title_en', 'text_tw', 'text_en', 'day', 'pictures'] as const

export const listStoryVersions = (db: DbOrTrx, id: string) =>
  listVersions(
    db,
    sql`select x.*, (select array_agg(concat_ws(chr(31), p.file_id, p.alt_tw, p.alt_en) order by p.position) from highlight_version_pictures p
        where p.highlight_id = x.highlight_id and p.version = x.version) as pictures
      from highlight_versions x where x.highlight_id = ${id}`,
    storyFields,
  )

export const readStorySavers = (db: DbOrTrx, ids: readonly string[]) =>
  readSavers(db, sql`highlights x join highlight_versions v on v.highlight_id = x.id and v.version = x.version`, ids)
