import type { Db, Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { changedFields } from '#lib/changed-fields.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { keepFiles, releaseFiles, type NoSuchFile } from '#modules/files/keep-files.ts'
import { changedSince, type Changed, type Shelf } from './publish.ts'
import { isComplete, picturesIn, type ArticleKind } from './rules.ts'
import { filesOfVersions, findVersion, keepVersion, readArticleSavers } from './history-store.ts'
import { findArticle, type Article } from './store.ts'
import { deleteArticle, insertArticle, lockArticle, moveArticle, replaceFiles, updateArticle, type Written } from './write-store.ts'

type Which = { id: number; kind: ArticleKind }
export type SaveRefusal = { code: 'not_found' } | Changed<'article'> | Incomplete | NoSuchFile

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
  if (!saved) return refuse(changedSince('article', (await readArticleSavers(trx, [written.id])).get(written.id)))
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
  const before = await filesOfVersions(trx, id)
  const added = wanted.filter((file) => !before.has(file))
  const kept = await keepFiles(trx, added, by, now, 'fileIds')
  if (kept.ok) await replaceFiles(trx, id, wanted)
  return kept
}

type Incomplete = { code: 'article_incomplete' }

export const articleShelf = (kind: ArticleKind): Shelf<number, Article, 'article', Incomplete> => ({
  noun: 'article',
  kind,
  async lock(trx, id) {
    await lockArticle(trx, id)
    return findArticle(trx, id, kind, undefined)
  },
  whyNotShown: (article) => (isComplete(article) ? undefined : { code: 'article_incomplete' }),
  move: moveArticle,
  async remove(trx, { id }) {
    const files = await filesOfVersions(trx, id)
    await deleteArticle(trx, id)
    return [...files]
  },
})

const subjectOf = ({ id, kind, title }: Which & Pick<Written, 'title'>) => ({ kind, id: String(id), label: title })

/** For the audit log: of the body, only that it changed. */
const fieldsOf = ({ category, pinned, title, summary, body }: Written) => ({
  category,
  pinned,
  title,
  summary,
  bodyLength: { tw: body.tw.length, en: body.en.length },
})
