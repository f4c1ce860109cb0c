import { reply, type Api } from '#http/call.ts'
import { text } from '#i18n/text.ts'
import { htmlLang } from '#i18n/locale.ts'
import { renderRss } from '#lib/rss.ts'
import { readName } from '#modules/centre/store.ts'
import type { ContentDeps } from './deps.ts'
import { inLanguage } from './rules.ts'
import { listArticles } from './store.ts'
import { RssQuery } from './wire.ts'

const inFeed = 30

/** News as RSS. Registered before `/api/News/{id}`, which would match its path. */
export function rssApi(api: Api, { db, publicUrl }: Pick<ContentDeps, 'db' | 'publicUrl'>): void {
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
