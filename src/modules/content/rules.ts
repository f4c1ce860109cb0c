import { saidIn, say, type Words } from '#i18n/words.ts'
import type { DataLocale, Locale } from '#i18n/languages.ts'
/**
 * An article is news, or a document with files to download, written in one language or both. Staff publish it; from then
 * on its dates alone decide whether it is shown.
 */
export type ArticleKind = 'news' | 'document'
export type { Words }

export const newsCategories = ['notice', 'closure', 'event', 'course', 'facility', 'preorder'] as const
export const documentCategories = ['form', 'rule', 'price', 'guide'] as const
export type NewsCategory = (typeof newsCategories)[number]
export type DocumentCategory = (typeof documentCategories)[number]
export type Category = NewsCategory | DocumentCategory

export type Texts = { title: Words; summary: Words; body: Words }

/** The texts in the reader's language, or in the only one written. The title decides, so that languages are not mixed. */
export function inLanguage(
  { title, summary, body }: Texts,
  wanted: Locale,
): { locale: DataLocale; title: string; summary: string; body: string } {
  const locale = saidIn(title, wanted)
  return { locale, title: title[locale], summary: say(summary, locale), body: say(body, locale) }
}

const pictureAddress = /!\[[^\]]*\]\(\s*<?\/api\/File\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/gi

/** Ids of files that a body embeds as pictures, in order. */
export const picturesIn = ({ tw, en }: Words): string[] => [
  ...new Set([tw, en].flatMap((text) => [...text.matchAll(pictureAddress)].map((found) => found[1]!.toLowerCase()))),
]

export const maxFiles = 20
export const maxBody = 20_000

/** Complete: has a title and a text in one language. */
export const isComplete = ({ title, body }: Texts): boolean => (title.tw !== '' && body.tw !== '') || (title.en !== '' && body.en !== '')
