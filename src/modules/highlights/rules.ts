import type { Locale } from '#i18n/locale.ts'
import type { Day } from '#lib/zone.ts'

/**
 * A highlight is a story of the centre: a few words and some pictures. It is seen by everybody once it is published
 * and its moment has come; before that, by whoever has a preview link.
 */
export type HighlightState = 'draft' | 'published' | 'withdrawn'

export const highlightMoves = {
  // Published again: at another moment.
  publish: { from: ['draft', 'published', 'withdrawn'], to: 'published' },
  withdraw: { from: ['published'], to: 'withdrawn' },
} as const satisfies Record<string, { from: readonly HighlightState[]; to: HighlightState }>

type Words = { tw: string; en: string }

export type PictureOfStory = { id: string; fileId: string; alt: Words; width: number; height: number }
export type Story = {
  id: string
  title: Words
  text: Words
  day: Day
  state: HighlightState
  publishAt: Date | null
  pictures: PictureOfStory[]
}

/** As staff send it: a picture is named by its file. */
export type NewStory = { title: Words; text: Words; day: Day; pictures: { fileId: string; alt: Words }[] }

/** The other language stands in for one that is missing. */
export const inLanguage = (words: Words, locale: Locale): string => words[locale] || words[locale === 'tw' ? 'en' : 'tw']

export const visibilityOf = ({ state, publishAt }: Pick<Story, 'state' | 'publishAt'>, now: Date) =>
  state === 'published' && publishAt !== null && publishAt > now ? 'scheduled' : state

export type PictureFormat = 'avif' | 'webp' | 'jpg'
export type Variant = { width: number; format: PictureFormat }

export const contentTypes = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
} as const satisfies Record<PictureFormat, string>

const widths = [480, 800, 1200, 1600]
const widestFallback = 1200

/** A picture is never made larger than it is; a small one has one width, its own. */
export function widthsOf(width: number): number[] {
  const fitting = widths.filter((one) => one <= width)
  return fitting.length > 0 ? fitting : [width]
}

export const fallbackOf = (width: number): Variant => ({
  width: widthsOf(width).findLast((one) => one <= widestFallback) ?? width,
  format: 'jpg',
})

/** All that is made of a picture, and nothing else: who asks for another size is told that there is none. */
export const variantsOf = ({ width }: { width: number }): Variant[] => [
  ...widthsOf(width).flatMap((one) => [{ width: one, format: 'avif' } as const, { width: one, format: 'webp' } as const]),
  fallbackOf(width),
]

/** 800.avif */
export function variantNamed(name: string): Variant | undefined {
  const [, width, format] = /^(\d{1,4})\.(avif|webp|jpg)$/.exec(name) ?? []
  return width && format ? { width: Number(width), format: format as PictureFormat } : undefined
}
