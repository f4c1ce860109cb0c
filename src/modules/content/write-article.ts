import type { Db, Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { changedFields } from '#lib/changed-fields.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { keepFiles, releaseFiles } from '#modules/files/keep-files.ts'
import { articleMoves, isComplete, picturesIn, visibilityOf, type ArticleKind, type Visibility } from './rules.ts'
import { filesOfVersions, findVersion, keepVersion, readSavers } from './history-store.ts'
import { findArticle, type Article } from './store.ts'
import { deleteDraft, insertArticle, lockArticle, moveArticle, replaceFiles, updateArticle, type Written } from './write-store.ts'

type Which = { id: number; kind: ArticleKind }
type NotFound = { code: 'not_found' }
type Incomplete = { code: 'article_incomplete' }
/** Saved by somebody else since it was read: by whom and when. */
type Changed = { code: 'article_changed'; changedBy: string | null; changedAt: Date | null }
export type SaveRefusal = NotFound | Changed | Incomplete | { code: 'no_such_file'; path: string }
export type PublishRefusal = NotFound | Incomplete | { code: 'expires_too_early'; path: 'expiresAt' }
export type WithdrawRefusal = NotFound | { code: 'article_not_published' }
export type DeleteRefusal = NotFound | { code: 'article_not_draft' }

type Saving = Written & { kind: ArticleKind; fileIds: string[]; by: string }
type Saved = { id: number; version: number }

export async function createArticle(
  db: Db,
  { by, fileIds, ...written }: Saving,
  audit: Audit,
  now: Date,
): Promise<Result<Saved, SaveRefusal>> {
  return inTransaction<Saved, SaveRefusal>(db, async (trx) => {
    const saved = await insertArticle(trx, { ...written, by }, now)
    const kept = await keepArticleFiles(trx, saved.id, { ...written, fileIds, by }, now)
    if (!kept.ok) return kept
    await releaseFiles(trx, await keepVersion(trx, saved.id, { by }, now), now)
    await audit(trx, { action: 'article.written', subject: subjectOf({ ...written, id: saved.id }) })
    return ok(saved)
  })
}

export async function editArticle(
  db: Db,
  saving: Saving & { id: number; version: number },
  audit: Audit,
  now: Date,
): Promise<Result<Saved, SaveRefusal>> {
  return inTransaction<Saved, SaveRefusal>(db, async (trx) => {
    const edited = await editWithin(trx, saving, null, now)
    if (!edited.ok) return edited
    const { before, saved } = edited.value
    await audit(trx, { action: 'article.changed', subject: subjectOf(saving), ...changedFields(fieldsOf(before), fieldsOf(saving)) })
    return ok(saved)
  })
}

type Restoring = Which & { version: number; restored: number; by: string }

/** Brings an earlier version back, as a new version: nothing of the history is lost. */
export async function restoreArticle(
  db: Db,
  { id, kind, version, restored, by }: Restoring,
  audit: Audit,
  now: Date,
): Promise<Result<Saved, SaveRefusal>> {
  return inTransaction<Saved, SaveRefusal>(db, async (trx) => {
    const earlier = await findVersion(trx, id, kind, restored)
    if (!earlier) return refuse({ code: 'not_found' })
    const { category, pinned, title, summary, body, files } = earlier
    const saving = { id, kind, version, category, pinned, title, summary, body, fileIds: files.map((file) => file.id), by }
    const edited = await editWithin(trx, saving, restored, now)
    if (!edited.ok) return edited
    const { before, saved } = edited.value
    const { before: was, after } = changedFields(fieldsOf(before), fieldsOf(saving))
    await audit(trx, { action: 'article.restored', subject: subjectOf(saving), before: was, after: { ...after, restoredFrom: restored } })
    return ok(saved)
  })
}

async function editWithin(
  trx: Trx,
  { by, fileIds, ...written }: Saving & { id: number; version: number },
  restoredFrom: number | null,
  now: Date,
): Promise<Result<{ before: Article; saved: Saved }, SaveRefusal>> {
  const before = await findArticle(trx, written.id, written.kind, undefined)
  if (!before) return refuse({ code: 'not_found' })
  const saved = await updateArticle(trx, written, now)
  if (!saved) {
    const saver = (await readSavers(trx, [written.id])).get(written.id)
    return refuse({ code: 'article_changed', changedBy: saver?.savedBy ?? null, changedAt: saver?.savedAt ?? null })
  }
  // A published article must stay complete.
  if (saved.state === 'published' && !isComplete(written)) return refuse({ code: 'article_incomplete' })
  const kept = await keepArticleFiles(trx, saved.id, { ...written, fileIds, by }, now)
  if (!kept.ok) return kept
  await releaseFiles(trx, await keepVersion(trx, saved.id, { by, restoredFrom }, now), now)
  return ok({ before, saved: { id: saved.id, version: saved.version } })
}

/** Files that one of its versions has may be used, whoever uploaded them; new ones must be the writer's own. */
async function keepArticleFiles(trx: Trx, id: number, { body, fileIds, by }: Pick<Saving, 'body' | 'fileIds' | 'by'>, now: Date) {
  const wanted = [...new Set([...fileIds, ...picturesIn(body)])]
  const before = new Set(await filesOfVersions(trx, id))
  const added = wanted.filter((file) => !before.has(file))
  const kept = await keepFiles(trx, added, by, now, 'fileIds')
  if (kept.ok) await replaceFiles(trx, id, wanted)
  return kept
}

type Publishing = Which & { publishAt: Date | undefined; expiresAt: Date | null }

/** Publishes now or from a future moment. An article that is shown keeps its date unless another is given. */
export async function publishArticle(
  db: Db,
  { id, kind, publishAt, expiresAt }: Publishing,
  audit: Audit,
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
    await audit(trx, { action: 'article.published', subject: subjectOf(article), after: { publishAt: from, expiresAt } })
    return ok(visibilityOf({ state: 'published', publishAt: from, expiresAt }, now))
  })
}

