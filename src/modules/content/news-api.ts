import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import { text } from '#http/problem.ts'
import { htmlLang } from '#i18n/locale.ts'
import { renderRss } from '#lib/rss.ts'
import type { Tokens } from '#modules/accounts/tokens.ts'
import { presentNews, presentWhole } from './present.ts'
import { previewStatus } from './preview-api.ts'
import { readArticle, readPreview } from './read-article.ts'
import { categoryNames, inLanguage, type NewsCategory } from './rules.ts'
import { listArticles } from './store.ts'
import { ArticleParams, NewsAnswer, NewsListAnswer, NewsListBody, PreviewQuery, RssQuery } from './wire.ts'

export type ContentDeps = { db: Db; tokens: Tokens; publicUrl: string }

const inFeed = 30

/** B10, B11 and what belongs to them: everybody reads the news. */
export function newsApi(api: Api, { db, tokens, publicUrl }: ContentDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/News/List',
      summary: 'B10 News by category and keyword; pinned first, then the newest; by keyword, what has it in its title first',
      access: 'public',
      body: NewsListBody,
      answers: { 200: NewsListAnswer },
    },
    async ({ body: { category, keyword, page, pageSize }, locale, now }) => {
      const asked = { kind: 'news', category, keyword, shownAt: now, state: undefined, page, pageSize } as const
      const { items, total } = await listArticles(db, asked)
      return reply(200, { items: items.map((one) => presentNews(one, locale)), total, page, pageSize })
    },
  )

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
      const { items } = await listArticles(db, asked)
      const site = `${publicUrl.replace(/\/$/, '')}/${locale}`
      const feed = renderRss({
        title: `${text('news_title', locale)} · ${text('site_name', locale)}`,
        description: text('news_description', locale)!,
        link: `${site}/news`,
        self: `${publicUrl.replace(/\/$/, '')}/api/News/Rss?lang=${locale}`,
        language: htmlLang[locale].toLowerCase(),
        items: items
          .toSorted((a, b) => b.publishAt!.getTime() - a.publishAt!.getTime())
          .map((one) => {
            const { title, summary } = inLanguage(one, locale)
            const link = `${site}/news/detail?id=${one.id}`
            return { title, description: summary, link, category: categoryNames[one.category][locale], publishedAt: one.publishAt! }
          }),
      })
      return reply(200, feed, { 'content-type': 'application/rss+xml; charset=utf-8', 'cache-control': 'public, max-age=60' })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/News/Preview',
      summary: 'News as it will be, for whoever has a preview link',
      access: 'public',
      query: PreviewQuery,
      answers: { 200: NewsAnswer },
      refusals: previewStatus,
    },
    async ({ query: { token }, locale, now }) => {
      const read = await readPreview({ db, tokens }, token, 'news', now)
      if (!read.ok) return read
      const { article, ...beside } = read.value
      return reply(200, { ...presentWhole(article, beside, locale, token), category: article.category as NewsCategory })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/News/{id}',
      summary: 'B11 One article with its files, and the ones published before and after it',
      access: 'public',
      params: ArticleParams,
      answers: { 200: NewsAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params, locale, now }) => {
      const read = await readArticle(db, params.id, 'news', now)
      if (!read.ok) return read
      const { article, ...beside } = read.value
      return reply(200, { ...presentWhole(article, beside, locale), category: article.category as NewsCategory })
    },
  )
}
