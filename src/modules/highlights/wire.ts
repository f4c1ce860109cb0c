import { z } from 'zod'
import { day, listOf, moment, pagedBody, pagedQuery, previewToken } from '#http/wire.ts'
import { cleanLine, cleanText } from '#lib/clean-text.ts'

const HighlightPicture = z.object({
  id: z.uuid(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  /** srcset entries, narrow to wide; the fallback is for browsers without AVIF and WebP. */
  avif: z.array(z.object({ src: z.string(), width: z.int() })),
  webp: z.array(z.object({ src: z.string(), width: z.int() })),
  fallback: z.string(),
})
export type HighlightPicture = z.infer<typeof HighlightPicture>

const Highlight = z.object({
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  day: z.string(),
  pictures: z.array(HighlightPicture),
})
export type Highlight = z.infer<typeof Highlight>

export const HighlightListBody = z.object({
  ...pagedBody,
  /** Preview token: answers only the story that it shows. */
  preview: previewToken.optional(),
})
export const HighlightListAnswer = listOf(Highlight)
export type HighlightListAnswer = z.infer<typeof HighlightListAnswer>

const words = (max: number, min = 0) => z.string().transform(cleanLine).pipe(z.string().min(min).max(max))
const paragraphs = z
  .string()
  .transform((text) => cleanText(text).trim())
  .pipe(z.string().max(2000))
// Alternative text is required for accessibility.
const pictureBody = z.object({ fileId: z.uuid(), altTw: words(300, 1), altEn: words(300).default('') })
const eachOnce = (pictures: { fileId: string }[]) => new Set(pictures.map(({ fileId }) => fileId)).size === pictures.length
const storyBody = {
  titleTw: words(120, 1),
  titleEn: words(120).default(''),
  textTw: paragraphs.default(''),
  textEn: paragraphs.default(''),
  day,
  /** In display order. */
  pictures: z.array(pictureBody).min(1).max(24).refine(eachOnce, 'field_invalid'),
}
export const NewHighlightBody = z.object(storyBody)
export const ChangeHighlightBody = z.object({ id: z.uuid(), ...storyBody })
export const PublishHighlightBody = z.object({ id: z.uuid(), publishAt: moment.optional() })
export const HighlightIdBody = z.object({ id: z.uuid() })
export const HighlightIdAnswer = z.object({ id: z.uuid() })

const StaffHighlight = z.object({
  id: z.uuid(),
  titleTw: z.string(),
  titleEn: z.string(),
  textTw: z.string(),
  textEn: z.string(),
  day: z.string(),
  state: z.enum(['draft', 'scheduled', 'published', 'withdrawn']),
  publishAt: moment.nullable(),
  pictures: z.array(z.object({ id: z.uuid(), fileId: z.uuid(), altTw: z.string(), altEn: z.string(), width: z.int(), height: z.int() })),
})
export const StaffHighlightsAnswer = listOf(StaffHighlight)
export const StaffHighlightsQuery = z.object({
  ...pagedQuery,
})

export const PictureParams = z.object({ id: z.uuid(), size: z.string().regex(/^\d{2,4}\.(avif|webp|jpg)$/) })
export const PictureQuery = z.object({ preview: previewToken.optional() })
