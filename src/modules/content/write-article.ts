import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { keepFiles, releaseFiles } from '#modules/files/keep-files.ts'
import { articleMoves, isComplete, picturesIn, visibilityOf, type ArticleKind, type Visibility } from './rules.ts'
import { findArticle } from './store.ts'
import {
  deleteDraft,
  fileIdsOf,
  insertArticle,
  lockArticle,
  moveArticle,
  replaceFiles,
  updateArticle,
  type Written,
} from './write-store.ts'

type Which = { id: number; kind: ArticleKind }
type NotFound = { code: 'not_found' }
type Incomplete = { code: 'article_incomplete' }
export type SaveRefusal = NotFound | { code: 'article_changed' } | Incomplete | { code: 'no_such_file'; path: string }
export type PublishRefusal = NotFound | Incomplete | { code: 'expires_too_early'; path: 'expiresAt' }
export type WithdrawRefusal = NotFound | { code: 'article_not_published' }
export type DeleteRefusal = NotFound | { code: 'article_not_draft' }

type Saving = Written & { kind: ArticleKind; fileIds: string[]; by: string }
type Saved = { id: number; version: number }

export async function createArticle(db: Db, { by, fileIds, ...written }: Saving, now: Date): Promise<Result<Saved, SaveRefusal>> {
  return inTransaction<Saved, SaveRefusal>(db, async (trx) => {
    const saved = await insertArticle(trx, { ...written, by }, now)
    const kept = await keepArticleFiles(trx, saved.id, { ...written, fileIds, by }, now)
    return kept.ok ? ok(saved) : kept
  })
}

export async function editArticle(
  db: Db,
  { by, fileIds, ...written }: Saving & { id: number; version: number },
  now: Date,
): Promise<Result<Saved, SaveRefusal>> {
  return inTransaction<Saved, SaveRefusal>(db, async (trx) => {
    const saved = await updateArticle(trx, written, now)
    if (!saved) return refuse({ code: (await findArticle(trx, written.id, written.kind, undefined)) ? 'article_changed' : 'not_found' })
    // A published article must stay complete.
    if (saved.state === 'published' && !isComplete(written)) return refuse({ code: 'article_incomplete' })
    const kept = await keepArticleFiles(trx, saved.id, { ...written, fileIds, by }, now)
    return kept.ok ? ok({ id: saved.id, version: saved.version }) : kept
  })
}

/** Files that it had may stay, whoever uploaded them; new ones must be the writer's own. */
async function keepArticleFiles(trx: Trx, id: number, { body, fileIds, by }: Pick<Saving, 'body' | 'fileIds' | 'by'>, now: Date) {
  const wanted = [...new Set([...fileIds, ...picturesIn(body)])]
  const before = await fileIdsOf(trx, id)
  const added = wanted.filter((file) => !before.includes(file))
  const kept = await keepFiles(trx, added, by, now, 'fileIds')
  if (!kept.ok) return kept
  await replaceFiles(trx, id, wanted)
  await releaseFiles(
    trx,
    before.filter((file) => !wanted.includes(file)),
    now,
  )
  return ok(undefined)
}

type Publishing = Which & { publishAt: Date | undefined; expiresAt: Date | null }

/** Publishes now or from a future moment. An article that is shown keeps its date unless another is given. */
export async function publishArticle(
  db: Db,
  { id, kind, publishAt, expiresAt }: Publishing,
  now: Date,
): Promise<Result<Visibility, PublishRefusal>> {
  return inTransaction<Visibility, PublishRefusal>(db, async (trx) => {
    await lockArticle(trx, id)
    const article = await findArticle(trx, id, kind, undefined)
    if (!article) return refuse({ code: 'not_found' })
    if (!isComplete(article)) return refuse({ code: 'article_incomplete' })
    const from = publishAt ?? (visibilityOf(article, now) === 'shown' ? article.publishAt! : now)
    if (expiresAt !== null && (expiresAt <= from || expiresAt <= now)) return refuse({ code: 'expires_too_early', path: 'expiresAt' })
    await moveArticle(trx, { id, kind }, articleMoves.publish, { publishAt: from, expiresAt }, now)
    return ok(visibilityOf({ state: 'published', publishAt: from, expiresAt }, now))
  })
}

export async function withdrawArticle(db: Db, which: Which, now: Date): Promise<Result<void, WithdrawRefusal>> {
  if (await moveArticle(db, which, articleMoves.withdraw, undefined, now)) return ok(undefined)
  return refuse({ code: (await findArticle(db, which.id, which.kind, undefined)) ? 'article_not_published' : 'not_found' })
}

/** Only drafts can be deleted; anything published is withdrawn. */
export async function deleteArticle(db: Db, which: Which, now: Date): Promise<Result<void, DeleteRefusal>> {
  return inTransaction<void, DeleteRefusal>(db, async (trx) => {
    await lockArticle(trx, which.id)
    const files = await fileIdsOf(trx, which.id)
    if (!(await deleteDraft(trx, which)))
      return refuse({ code: (await findArticle(trx, which.id, which.kind, undefined)) ? 'article_not_draft' : 'not_found' })
    await releaseFiles(trx, files, now)
    return ok(undefined)
  })
}
