import type { DataLocale } from '#i18n/languages.ts'
import { sqlWords } from '#db/words.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Dated, PublishingState, Visibility } from './publishing-rules.ts'
import { shownAt as isShownAt, stands } from './publishing-store.ts'
import type { ArticleKind, Category, Texts, Words } from './rules.ts'

export type ArticleFile = { id: string; name: string; size: number; type: string }
export type Article = Dated &
  Texts & {
    id: number
    kind: ArticleKind
    category: Category
    pinned: boolean
    version: number
    createdAt: Date
    updatedAt: Date
    files: ArticleFile[]
  }

type Row = Omit<Article, keyof Texts> & Record<`${keyof Texts}_${DataLocale}`, string>

const files = sql`coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type) order by af.position)
  from article_files af join files f on f.id = af.file_id where af.article_id = a.id), '[]')`
const columns = sql`a.id, a.kind, a.category, a.state, a.pinned, a.title_tw, a.title_en, a.summary_tw, a.summary_en, a.body_tw, a.body_en,
  a.publish_at as "publishAt", a.expires_at as "expiresAt", a.version, a.created_at as "createdAt", a.updated_at as "updatedAt", ${files} as files`

const shown = (now: Date) => isShownAt('a', now)

const articleFrom = ({ title_tw, title_en, summary_tw, summary_en, body_tw, body_en, ...row }: Row): Article => ({
  ...row,
  title: { tw: title_tw, en: title_en },
  summary: { tw: summary_tw, en: summary_en },
  body: { tw: body_tw, en: body_en },
})

/** `shownAt` undefined: in any state. */
export async function findArticle(db: DbOrTrx, id: number, kind: ArticleKind, shownAt: Date | undefined): Promise<Article | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from articles a where a.id = ${id} and a.kind = ${kind} and ${shownAt ? shown(shownAt) : sql`true`}`.execute(db)
  return rows[0] && articleFrom(rows[0])
}

export type Asked = {
  kind: ArticleKind
  category: Category | undefined
  /** Empty: no search. */
  keyword: string
  /** Undefined: for staff, in any state, most recently changed first. */
  shownAt: Date | undefined
  state: PublishingState | undefined
  /** For staff: what visitors see of it at this moment. */
  standing?: { is: Visibility; now: Date } | undefined
  page: number
  pageSize: number
}

/** One page of matches. Ranked by title, then summary, then text; then pinned, then newest. Matching uses the full-text index only. */
export function pageStatement(asked: Asked): RawBuilder<Row & { total: number }> {
  const { page, pageSize, shownAt, keyword } = asked
  // As a subquery, so that the planner does not see the words and always uses the index.
  const query = sql`(select search_query(${keyword}))`
  const at = shownAt ? sql`a.publish_at` : sql`a.updated_at`
  const order = shownAt ? sql`pinned desc, at desc, id desc` : sql`at desc, id desc`
  const sameOrder = shownAt ? sql`page.pinned desc, page.at desc, page.id desc` : sql`page.at desc, page.id desc`
  const limit = sql`limit ${pageSize} offset ${(page - 1) * pageSize}`
  if (keyword === '')
    return sql<Row & { total: number }>`
      with page as (
        select a.id, a.pinned, ${at} as at from articles a where ${fits(asked, query)} order by ${order} ${limit}
      )
      select ${columns}, (select count(*)::integer from articles a where ${fits(asked, query)}) as total
      from page join articles a on a.id = page.id order by ${sameOrder}`
  return sql<Row & { total: number }>`
    with hits as materialized (
      select a.id, a.pinned, ${at} as at, case when a.title_pieces @@ ${query} then 0 when a.lead_pieces @@ ${query} then 1 else 2 end as rank
      from articles a where ${fits(asked, query)}
    ), page as (
      select * from hits order by rank, ${order} ${limit}
    )
    select ${columns}, (select count(*)::integer from hits) as total
    from page join articles a on a.id = page.id order by page.rank, ${sameOrder}`
}

/** Must equal the expression of the index `articles_search`. */
const wholeText = sql`search_pieces(a.title_tw || ' ' || a.title_en || ' ' || a.summary_tw || ' ' || a.summary_en || ' ' || a.body_tw || ' ' || a.body_en)`

function fits({ kind, category, keyword, shownAt, state, standing }: Asked, query: RawBuilder<unknown>): RawBuilder<unknown> {
  const conditions = [
    sql`a.kind = ${kind}`,
    ...(shownAt ? [shown(shownAt)] : []),
    ...(category ? [sql`a.category = ${category}`] : []),
    ...(state ? [sql`a.state = ${state}`] : []),
    ...(standing ? [stands('a', standing.is, standing.now)] : []),
    ...(keyword === '' ? [] : [sql`${wholeText} @@ ${query}`]),
  ]
  return sql.join(conditions, sql` and `)
}

export async function listArticles(db: DbOrTrx, asked: Asked): Promise<{ items: Article[]; total: number }> {
  const { rows } = await pageStatement(asked).execute(db)
  const items = rows.map(({ total: _, ...row }) => articleFrom(row))
  if (rows[0] || asked.page === 1) return { items, total: rows[0]?.total ?? 0 }
  // Beyond the last page the total is read separately.
  const first = await pageStatement({ ...asked, page: 1, pageSize: 1 }).execute(db)
  return { items, total: first.rows[0]?.total ?? 0 }
}

export type Neighbour = { id: number; title: Words }

/** Previous and next among the shown articles. */
export async function findNeighbours(
  db: DbOrTrx,
  { id, kind, publishAt }: Pick<Article, 'id' | 'kind' | 'publishAt'>,
  now: Date,
): Promise<{ previous: Neighbour | null; next: Neighbour | null }> {
  const one = (side: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
    select json_build_object('id', a.id, 'title', ${sqlWords('a.title')}) from articles a
    where a.kind = ${kind} and ${shown(now)} and (a.publish_at, a.id) ${side} (${publishAt}::timestamptz, ${id}::integer)
    order by a.publish_at ${order}, a.id ${order} limit 1)`
  const { rows } = await sql<{ previous: Neighbour | null; next: Neighbour | null }>`
    select ${one(sql`<`, sql`desc`)} as previous, ${one(sql`>`, sql`asc`)} as next`.execute(db)
  return rows[0]!
}

/** True when a shown article embeds or attaches this file. */
export async function isShownFile(db: DbOrTrx, fileId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from article_files af join articles a on a.id = af.article_id where af.file_id = ${fileId} and ${shown(now)}) as found`.execute(
    db,
  )
  return rows[0]!.found
}

export async function isFileOf(db: DbOrTrx, fileId: string, articleId: number): Promise<boolean> {
  const found = await db
    .selectFrom('article_files')
    .select('file_id')
    .where('file_id', '=', fileId)
    .where('article_id', '=', articleId)
    .executeTakeFirst()
  return found !== undefined
}
