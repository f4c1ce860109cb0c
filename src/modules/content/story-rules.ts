import type { Words } from '#i18n/words.ts'
import type { Day } from '#lib/zone.ts'
import type { VariantSet } from '#modules/files/picture-rules.ts'
import type { Dated } from './publishing-rules.ts'

/** A highlight is a story of the centre: some text and pictures. Before it is shown, preview links show it. */
export type PictureOfStory = { id: string; fileId: string; alt: Words; width: number; height: number }
export type Story = Dated & { id: string; title: Words; text: Words; day: Day; version: number; pictures: PictureOfStory[] }

/** As sent by staff; pictures are named by file id. */
export type NewStory = { title: Words; text: Words; day: Day; pictures: { fileId: string; alt: Words }[] }

/** What an editor is writing, with the measures of its pictures. */
export type DraftStory = { id: string; title: Words; text: Words; day: Day; pictures: Omit<PictureOfStory, 'id'>[] }

/** Stories show their pictures large and small. */
export const storyVariants = {
  widths: [480, 800, 1200, 1600],
  formats: ['avif', 'webp'],
  fallback: { widest: 1200, format: 'jpg' },
} as const satisfies VariantSet
