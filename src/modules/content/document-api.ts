import { reply, type Api } from '#http/call.ts'
import type { ContentDeps } from './news-api.ts'
import { presentDoc, presentWhole } from './present.ts'
import { previewStatus } from './preview-api.ts'
import { readArticle, readPreview } from './read-article.ts'
import type { DocumentCategory } from './rules.ts'
import { listArticles } from './store.ts'
import { ArticleParams, DocAnswer, DocListAnswer, DocListBody, PreviewQuery } from './wire.ts'

/** B12, B13: what everybody may take away. */
export function documentsApi(api: Api, { db, tokens }: ContentDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Doc/List',
      summary: 'B12 Documents by category and keyword, with their files',
      access: 'public',
      body: DocListBody,
      answers: { 200: DocListAnswer },
    },
    async ({ body: { category, keyword, page, pageSize }, locale, now }) => {
      const asked = { kind: 'document', category, keyword, shownAt: now, state: undefined, page, pageSize } as const
      const { items, total } = await listArticles(db, asked)
      return reply(200, { items: items.map((one) => presentDoc(one, locale)), total, page, pageSize })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Doc/Preview',
      summary: 'A document as it will be, for whoever has a preview link',
      access: 'public',
      query: PreviewQuery,
      answers: { 200: DocAnswer },
      refusals: previewStatus,
    },
    async ({ query: { token }, locale, now }) => {
      const read = await readPreview({ db, tokens }, token, 'document', now)
      if (!read.ok) return read
      const { article, ...beside } = read.value
      return reply(200, { ...presentWhole(article, beside, locale, token), category: article.category as DocumentCategory })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Doc/{id}',
      summary: 'B13 One document with its files',
      access: 'public',
      params: ArticleParams,
      answers: { 200: DocAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params, locale, now }) => {
      const read = await readArticle(db, params.id, 'document', now)
      if (!read.ok) return read
      const { article, ...beside } = read.value
      return reply(200, { ...presentWhole(article, beside, locale), category: article.category as DocumentCategory })
    },
  )
}
