import { dataLocales, locales } from '#i18n/languages.ts'
import { z } from 'zod'
import { id, idText, listOf, moment, pagedBody, pagedQuery, previewToken } from '#http/wire.ts'
import { cleanLine, cleanText } from '#lib/clean-text.ts'
import { publishing, savedLast, savedVersion, standing, version, versionText } from './publishing-wire.ts'
import { documentCategories, maxBody, maxFiles, newsCategories } from './rules.ts'

const line = (max: number) => z.string().transform(cleanLine).pipe(z.string().max(max)).default('')
const prose = (max: number) => z.string().transform(cleanText).pipe(z.string().max(max)).default('')

export const NewsListBody = z.object({ category: z.enum(newsCategories).optional(), keyword: line(60), ...pagedBody })
export const DocListBody = NewsListBody.extend({ category: z.enum(documentCategories).optional() })
export const ArticleParams = z.object({ id: idText })
export const PreviewQuery = z.object({ token: previewToken })
export const RssQuery = z.object({ lang: z.enum(locales).optional() })

const ArticleFile = z.object({ id: z.uuid(), name: z.string(), size: z.int(), type: z.string() })
export type ArticleFileWire = z.infer<typeof ArticleFile>

const listed = {
  /** 0 in the preview of an article that was never saved. */
  id: z.int().min(0),
  categoryName: z.string(),
  title: z.string(),
  summary: z.string(),
  /** Language of the texts: the reader's, if written in it. */
  locale: z.enum(dataLocales),
  pinned: z.boolean(),
  /** Null in the preview of an article without a date. */
  publishedAt: moment.nullable(),
  /** First picture, for lists and link previews. */
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
  /** The page's address to pass on: signed, so that it opens where other addresses do not. */
  link: z.string(),
  /** Sanitised HTML. */
  bodyHtml: z.string(),
  files: z.array(ArticleFile),
  updatedAt: moment,
  expiresAt: moment.nullable(),
  /** Previous and next. */
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
  /** Attachments, in this order; pictures of the body need not be among them. */
  fileIds: z.array(z.uuid()).max(maxFiles).default([]),
}
const titled = <T extends { titleTw: string; titleEn: string }>({ titleTw, titleEn }: T) => titleTw !== '' || titleEn !== ''
const untitled = { path: ['titleTw'], message: 'field_required' }
const known = { id, version }
export const NewNewsBody = z.object({ category: z.enum(newsCategories), ...written }).refine(titled, untitled)
export const NewDocBody = z.object({ category: z.enum(documentCategories), ...written }).refine(titled, untitled)
export const ChangeNewsBody = z.object({ ...known, category: z.enum(newsCategories), ...written }).refine(titled, untitled)
export const ChangeDocBody = z.object({ ...known, category: z.enum(documentCategories), ...written }).refine(titled, untitled)
export type WrittenBody = z.output<typeof NewNewsBody> | z.output<typeof NewDocBody>

export const PublishBody = z.object({ id, ...publishing })
export const ArticleIdBody = z.object({ id })
export const SavedAnswer = z.object({ id, version: z.int() })
export const VisibilityAnswer = z.object({ standing })

export const StaffArticlesQuery = z.object({
  state: z.enum(['draft', 'published', 'withdrawn']).optional(),
  /** What visitors see of it now. */
  standing: standing.optional(),
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
  ...savedLast,
})
export type StaffArticle = z.infer<typeof StaffArticle>
export const StaffArticlesAnswer = listOf(StaffArticle)
export const StaffArticleAnswer = StaffArticle.extend({
  summaryTw: z.string(),
  summaryEn: z.string(),
  bodyTw: z.string(),
  bodyEn: z.string(),
  files: z.array(ArticleFile),
})

export type StaffArticleAnswer = z.infer<typeof StaffArticleAnswer>

export const VersionQuery = z.object({ id: idText, version: versionText })
export const VersionAnswer = z.object({
  ...savedVersion,
  category: z.string(),
  pinned: z.boolean(),
  titleTw: z.string(),
  titleEn: z.string(),
  summaryTw: z.string(),
  summaryEn: z.string(),
  bodyTw: z.string(),
  bodyEn: z.string(),
  files: z.array(ArticleFile),
})
export type VersionAnswer = z.infer<typeof VersionAnswer>

/** `version`: the one that was read, as for a change. */
export const RestoreBody = z.object({ ...known, restored: version })

/** What is being written, saved or not: for the preview. */
const unsaved = { id: id.optional() }
export const NewsDraftBody = z.object({ ...unsaved, category: z.enum(newsCategories), ...written })
export const DocDraftBody = z.object({ ...unsaved, category: z.enum(documentCategories), ...written })

/** A facility's id, or the centre. */
export const SharePictureParams = z.object({ id: z.union([z.literal('default'), z.string().regex(/^[1-9]\d{0,8}$/)]) })
