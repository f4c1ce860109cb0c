import type { StaffArticleAnswer, VersionAnswer } from '#modules/content/wire.ts'
import type { HighlightVersionAnswer, StaffHighlight } from '#modules/content/story-wire.ts'
import { categoriesOf, type ContentKind, type Standing } from './content-kinds.ts'

export type DraftFile = { id: string; name: string; size: number; type: string }
export type DraftPicture = { fileId: string; altTw: string; altEn: string }

/** What the editor changes. The text of a story is its body; only stories have a day and pictures of their own. Pure. */
export type Draft = {
  category: string
  pinned: boolean
  day: string
  titleTw: string
  titleEn: string
  summaryTw: string
  summaryEn: string
  bodyTw: string
  bodyEn: string
  /** Attachments, without the pictures of the text. */
  files: DraftFile[]
  pictures: DraftPicture[]
}
export type DraftField = keyof Draft

/** Saved content of any kind, as the screen shows it. */
export type Saved = {
  id: string
  version: number
  standing: Standing
  publishAt: string | null
  expiresAt: string | null
  savedBy: string | null
  savedAt: string | null
  draft: Draft
}

export const emptyDraft = (kind: ContentKind, today: string): Draft => ({
  category: categoriesOf[kind][0] ?? '',
  pinned: false,
  day: today,
  titleTw: '',
  titleEn: '',
  summaryTw: '',
  summaryEn: '',
  bodyTw: '',
  bodyEn: '',
  files: [],
  pictures: [],
})

const words = (from: { titleTw: string; titleEn: string }) => ({ titleTw: from.titleTw, titleEn: from.titleEn })

/** Attachments: files that the text does not show as pictures. */
const attachedOf = ({ bodyTw, bodyEn, files }: { bodyTw: string; bodyEn: string; files: DraftFile[] }): DraftFile[] =>
  files.filter(({ id }) => !`${bodyTw}\n${bodyEn}`.toLowerCase().includes(`](/api/file/${id}`))

export const articleDraft = (from: StaffArticleAnswer | VersionAnswer): Draft => ({
  ...emptyDraft('news', ''),
  category: from.category,
  pinned: from.pinned,
  ...words(from),
  summaryTw: from.summaryTw,
  summaryEn: from.summaryEn,
  bodyTw: from.bodyTw,
  bodyEn: from.bodyEn,
  files: attachedOf(from),
})

export const storyDraft = (from: StaffHighlight | HighlightVersionAnswer): Draft => ({
  ...emptyDraft('stories', from.day),
  ...words(from),
  bodyTw: from.textTw,
  bodyEn: from.textEn,
  pictures: from.pictures.map(({ fileId, altTw, altEn }) => ({ fileId, altTw, altEn })),
})

const savedWords = (from: StaffArticleAnswer | StaffHighlight) => ({
  version: from.version,
  publishAt: from.publishAt,
  expiresAt: from.expiresAt,
  savedBy: from.savedBy,
  savedAt: from.savedAt,
})

export const savedArticle = (from: StaffArticleAnswer): Saved => ({
  id: String(from.id),
  standing: from.standing,
  ...savedWords(from),
  draft: articleDraft(from),
})

export const savedStory = (from: StaffHighlight): Saved => ({
  id: from.id,
  standing: from.state === 'published' ? 'shown' : from.state,
  ...savedWords(from),
  draft: storyDraft(from),
})

/** The body of the call that saves or previews it, without id and version. */
export function bodyOf(kind: ContentKind, draft: Draft): object {
  const { category, pinned, day, bodyTw, bodyEn, summaryTw, summaryEn, files, pictures } = draft
  if (kind === 'stories') return { ...words(draft), textTw: bodyTw, textEn: bodyEn, day, pictures }
  return { category, pinned, ...words(draft), summaryTw, summaryEn, bodyTw, bodyEn, fileIds: files.map(({ id }) => id) }
}

/** The id in a body: a number for articles. */
export const idOf = (kind: ContentKind, id: string): string | number => (kind === 'stories' ? id : Number(id))

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const fields = Object.keys(emptyDraft('news', '')) as DraftField[]

export const changedIn = (before: Draft, after: Draft): DraftField[] => fields.filter((field) => !isSame(before[field], after[field]))

type Sides = { base: Draft; mine: Draft; theirs: Draft }

/** Fields that both have changed, and those that only the other one has changed. */
export function compareSides({ base, mine, theirs }: Sides): { contested: DraftField[]; taken: DraftField[] } {
  const ofThem = changedIn(base, theirs).filter((field) => !isSame(mine[field], theirs[field]))
  const contested = ofThem.filter((field) => !isSame(base[field], mine[field]))
  return { contested, taken: ofThem.filter((field) => !contested.includes(field)) }
}

/** Their fields, and mine where I have changed them; of contested ones those that were chosen. */
export function mergeSides(sides: Sides, choices: Record<string, 'mine' | 'theirs'>): Draft {
  const { contested } = compareSides(sides)
  const mine = changedIn(sides.base, sides.mine).filter((field) => !contested.includes(field) || choices[field] !== 'theirs')
  return { ...sides.theirs, ...Object.fromEntries(mine.map((field) => [field, sides.mine[field]])) }
}
