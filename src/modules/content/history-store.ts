import type { DataLocale } from '#i18n/languages.ts'
import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { ListedVersion } from '#modules/audit/history-present.ts'
import type { ArticleKind } from './rules.ts'
import type { ArticleFile } from './store.ts'
import type { Written } from './write-store.ts'

/** Older versions are deleted, and files that only they show. */
export const versionsKept = 50

/** Copies the article as it is now, with its files, into its history. Answers files that nothing shows any more. */
export async function keepVersion(
  trx: DbOrTrx,
  articleId: number,
  { by, restoredFrom = null }: { by: string | null; restoredFrom?: number | null },
  now: Date,
): Promise<string[]> {
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
  const kept = new Set(await filesOfVersions(trx, articleId))
  return rows.map(({ id }) => id).filter((id) => !kept.has(id))
}

/** Files of all versions of an article: whoever edits it may use them again. */
export async function filesOfVersions(trx: DbOrTrx, articleId: number): Promise<string[]> {
  const rows = await trx.selectFrom('article_version_files').select('file_id').distinct().where('article_id', '=', articleId).execute()
  return rows.map((row) => row.file_id)
}

/** Those of the named files that this editor may show in an article: their own, and those of articles. */
export async function filesFor(db: DbOrTrx, memberId: string, ids: readonly string[]): Promise<ArticleFile[]> {
  const { rows } = await sql<ArticleFile>`
    select f.id, f.name, f.size, f.type from unnest(${ids}::uuid[]) with ordinality as wanted (id, position) join files f on f.id = wanted.id
    where f.stored and (f.owner_id = ${memberId} or exists (select from article_version_files w where w.file_id = f.id))
    order by wanted.position`.execute(db)
  return rows
}

export type Version = Written & { files: ArticleFile[]; version: number; savedAt: Date; savedBy: string | null }
type Row = Omit<Version, 'title' | 'summary' | 'body'> & Record<`${'title' | 'summary' | 'body'}_${DataLocale}`, string>

/** Name of whoever saved it; the name of a merged account is that of the account that it became. */
const saver = sql`(select coalesce(k.name, m.name) from members m left join members k on k.id = m.merged_into where m.id = v.saved_by) as "savedBy"`

export async function findVersion(db: DbOrTrx, articleId: number, kind: ArticleKind, version: number): Promise<Version | undefined> {
  const { rows } = await sql<Row>`
    select v.version, v.category, v.pinned, v.title_tw, v.title_en, v.summary_tw, v.summary_en, v.body_tw, v.body_en, v.saved_at as "savedAt", ${saver},
      coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type) order by w.position)
        from article_version_files w join files f on f.id = w.file_id where w.article_id = v.article_id and w.version = v.version), '[]') as files
    from article_versions v join articles a on a.id = v.article_id
    where v.article_id = ${articleId} and v.version = ${version} and a.kind = ${kind}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { title_tw, title_en, summary_tw, summary_en, body_tw, body_en, ...rest } = row
  return {
    ...rest,
    title: { tw: title_tw, en: title_en },
    summary: { tw: summary_tw, en: summary_en },
    body: { tw: body_tw, en: body_en },
  }
}

const fields = ['category', 'pinned', 'title_tw', 'title_en', 'summary_tw', 'summary_en', 'body_tw', 'body_en'] as const

/** Newest first. */
export async function listVersions(db: DbOrTrx, articleId: number): Promise<ListedVersion[]> {
  const each = sql.join(
    fields.map((one) => sql`case when v.${sql.ref(one)} is distinct from lag(v.${sql.ref(one)}) over w then ${sql.lit(one)} end`),
  )
  const { rows } = await sql<ListedVersion>`
    select v.version, v.saved_at as "savedAt", ${saver}, v.restored_from as "restoredFrom",
      case when lag(v.version) over w is null then '{}'::text[] else array_remove(array[${each},
        case when v.files is distinct from lag(v.files) over w then 'files' end], null) end as changed
    from (select x.*, (select array_agg(f.file_id order by f.position) from article_version_files f where f.article_id = x.article_id and f.version = x.version) as files
      from article_versions x where x.article_id = ${articleId}) v
    window w as (order by v.version) order by v.version desc`.execute(db)
  return rows
}

export type Saver = { savedBy: string | null; savedAt: Date }

/** Who saved the current version of each article. */
export async function readSavers(db: DbOrTrx, articleIds: readonly number[]): Promise<Map<number, Saver>> {
  if (articleIds.length === 0) return new Map()
  const { rows } = await sql<Saver & { id: number }>`
    select a.id, v.saved_at as "savedAt", ${saver}
    from articles a join article_versions v on v.article_id = a.id and v.version = a.version
    where a.id = ${anyOf(articleIds)}`.execute(db)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
