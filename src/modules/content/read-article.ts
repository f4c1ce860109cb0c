import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import { isDraftLink, type PreviewRefusal, readPreviewLink } from './preview-link.ts'
import { picturesIn, type ArticleKind } from './rules.ts'
import { filesFor } from './history-store.ts'
import { findDraft } from './publishing-store.ts'
import { findArticle, findNeighbours, isFileOf, isShownFile, type Article, type Neighbour } from './store.ts'
import type { Written } from './write-store.ts'

type NotFound = { code: 'not_found' }
export type ReadArticle = { article: Article; previous: Neighbour | null; next: Neighbour | null }

/** An article that is not shown is not found. */
export async function readArticle(db: Db, id: number, kind: ArticleKind, now: Date): Promise<Result<ReadArticle, NotFound>> {
  const article = await findArticle(db, id, kind, now)
  return article ? ok({ article, ...(await findNeighbours(db, article, now)) }) : refuse({ code: 'not_found' })
}

/** The article of a preview link, in any state, while the link is valid. */
export async function readPreview(
  { db, tokens }: { db: Db; tokens: Tokens },
  token: string,
  kind: ArticleKind,
  now: Date,
): Promise<Result<ReadArticle, PreviewRefusal>> {
  const link = await readPreviewLink(tokens, 'preview-article', token, now)
  if (!link.ok) return link
  const isDraft = isDraftLink(link.value)
  const article = isDraft ? await readDraft(db, link.value, kind, now) : await findArticle(db, Number(link.value), kind, undefined)
  return article ? ok({ article, previous: null, next: null }) : refuse({ code: 'not_found' })
}

/** Files of shown articles are public; files of a preview need its token. */
export async function isFileForEverybody(
  { db, tokens }: { db: Db; tokens: Tokens },
  { fileId, preview }: { fileId: string; preview: string | undefined },
  now: Date,
): Promise<boolean> {
  if (await isShownFile(db, fileId, now)) return true
  if (preview === undefined) return false
  const link = await readPreviewLink(tokens, 'preview-article', preview, now)
  if (link.ok && isDraftLink(link.value)) return isFileOfDraft(db, link.value, fileId)
  return link.ok && isFileOf(db, fileId, Number(link.value))
}

/** What a draft keeps: the texts, and the ids of its files. */
type DraftContent = Written & { fileIds: string[] }

/** What an editor is writing, as the article that it would be; undefined when the link's id is no draft's. */
async function readDraft(db: Db, linkId: string, kind: ArticleKind, now: Date): Promise<Article | undefined> {
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
async function isFileOfDraft(db: Db, linkId: string, fileId: string): Promise<boolean> {
  for (const kind of ['news', 'document'] as const) {
    const draft = await findDraft<DraftContent>(db, linkId, kind)
    if (!draft) continue
    const { fileIds, body } = draft.content
    const named = [...fileIds, ...picturesIn(body)].includes(fileId)
    return named && (await filesFor(db, draft.memberId, [fileId])).length > 0
  }
  return false
}
