import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinList } from '#i18n/join.ts'
import { categoryWord } from '#ui/content/content-words.ts'
import type { ContentKind, Standing } from './content-kinds.ts'
import type { Draft, DraftField } from './editor-draft.ts'

export const kindWord: Record<ContentKind, () => string> = {
  news: m.staff_content_news,
  documents: m.staff_content_documents,
  stories: m.staff_content_stories,
}

export const standingWord: Record<Standing, () => string> = {
  draft: m.staff_content_draft,
  scheduled: m.staff_content_scheduled,
  shown: m.staff_content_shown,
  expired: m.staff_content_expired,
  withdrawn: m.staff_content_withdrawn,
}

export const standingTone: Record<Standing, 'plain' | 'good' | 'due'> = {
  draft: 'due',
  scheduled: 'due',
  shown: 'good',
  expired: 'plain',
  withdrawn: 'plain',
}

export const sayMoment = (moment: string | null): string => (moment ? formatMoment(new Date(moment), getLocale()) : '')

const inLanguage = (label: string, field: string) =>
  `${label}${field.endsWith('Tw') || field.endsWith('_tw') ? m.staff_in_chinese() : m.staff_in_english()}`

/** Name of a field of the editor, or of a column in the history. */
export function fieldWord(field: string, kind: ContentKind): string {
  const plain = field.replace(/_?(tw|en)$/i, '')
  if (plain === 'title') return inLanguage(m.staff_content_title(), field)
  if (plain === 'summary') return inLanguage(m.staff_content_summary(), field)
  if (plain === 'body' || plain === 'text') return inLanguage(m.staff_content_body(), field)
  if (plain === 'category') return m.staff_content_category()
  if (plain === 'pinned') return m.staff_content_pinned()
  if (plain === 'day') return m.staff_content_day()
  return kind === 'stories' ? m.staff_content_pictures() : m.staff_content_files()
}

export const listWords = (fields: readonly string[], kind: ContentKind): string =>
  joinList(
    fields.map((field) => fieldWord(field, kind)),
    getLocale(),
  )

/** The value of a field in words, for a comparison. */
export function valueWord(field: DraftField, draft: Draft): string {
  if (field === 'category') return categoryWord(draft.category)
  if (field === 'pinned') return draft.pinned ? m.staff_content_yes() : m.staff_content_no()
  if (field === 'files') return draft.files.map(({ name }) => name).join('\n')
  if (field === 'pictures') return draft.pictures.map(({ altTw, altEn }) => altTw || altEn || '—').join('\n')
  return draft[field]
}
