import type { Words } from '#i18n/words.ts'
import type { Day } from '#lib/zone.ts'

/**
 * A highlight is a story of the centre: some text and pictures. It is public once published and its moment has come;
 * before that, preview links show it.
 */
export type HighlightState = 'draft' | 'published' | 'withdrawn'

export const highlightMoves = {
  // Publishing again changes the moment.
  publish: { from: ['draft', 'published', 'withdrawn'], to: 'published' },
  withdraw: { from: ['published'], to: 'withdrawn' },
} as const satisfies Record<string, { from: readonly HighlightState[]; to: HighlightState }>

export type PictureOfStory = { id: string; fileId: string; alt: Words; width: number; height: number }
export type Story = {
  id: string
  title: Words
  text: Words
  day: Day
  state: HighlightState
  publishAt: Date | null
  /** Seen until then; null: for good. */
  expiresAt: Date | null
  version: number
  pictures: PictureOfStory[]
}

/** As sent by staff; pictures are named by file id. */
export type NewStory = { title: Words; text: Words; day: Day; pictures: { fileId: string; alt: Words }[] }

/** What an editor is writing, with the measures of its pictures. */
export type DraftStory = { id: string; title: Words; text: Words; day: Day; pictures: Omit<PictureOfStory, 'id'>[] }

export type StoryVisibility = HighlightState | 'scheduled' | 'expired'

export function visibilityOf(
  { state, publishAt, expiresAt }: Pick<Story, 'state' | 'publishAt' | 'expiresAt'>,
  now: Date,
): StoryVisibility {
  if (state !== 'published') return state
  if (publishAt !== null && publishAt > now) return 'scheduled'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'published'
}

export type PictureFormat = 'avif' | 'webp' | 'jpg'
export type Variant = { width: number; format: PictureFormat }

export const contentTypes = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
} as const satisfies Record<PictureFormat, string>

const widths = [480, 800, 1200, 1600]
const widestFallback = 1200

/** Widths of a picture's variants; pictures are never enlarged. */
export function widthsOf(width: number): number[] {
  const fitting = widths.filter((one) => one <= width)
  return fitting.length > 0 ? fitting : [width]
}

export const fallbackOf = (width: number): Variant => ({
  width: widthsOf(width).findLast((one) => one <= widestFallback) ?? width,
  format: 'jpg',
})

/** All variants of a picture. Other sizes are refused, so that nobody can make the server compute them. */
export const variantsOf = ({ width }: { width: number }): Variant[] => [
  ...widthsOf(width).flatMap((one) => [{ width: one, format: 'avif' } as const, { width: one, format: 'webp' } as const]),
  fallbackOf(width),
]

/** 800.avif */
export function variantNamed(name: string): Variant | undefined {
  const [, width, format] = /^(\d{1,4})\.(avif|webp|jpg)$/.exec(name) ?? []
  return width && format ? { width: Number(width), format: format as PictureFormat } : undefined
}
