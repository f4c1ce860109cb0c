import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import { isDraftLink, type PreviewRefusal, readPreviewLink } from '#modules/logins/preview-link.ts'
import { isFileOfDraft, readDraft } from './read-draft.ts'
import type { ArticleKind } from './rules.ts'
import { findArticle, findNeighbours, isFileOf, isShownFile, type Article, type Neighbour } from './store.ts'

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
