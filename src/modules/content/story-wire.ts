import { z } from 'zod'
import { day, listOf, moment, pagedBody, pagedQuery, previewToken } from '#http/wire.ts'
import { cleanLine, cleanText } from '#lib/clean-text.ts'
import { publishing, savedLast, savedVersion, version, versionText } from './publishing-wire.ts'

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
export const ChangeHighlightBody = z.object({ id: z.uuid(), version, ...storyBody })
export const PublishHighlightBody = z.object({ id: z.uuid(), ...publishing })
export const HighlightParams = z.object({ id: z.uuid() })
export const RestoreHighlightBody = z.object({ id: z.uuid(), version, restored: version })
export const HighlightSavedAnswer = z.object({ id: z.uuid(), version: z.int() })

/** What is being written, saved or not: for the preview. */
export const HighlightDraftBody = z.object({
  id: z.uuid().optional(),
  titleTw: words(120).default(''),
  titleEn: words(120).default(''),
  textTw: paragraphs.default(''),
  textEn: paragraphs.default(''),
  day,
  pictures: z
    .array(z.object({ fileId: z.uuid(), altTw: words(300).default(''), altEn: words(300).default('') }))
    .max(24)
    .default([]),
})
export const HighlightIdAnswer = z.object({ id: z.uuid() })

/** As for articles; what visitors see is called published here. */
const standings = ['draft', 'scheduled', 'published', 'expired', 'withdrawn'] as const
export const StaffHighlight = z.object({
  id: z.uuid(),
  titleTw: z.string(),
  titleEn: z.string(),
  textTw: z.string(),
  textEn: z.string(),
  day: z.string(),
  version: z.int(),
  state: z.enum(standings),
  publishAt: moment.nullable(),
  expiresAt: moment.nullable(),
  ...savedLast,
  pictures: z.array(z.object({ id: z.uuid(), fileId: z.uuid(), altTw: z.string(), altEn: z.string(), width: z.int(), height: z.int() })),
})
export const StaffHighlightsAnswer = listOf(StaffHighlight)
export type StaffHighlight = z.infer<typeof StaffHighlight>
export const StaffHighlightsQuery = z.object({
  /** What visitors see of it now. */
  standing: z.enum(standings).optional(),
  keyword: words(60).default(''),
  ...pagedQuery,
})

export const HighlightVersionQuery = z.object({ id: z.uuid(), version: versionText })
export const HighlightVersionAnswer = z.object({
  ...savedVersion,
  titleTw: z.string(),
  titleEn: z.string(),
  textTw: z.string(),
  textEn: z.string(),
  day: z.string(),
  pictures: z.array(z.object({ fileId: z.uuid(), altTw: z.string(), altEn: z.string() })),
})
export type HighlightVersionAnswer = z.infer<typeof HighlightVersionAnswer>

export const PictureParams = z.object({ id: z.uuid(), size: z.string().regex(/^\d{2,4}\.(avif|webp|jpg)$/) })
export const PictureQuery = z.object({ preview: previewToken.optional() })
