import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { isoAt } from '#lib/zone.ts'
import type { Saver } from './history-store.ts'
import type { DraftStory } from './rules.ts'
import { fallbackOf, visibilityOf, widthsOf, type PictureOfStory, type Story, type Variant } from './rules.ts'
import type { Highlight, HighlightPicture, StaffHighlight } from './wire.ts'

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
    fallback: `/api/File/${fileId}?preview=${encodeURIComponent(preview)}`,
  })),
})

function presentPicture({ id, alt, width, height }: PictureOfStory, locale: Locale, preview: string | undefined): HighlightPicture {
  const address = (variant: Variant) =>
    `/api/Highlight/Picture/${id}/${variant.width}.${variant.format}${preview === undefined ? '' : `?preview=${encodeURIComponent(preview)}`}`
  const all = (format: 'avif' | 'webp') => widthsOf(width).map((one) => ({ src: address({ width: one, format }), width: one }))
  return { id, alt: say(alt, locale), width, height, avif: all('avif'), webp: all('webp'), fallback: address(fallbackOf(width)) }
}

export const presentForStaff = (story: Story, saver: Saver | undefined, now: Date): StaffHighlight => ({
  id: story.id,
  titleTw: story.title.tw,
  titleEn: story.title.en,
  textTw: story.text.tw,
  textEn: story.text.en,
  day: story.day,
  state: visibilityOf(story, now),
  version: story.version,
  publishAt: story.publishAt && isoAt(story.publishAt),
  expiresAt: story.expiresAt && isoAt(story.expiresAt),
  savedBy: saver?.savedBy ?? null,
  savedAt: saver ? isoAt(saver.savedAt) : null,
  pictures: story.pictures.map(({ id, fileId, alt, width, height }) => ({ id, fileId, altTw: alt.tw, altEn: alt.en, width, height })),
})
