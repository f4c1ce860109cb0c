import { dataLocales, locales, type Locale } from '#i18n/languages.ts'
import type { Said } from '#lib/pdf/paper.ts'

/** In which languages a paper is asked for: one of them, or both that the centre's own texts are written in. */
export const paperLanguages = [...locales, 'both'] as const
export type PaperLanguage = (typeof paperLanguages)[number]

export const localesOf = (lang: PaperLanguage | undefined, preferred: Locale): readonly Locale[] =>
  lang === 'both' ? dataLocales : [lang ?? preferred]

/** Says the same in each language of a paper. */
export type Speak = (make: (locale: Locale) => string) => Said

export const speakIn =
  (asked: readonly Locale[]): Speak =>
  (make) =>
    asked.map(make)

/** A text that is the same in all languages: a number, an amount, a name. */
export const alike = (text: string): Said => [text]
