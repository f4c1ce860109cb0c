import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import { publishingMoves, type Dates, type PublishingMove, type PublishingState } from './publishing-rules.ts'
import type { ArticleKind, Category, Texts } from './rules.ts'

export type Written = Texts & { category: Category; pinned: boolean }

const columnsOf = ({ category, pinned, title, summary, body }: Written) => ({
  category,
  pinned,
  title_tw: title.tw,
  title_en: title.en,
  summary_tw: summary.tw,
  summary_en: summary.en,
  body_tw: body.tw,
  body_en: body.en,
})

export async function insertArticle(
  trx: DbOrTrx,
  { kind, by, ...written }: Written & { kind: ArticleKind; by: string | null },
  now: Date,
): Promise<{ id: number; version: number }> {
  return trx
    .insertInto('articles')
    .values({ kind, ...columnsOf(written), created_by: by, created_at: now, updated_at: now })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}

/** Optimistic locking: undefined when it was saved since it was read. */
export async function updateArticle(
  trx: DbOrTrx,
  { id, kind, version, ...written }: Written & { id: number; kind: ArticleKind; version: number },
  now: Date,
): Promise<{ id: number; version: number; state: PublishingState } | undefined> {
  return trx
    .updateTable('articles')
    .set({ ...columnsOf(written), version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('version', '=', version)
    .returning(['id', 'version', 'state'])
    .$narrowType<{ state: PublishingState }>()
    .executeTakeFirst()
}

export async function moveArticle(trx: DbOrTrx, id: number, move: PublishingMove, dates: Dates | undefined, now: Date): Promise<void> {
  const { from, to } = publishingMoves[move]
  await trx
    .updateTable('articles')
    .set({ state: to, updated_at: now, ...(dates && { publish_at: dates.publishAt, expires_at: dates.expiresAt }) })
    .where('id', '=', id)
    .where('state', '=', anyOf(from))
    .execute()
}

export async function deleteArticle(trx: DbOrTrx, id: number): Promise<void> {
  await trx.deleteFrom('articles').where('id', '=', id).where('state', '=', 'draft').execute()
}

/** Locks an article until the end of the transaction. */
export async function lockArticle(trx: DbOrTrx, id: number): Promise<void> {
  await sql`select 1 from articles where id = ${id} for update`.execute(trx)
}

export async function replaceFiles(trx: DbOrTrx, articleId: number, fileIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('article_files').where('article_id', '=', articleId).execute()
  if (fileIds.length === 0) return
  await trx
    .insertInto('article_files')
    .values(fileIds.map((file_id, position) => ({ article_id: articleId, file_id, position })))
    .execute()
}
