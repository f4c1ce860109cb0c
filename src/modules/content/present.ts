import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { text } from '#i18n/text.ts'
import { renderMarkdown } from '#lib/markdown.ts'
import { isoAt } from '#lib/zone.ts'
import { inLanguage, picturesIn, visibilityOf, type DocumentCategory, type NewsCategory } from './rules.ts'
import type { Saver, Version } from './history-store.ts'
import type { Article, ArticleFile, Neighbour } from './store.ts'
import type { DocItem, NewsItem } from './wire.ts'

const isoOrNull = (moment: Date | null) => moment && isoAt(moment)

/** Splits files into pictures of the text and attachments. */
function split(article: Article): { pictures: string[]; attached: ArticleFile[] } {
  const inText = picturesIn(article.body)
  const images = article.files.filter(({ type }) => type.startsWith('image/')).map(({ id }) => id)
  return {
    pictures: [...inText.filter((id) => images.includes(id)), ...images.filter((id) => !inText.includes(id))],
    attached: article.files.filter(({ id }) => !inText.includes(id)),
  }
}

/** Address of a file; in a preview it carries the preview token, since the file is not public yet. */
export const fileAddress = (id: string, preview?: string) =>
  `/api/File/${id}${preview === undefined ? '' : `?preview=${encodeURIComponent(preview)}`}`

function presentListed(article: Article, reader: Locale, preview?: string) {
  const { locale, title, summary } = inLanguage(article, reader)
  const picture = split(article).pictures[0]
  return {
    id: article.id,
    categoryName: text(`content_category_${article.category}`, reader)!,
    title,
    summary,
    locale,
    pinned: article.pinned,
    publishedAt: isoOrNull(article.publishAt),
    picture: picture === undefined ? null : fileAddress(picture, preview),
  }
}

export const presentNews = (article: Article, reader: Locale): NewsItem => ({
  ...presentListed(article, reader),
  category: article.category as NewsCategory,
  files: split(article).attached.length,
})

export const presentDoc = (article: Article, reader: Locale): DocItem => ({
  ...presentListed(article, reader),
  category: article.category as DocumentCategory,
  updatedAt: isoAt(article.updatedAt),
  files: split(article).attached,
})

type Beside = { previous: Neighbour | null; next: Neighbour | null }

export function presentWhole(article: Article, beside: Beside, reader: Locale, preview?: string) {
  const own = new Map(article.files.map(({ id }) => [`/api/File/${id}`, fileAddress(id, preview)]))
  const named = (one: Neighbour | null) => one && { id: one.id, title: say(one.title, reader) }
  return {
    ...presentListed(article, reader, preview),
    // Only the article's own files: others may be private.
    bodyHtml: renderMarkdown(inLanguage(article, reader).body, (address) =>
      own.get(address.toLowerCase().replace('/api/file/', '/api/File/')),
    ),
    files: split(article).attached,
    updatedAt: isoAt(article.updatedAt),
    expiresAt: isoOrNull(article.expiresAt),
    previous: named(beside.previous),
    next: named(beside.next),
  }
}

export const presentStaffListed = (article: Article, saver: Saver | undefined, now: Date) => ({
  id: article.id,
  version: article.version,
  category: article.category,
  state: article.state,
  standing: visibilityOf(article, now),
  pinned: article.pinned,
  titleTw: article.title.tw,
  titleEn: article.title.en,
  publishAt: isoOrNull(article.publishAt),
  expiresAt: isoOrNull(article.expiresAt),
  createdAt: isoAt(article.createdAt),
  updatedAt: isoAt(article.updatedAt),
  savedBy: saver?.savedBy ?? null,
  savedAt: isoOrNull(saver?.savedAt ?? null),
})

export const presentStaffWhole = (article: Article, saver: Saver | undefined, now: Date) => ({
  ...presentStaffListed(article, saver, now),
  summaryTw: article.summary.tw,
  summaryEn: article.summary.en,
  bodyTw: article.body.tw,
  bodyEn: article.body.en,
  files: article.files,
})

export const presentVersion = ({ version, savedAt, savedBy, category, pinned, title, summary, body, files }: Version) => ({
  version,
  savedAt: isoAt(savedAt),
  savedBy,
  category,
  pinned,
  titleTw: title.tw,
  titleEn: title.en,
  summaryTw: summary.tw,
  summaryEn: summary.en,
  bodyTw: body.tw,
  bodyEn: body.en,
  files,
})
