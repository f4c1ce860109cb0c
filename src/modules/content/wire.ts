import { z } from 'zod'
import { day, id, idText, largestInteger, listOf, moment, pagedBody, pagedQuery, toDate } from '#http/wire.ts'
import { cleanLine, cleanText } from '#lib/clean-text.ts'
import { documentCategories, longestPreview, maxBody, maxFiles, newsCategories } from './rules.ts'

const previewToken = z.string().min(1).max(longestPreview)

// Highlights

const HighlightPicture = z.object({
  id: z.uuid(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  /** Addresses of the same picture, narrow to wide; the fallback is for whoever takes neither. */
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
  /** The token of a preview link: the story that it shows is answered, alone. */
  preview: previewToken.optional(),
})
export const HighlightListAnswer = listOf(Highlight)
export type HighlightListAnswer = z.infer<typeof HighlightListAnswer>

const words = (max: number, min = 0) => z.string().transform(cleanLine).pipe(z.string().min(min).max(max))
const paragraphs = z
  .string()
  .transform((text) => cleanText(text).trim())
  .pipe(z.string().max(2000))
// Whoever cannot see it needs the words.
const pictureBody = z.object({ fileId: z.uuid(), altTw: words(300, 1), altEn: words(300).default('') })
const eachOnce = (pictures: { fileId: string }[]) => new Set(pictures.map(({ fileId }) => fileId)).size === pictures.length
const storyBody = {
  titleTw: words(120, 1),
  titleEn: words(120).default(''),
  textTw: paragraphs.default(''),
  textEn: paragraphs.default(''),
  day,
  /** In the order in which they are shown. */
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

// News and documents

const line = (max: number) => z.string().transform(cleanLine).pipe(z.string().max(max)).default('')
const prose = (max: number) => z.string().transform(cleanText).pipe(z.string().max(max)).default('')

export const NewsListBody = z.object({ category: z.enum(newsCategories).optional(), keyword: line(60), ...pagedBody })
export const DocListBody = NewsListBody.extend({ category: z.enum(documentCategories).optional() })
export const ArticleParams = z.object({ id: idText })
export const PreviewQuery = z.object({ token: previewToken })
export const RssQuery = z.object({ lang: z.enum(['tw', 'en']).optional() })

const ArticleFile = z.object({ id: z.uuid(), name: z.string(), size: z.int(), type: z.string() })
export type ArticleFileWire = z.infer<typeof ArticleFile>

const listed = {
  id,
  categoryName: z.string(),
  title: z.string(),
  summary: z.string(),
  /** The language of its words, which is the reader's when it is written in it. */
  locale: z.enum(['tw', 'en']),
  pinned: z.boolean(),
  /** Null in the preview of what has no date yet. */
  publishedAt: moment.nullable(),
  /** Its first picture, for a list or for a link that somebody shares. */
  picture: z.string().nullable(),
}
const NewsItem = z.object({ ...listed, category: z.enum(newsCategories), files: z.int() })
export type NewsItem = z.infer<typeof NewsItem>
export const NewsListAnswer = listOf(NewsItem)
export type NewsListAnswer = z.infer<typeof NewsListAnswer>

const DocItem = z.object({ ...listed, category: z.enum(documentCategories), updatedAt: moment, files: z.array(ArticleFile) })
export type DocItem = z.infer<typeof DocItem>
export const DocListAnswer = listOf(DocItem)
export type DocListAnswer = z.infer<typeof DocListAnswer>

const Neighbour = z.object({ id, title: z.string() }).nullable()
const whole = {
  ...listed,
  /** Safe to put into a page as it is. */
  bodyHtml: z.string(),
  files: z.array(ArticleFile),
  updatedAt: moment,
  expiresAt: moment.nullable(),
  /** Published just before it, and just after it. */
  previous: Neighbour,
  next: Neighbour,
}
export const NewsAnswer = z.object({ ...whole, category: z.enum(newsCategories) })
export type NewsAnswer = z.infer<typeof NewsAnswer>
export const DocAnswer = z.object({ ...whole, category: z.enum(documentCategories) })
export type DocAnswer = z.infer<typeof DocAnswer>

const written = {
  pinned: z.boolean().default(false),
  titleTw: line(120),
  titleEn: line(200),
  summaryTw: line(300),
  summaryEn: line(500),
  /** Markdown. */
  bodyTw: prose(maxBody),
  bodyEn: prose(maxBody),
  /** To take away, in this order. Pictures of the body need not be among them. */
  fileIds: z.array(z.uuid()).max(maxFiles).default([]),
}
const titled = <T extends { titleTw: string; titleEn: string }>({ titleTw, titleEn }: T) => titleTw !== '' || titleEn !== ''
const untitled = { path: ['titleTw'], message: 'field_required' }
/** The version that was read; saving makes the next one. */
const known = {
  id,
  version: z
    .int()
    .min(1)
    .max(largestInteger - 1),
}
export const NewNewsBody = z.object({ category: z.enum(newsCategories), ...written }).refine(titled, untitled)
export const NewDocBody = z.object({ category: z.enum(documentCategories), ...written }).refine(titled, untitled)
export const ChangeNewsBody = z.object({ ...known, category: z.enum(newsCategories), ...written }).refine(titled, untitled)
export const ChangeDocBody = z.object({ ...known, category: z.enum(documentCategories), ...written }).refine(titled, untitled)
export type WrittenBody = z.output<typeof NewNewsBody> | z.output<typeof NewDocBody>

/** Without a moment: now. A moment to come: it is shown from then on, by itself. */
export const PublishBody = z.object({ id, publishAt: toDate.optional(), expiresAt: toDate.nullable().default(null) })
export const ArticleIdBody = z.object({ id })
export const SavedAnswer = z.object({ id, version: z.int() })
export const VisibilityAnswer = z.object({ standing: z.enum(['draft', 'scheduled', 'shown', 'expired', 'withdrawn']) })
export const PreviewAnswer = z.object({ token: z.string(), url: z.string(), expiresAt: moment })

export const StaffArticlesQuery = z.object({
  state: z.enum(['draft', 'published', 'withdrawn']).optional(),
  keyword: line(60),
  ...pagedQuery,
})
const StaffArticle = VisibilityAnswer.extend({
  ...known,
  category: z.string(),
  state: z.enum(['draft', 'published', 'withdrawn']),
  pinned: z.boolean(),
  titleTw: z.string(),
  titleEn: z.string(),
  publishAt: moment.nullable(),
  expiresAt: moment.nullable(),
  createdAt: moment,
  updatedAt: moment,
})
export const StaffArticlesAnswer = listOf(StaffArticle)
export const StaffArticleAnswer = StaffArticle.extend({
  summaryTw: z.string(),
  summaryEn: z.string(),
  bodyTw: z.string(),
  bodyEn: z.string(),
  files: z.array(ArticleFile),
})

/** The number of a facility, or the house itself. */
export const SharePictureParams = z.object({ id: z.union([z.literal('default'), z.string().regex(/^[1-9]\d{0,8}$/)]) })
