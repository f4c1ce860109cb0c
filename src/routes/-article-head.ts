import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { pageHead } from './-page-head.ts'

/** Link to the RSS feed of the news, for feed readers (autodiscovery). */
export const newsFeed = () => ({
  rel: 'alternate',
  type: 'application/rss+xml',
  title: m.news_title(),
  href: `/api/News/Rss?lang=${getLocale()}`,
})

type Shared = { title: string; description: string; picture: string | null; publishedAt: string | null; isPreview: boolean }

/** Open Graph tags of an article: what a shared link shows. */
export function articleHead(article: Shared | undefined) {
  if (!article) return pageHead(undefined)
  const { title, description, picture, publishedAt, isPreview } = article
  const head = pageHead({ title, description, isPreview, ...(picture ? { picture } : {}) })
  return {
    ...head,
    meta: [
      ...head.meta.filter((meta) => !('property' in meta) || meta.property !== 'og:type'),
      { property: 'og:type', content: 'article' },
      ...(publishedAt ? [{ property: 'article:published_time', content: publishedAt }] : []),
    ],
  }
}
