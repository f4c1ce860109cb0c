import { reply, type Api } from '#http/call.ts'
import { htmlLang, type Locale } from '#i18n/locale.ts'
import { text } from '#i18n/text.ts'
import { renderRss } from '#lib/rss.ts'
import { readName } from '#modules/centre/store.ts'
import type { z } from 'zod'
import { landingLink } from '#modules/logins/landing-link.ts'
import { presentDoc, presentNews, presentWhole } from './present.ts'
import { previewStatus, type PublishingDeps } from './publishing-api.ts'
import { readArticle, readPreview, type ReadArticle } from './read-article.ts'
import { inLanguage, type ArticleKind } from './rules.ts'
import { listArticles, type Article } from './store.ts'
import {
  ArticleParams,
  DocAnswer,
  DocListAnswer,
  DocListBody,
  NewsAnswer,
  NewsListAnswer,
  NewsListBody,
  PreviewQuery,
  RssQuery,
  type DocItem,
  type NewsItem,
} from './wire.ts'

type Listed = { items: (NewsItem | DocItem)[]; total: number; page: number; pageSize: number }
type Whole = NewsAnswer | DocAnswer

/** What differs between news and documents: paths, texts and schemas. */
type Spelling = {
  kind: ArticleKind
  list: { path: string; summary: string; body: typeof NewsListBody | typeof DocListBody; answer: z.ZodType<Listed, Listed> }
  preview: { path: string; summary: string }
  detail: { path: string; summary: string; answer: z.ZodType<Whole, Whole> }
  present(article: Article, locale: Locale): NewsItem | DocItem
}

const news: Spelling = {
  kind: 'news',
  list: {
    path: '/api/News/List',
    summary: 'B10 News by category and keyword; pinned first, then the newest; by keyword, what has it in its title first',
    body: NewsListBody,
    answer: NewsListAnswer,
  },
  preview: { path: '/api/News/Preview', summary: 'News as it will be, for whoever has a preview link' },
  detail: {
    path: '/api/News/{id}',
    summary: 'B11 One article with its files, and the ones published before and after it',
    answer: NewsAnswer,
  },
  present: presentNews,
}
const documents: Spelling = {
  kind: 'document',
  list: {
    path: '/api/Doc/List',
    summary: 'B12 Documents by category and keyword, with their files',
    body: DocListBody,
    answer: DocListAnswer,
  },
  preview: { path: '/api/Doc/Preview', summary: 'A document as it will be, for whoever has a preview link' },
  detail: { path: '/api/Doc/{id}', summary: 'B13 One document with its files', answer: DocAnswer },
  present: presentDoc,
}

/** Public calls of news and documents. */
export function articlesApi(api: Api, deps: PublishingDeps): void {
  for (const spelling of [news, documents]) readingApi(api, deps, spelling)
}

function readingApi(api: Api, { db, tokens, publicUrl }: PublishingDeps, { kind, list, preview, detail, present }: Spelling): void {
  const linkTo = (id: number) => landingLink({ tokens, publicUrl }, `${kind === 'news' ? '/news' : '/documents'}/detail?id=${id}`)
  const wholeFrom = ({ article, ...beside }: ReadArticle, locale: Locale, token?: string): Whole =>
    ({ ...presentWhole(article, beside, locale, token), link: linkTo(article.id), category: article.category }) as Whole

  api.add(
    {
      method: 'post',
      path: list.path,
      reads: true,
      summary: list.summary,
      access: 'public',
      body: list.body,
      answers: { 200: list.answer },
    },
    async ({ body: { category, keyword, page, pageSize }, locale, now }) => {
      const { items, total } = await listArticles(db, { kind, category, keyword, shownAt: now, state: undefined, page, pageSize })
      return reply(200, { items: items.map((one) => present(one, locale)), total, page, pageSize })
    },
  )

  api.add(
    {
      method: 'get',
      path: preview.path,
      summary: preview.summary,
      access: 'public',
      query: PreviewQuery,
      answers: { 200: detail.answer },
      refusals: previewStatus,
    },
    async ({ query: { token }, locale, now }) => {
      const read = await readPreview({ db, tokens }, token, kind, now)
      return read.ok ? reply(200, wholeFrom(read.value, locale, token)) : read
    },
  )

  api.add(
    {
      method: 'get',
      path: detail.path,
      summary: detail.summary,
      access: 'public',
      params: ArticleParams,
      answers: { 200: detail.answer },
      refusals: { not_found: 404 },
    },
    async ({ params, locale, now }) => {
      const read = await readArticle(db, params.id, kind, now)
      return read.ok ? reply(200, wholeFrom(read.value, locale)) : read
    },
  )
}

const inFeed = 30

/** News as RSS. Registered before `/api/News/{id}`, which would match its path. */
export function rssApi(api: Api, { db, publicUrl }: Pick<PublishingDeps, 'db' | 'publicUrl'>): void {
  api.add(
    {
      method: 'get',
      path: '/api/News/Rss',
      summary: 'The newest news as RSS 2.0; language by ?lang=tw or ?lang=en',
      access: 'public',
      query: RssQuery,
      answers: { 200: 'bytes' },
    },
    async ({ query, locale: preferred, now }) => {
      const locale = query.lang ?? preferred
      const asked = { kind: 'news', category: undefined, keyword: '', shownAt: now, state: undefined, page: 1, pageSize: inFeed } as const
      const centre = await readName(db, locale)
      const { items } = await listArticles(db, asked)
      const site = `${publicUrl.replace(/\/$/, '')}/${locale}`
      const feed = renderRss({
        title: `${text('news_title', locale)} · ${centre}`,
        description: text('news_description', locale, { centre })!,
        link: `${site}/news`,
        self: `${publicUrl.replace(/\/$/, '')}/api/News/Rss?lang=${locale}`,
        language: htmlLang(locale).toLowerCase(),
        items: items
          .toSorted((a, b) => b.publishAt!.getTime() - a.publishAt!.getTime())
          .map((one) => {
            const { title, summary } = inLanguage(one, locale)
            const link = `${site}/news/detail?id=${one.id}`
            return {
              title,
              description: summary,
              link,
              category: text(`content_category_${one.category}`, locale)!,
              publishedAt: one.publishAt!,
            }
          }),
      })
      return reply(200, feed, { 'content-type': 'application/rss+xml; charset=utf-8', 'cache-control': 'public, max-age=60' })
    },
  )
}
