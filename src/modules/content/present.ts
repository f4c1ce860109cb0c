import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { text } from '#i18n/text.ts'
import { renderMarkdown } from '#lib/markdown.ts'
import { isoAt } from '#lib/zone.ts'
import type { StoryVersion, Version } from './history-store.ts'
import { visibilityOf } from './publishing-rules.ts'
import type { ListedVersion, PublishingMoved, Saver } from './publishing-store.ts'
import type { HistoryAnswer } from './publishing-wire.ts'
import { inLanguage, picturesIn, type DocumentCategory, type NewsCategory } from './rules.ts'
import type { Article, ArticleFile, Neighbour } from './store.ts'
import { fallbackIn, widthsIn, type Variant } from '#modules/files/picture-rules.ts'
import { storyVariants, type DraftStory, type PictureOfStory, type Story } from './story-rules.ts'
import type { Highlight, HighlightPicture, StaffHighlight } from './story-wire.ts'
import type { DocItem, NewsItem } from './wire.ts'

const isoOrNull = (moment: Date | null) => moment && isoAt(moment)
const presentSaver = (saver: Saver | undefined) => ({ savedBy: saver?.savedBy ?? null, savedAt: isoOrNull(saver?.savedAt ?? null) })

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
const fileAddress = (id: string, preview?: string) => withPreview(`/api/File/${id}`, preview)
const withPreview = (address: string, preview: string | undefined) =>
  preview === undefined ? address : `${address}?preview=${encodeURIComponent(preview)}`

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
  ...presentSaver(saver),
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

export const presentStory = (story: Story, locale: Locale, preview?: string): Highlight => ({
  id: story.id,
  title: say(story.title, locale),
  text: say(story.text, locale),
  day: story.day,
  pictures: story.pictures.map((picture) => presentPicture(picture, locale, preview)),
})

/** Before it is saved a story has no pictures of its own sizes: its files are shown as they are. */
export const presentDraft = (draft: DraftStory, locale: Locale, preview: string): Highlight => ({
  id: draft.id,
  title: say(draft.title, locale),
  text: say(draft.text, locale),
  day: draft.day,
  pictures: draft.pictures.map(({ fileId, alt, width, height }) => ({
    id: fileId,
    alt: say(alt, locale),
    width,
    height,
    avif: [],
    webp: [],
    fallback: fileAddress(fileId, preview),
  })),
})

function presentPicture({ id, alt, width, height }: PictureOfStory, locale: Locale, preview: string | undefined): HighlightPicture {
  const address = (variant: Variant) => withPreview(`/api/Highlight/Picture/${id}/${variant.width}.${variant.format}`, preview)
  const all = (format: 'avif' | 'webp') =>
    widthsIn(storyVariants, width).map((one) => ({ src: address({ width: one, format }), width: one }))
  return {
    id,
    alt: say(alt, locale),
    width,
    height,
    avif: all('avif'),
    webp: all('webp'),
    fallback: address(fallbackIn(storyVariants, width)!),
  }
}

const storyState = (story: Story, now: Date) => {
  const standing = visibilityOf(story, now)
  return standing === 'shown' ? 'published' : standing
}

export const presentStaffStory = (story: Story, saver: Saver | undefined, now: Date): StaffHighlight => ({
  id: story.id,
  titleTw: story.title.tw,
  titleEn: story.title.en,
  textTw: story.text.tw,
  textEn: story.text.en,
  day: story.day,
  state: storyState(story, now),
  version: story.version,
  publishAt: isoOrNull(story.publishAt),
  expiresAt: isoOrNull(story.expiresAt),
  ...presentSaver(saver),
  pictures: story.pictures.map(({ id, fileId, alt, width, height }) => ({ id, fileId, altTw: alt.tw, altEn: alt.en, width, height })),
})

export const presentStoryVersion = ({ version, savedAt, savedBy, title, text: words, day, pictures }: StoryVersion) => ({
  version,
  savedAt: isoAt(savedAt),
  savedBy,
  titleTw: title.tw,
  titleEn: title.en,
  textTw: words.tw,
  textEn: words.en,
  day,
  pictures: pictures.map(({ fileId, alt }) => ({ fileId, altTw: alt.tw, altEn: alt.en })),
})

export const presentHistory = (versions: ListedVersion[], moves: PublishingMoved[]): HistoryAnswer => ({
  versions: versions.map((one) => ({ ...one, savedAt: isoAt(one.savedAt) })),
  moves: moves.map((one) => ({ ...one, at: isoAt(one.at) })),
})
