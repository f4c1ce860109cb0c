import type { Locale } from '#i18n/locale.ts'
import { isoAt } from '#lib/zone.ts'
import type { z } from 'zod'
import { fallbackOf, inLanguage, visibilityOf, widthsOf, type PictureOfStory, type Story, type Variant } from './rules.ts'
import type { Highlight, HighlightPicture, StaffHighlightsAnswer } from './wire.ts'

export const presentStory = (story: Story, locale: Locale, preview?: string): Highlight => ({
  id: story.id,
  title: inLanguage(story.title, locale),
  text: inLanguage(story.text, locale),
  day: story.day,
  pictures: story.pictures.map((picture) => presentPicture(picture, locale, preview)),
})

function presentPicture({ id, alt, width, height }: PictureOfStory, locale: Locale, preview: string | undefined): HighlightPicture {
  const address = (variant: Variant) =>
    `/api/Highlight/Picture/${id}/${variant.width}.${variant.format}${preview === undefined ? '' : `?preview=${encodeURIComponent(preview)}`}`
  const all = (format: 'avif' | 'webp') => widthsOf(width).map((one) => ({ src: address({ width: one, format }), width: one }))
  return { id, alt: inLanguage(alt, locale), width, height, avif: all('avif'), webp: all('webp'), fallback: address(fallbackOf(width)) }
}

export const presentForStaff = (story: Story, now: Date): z.input<typeof StaffHighlightsAnswer>['items'][number] => ({
  id: story.id,
  titleTw: story.title.tw,
  titleEn: story.title.en,
  textTw: story.text.tw,
  textEn: story.text.en,
  day: story.day,
  state: visibilityOf(story, now),
  publishAt: story.publishAt && isoAt(story.publishAt),
  pictures: story.pictures.map(({ id, fileId, alt, width, height }) => ({ id, fileId, altTw: alt.tw, altEn: alt.en, width, height })),
})
