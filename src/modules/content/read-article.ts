import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Tokens } from '#modules/accounts/tokens.ts'
import { previewDays, type ArticleKind } from './rules.ts'
import { findArticle, findNeighbours, isFileOf, isShownFile, type Article, type Neighbour } from './store.ts'

type NotFound = { code: 'not_found' }
export type PreviewRefusal = NotFound | { code: 'preview_expired' }
export type ReadArticle = { article: Article; previous: Neighbour | null; next: Neighbour | null }

/** That there is an article is only said while it is shown. */
export async function readArticle(db: Db, id: number, kind: ArticleKind, now: Date): Promise<Result<ReadArticle, NotFound>> {
  const article = await findArticle(db, id, kind, now)
  return article ? ok({ article, ...(await findNeighbours(db, article, now)) }) : refuse({ code: 'not_found' })
}

export async function signPreview(tokens: Tokens, id: number, now: Date): Promise<{ token: string; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + previewDays * 86_400_000)
  return { token: await tokens.signLink(String(id), 'preview-article', now, expiresAt), expiresAt }
}

/** What a preview link opens: an article in whatever state, for a while, for whoever has the link. */
export async function readPreview(
  { db, tokens }: { db: Db; tokens: Tokens },
  token: string,
  kind: ArticleKind,
  now: Date,
): Promise<Result<ReadArticle, PreviewRefusal>> {
  const link = await tokens.readLink(token, now)
  if (link === 'expired') return refuse({ code: 'preview_expired' })
  if (link?.purpose !== 'preview-article') return refuse({ code: 'not_found' })
  const article = await findArticle(db, Number(link.id), kind, undefined)
  return article ? ok({ article, previous: null, next: null }) : refuse({ code: 'not_found' })
}

/** B45: files of what is shown are everybody's, those of a preview are for whoever has its link. */
export async function isFileForEverybody(
  { db, tokens }: { db: Db; tokens: Tokens },
  { fileId, preview }: { fileId: string; preview: string | undefined },
  now: Date,
): Promise<boolean> {
  if (await isShownFile(db, fileId, now)) return true
  const link = preview === undefined ? undefined : await tokens.readLink(preview, now)
  return typeof link === 'object' && link.purpose === 'preview-article' && isFileOf(db, fileId, Number(link.id))
}
