import { dataLocaleOf, dataLocales, languages, type DataLocale, type Locale } from './languages.ts'

/** A text of data, such as a court's name, in each language that staff write it in. Empty where nobody has. */
export type Words = Record<DataLocale, string>

/** The text in the reader's language, else in the one its readers are given instead, else in any that is written. */
export function say<T>(words: Readonly<Record<DataLocale, T>>, locale: Locale): T
export function say<T>(words: Readonly<Record<DataLocale, T>> | null | undefined, locale: Locale): T | undefined
export function say<T>(words: Readonly<Record<DataLocale, T>> | null | undefined, locale: Locale): T | undefined {
  return words ? words[saidIn(words, locale)] : undefined
}

/** Language of the text that `say` finds. */
export function saidIn(words: Readonly<Record<DataLocale, unknown>>, locale: Locale): DataLocale {
  const first = dataLocaleOf(locale)
  return [first, languages[locale].instead, ...dataLocales].find((one) => isWritten(words[one])) ?? first
}

const isWritten = (text: unknown): boolean => (Array.isArray(text) ? text.length > 0 : Boolean(text))

/** The same text made for each language of data, such as a title of an order. */
export const inEach = <T>(made: (locale: DataLocale) => T): Record<DataLocale, T> =>
  Object.fromEntries(dataLocales.map((locale) => [locale, made(locale)])) as Record<DataLocale, T>