export async function withdrawArticle(db: Db, which: Which, audit: Audit, now: Date): Promise<Result<void, WithdrawRefusal>> {
  return inTransaction<void, WithdrawRefusal>(db, async (trx) => {
    const isMoved = await moveArticle(trx, which, articleMoves.withdraw, undefined, now)
    const article = await findArticle(trx, which.id, which.kind, undefined)
    if (!article) return refuse({ code: 'not_found' })
    if (!isMoved) return refuse({ code: 'article_not_published' })
    await audit(trx, { action: 'article.withdrawn', subject: subjectOf(article) })
    return ok(undefined)
  })
}

/** Only drafts can be deleted; anything published is withdrawn. */
export async function deleteArticle(db: Db, which: Which, audit: Audit, now: Date): Promise<Result<void, DeleteRefusal>> {
  return inTransaction<void, DeleteRefusal>(db, async (trx) => {
    await lockArticle(trx, which.id)
    const article = await findArticle(trx, which.id, which.kind, undefined)
    if (!article) return refuse({ code: 'not_found' })
    const files = await filesOfVersions(trx, which.id)
    if (!(await deleteDraft(trx, which))) return refuse({ code: 'article_not_draft' })
    await releaseFiles(trx, files, now)
    await audit(trx, { action: 'article.deleted', subject: subjectOf(article) })
    return ok(undefined)
  })
}

const subjectOf = ({ id, kind, title }: Which & Pick<Written, 'title'>) => ({ kind, id: String(id), label: title })

/** For the audit log: of the body, only that it changed. */
const fieldsOf = ({ category, pinned, title, summary, body }: Written) => ({
  category,
  pinned,
  title,
  summary,
  bodyLength: { tw: body.tw.length, en: body.en.length },
})
