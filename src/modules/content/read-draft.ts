import type { Db } from '#db/connect.ts'
import { findDraft } from '#modules/logins/preview-draft-store.ts'
import { picturesIn, type ArticleKind } from './rules.ts'
import { filesFor } from './history-store.ts'
import { findArticle, type Article } from './store.ts'
import type { Written } from './write-store.ts'

/** What a draft keeps: the texts, and the ids of its files. */
type DraftContent = Written & { fileIds: string[] }

/** What an editor is writing, as the article that it would be; undefined when the link's id is no draft's. */
export async function readDraft(db: Db, linkId: string, kind: ArticleKind, now: Date): Promise<Article | undefined> {
  const draft = await findDraft<DraftContent>(db, linkId, kind)
  if (!draft) return undefined
  const { fileIds, ...written } = draft.content
  const saved = draft.subject === '' ? undefined : await findArticle(db, Number(draft.subject), kind, undefined)
  const files = await filesFor(db, draft.memberId, [...new Set([...fileIds, ...picturesIn(written.body)])])
  return { ...(saved ?? unsaved(kind, now)), ...written, files }
}

const unsaved = (kind: ArticleKind, now: Date) =>
  ({ id: 0, kind, state: 'draft', publishAt: null, expiresAt: null, version: 0, createdAt: now, updatedAt: now }) as const

/** Whether an unsaved text shows this file, of those that its writer may use. */
export async function isFileOfDraft(db: Db, linkId: string, fileId: string): Promise<boolean> {
  for (const kind of ['news', 'document'] as const) {
    const draft = await findDraft<DraftContent>(db, linkId, kind)
    if (!draft) continue
    const { fileIds, body } = draft.content
    const named = [...fileIds, ...picturesIn(body)].includes(fileId)
    return named && (await filesFor(db, draft.memberId, [fileId])).length > 0
  }
  return false
}
