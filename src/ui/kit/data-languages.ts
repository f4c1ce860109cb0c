import { m } from '#i18n/generated/messages.js'
import { dataLocales, languages, type DataLocale, type Locale } from '#i18n/languages.ts'
import { ownValue } from '#lib/own-value.ts'

const endings: Record<DataLocale, () => string> = { tw: m.staff_in_chinese, en: m.staff_in_english }

/** Names a text's language after its label: （中文） or (Chinese). */
export const inLanguage = (language: DataLocale): string => endings[language]()

const names: Record<DataLocale, () => string> = { tw: m.catalogue_language_tw, en: m.catalogue_language_en }

/** A language's name in the reader's: 英文 or English; of one that staff do not write in, its own name. */
export const languageWord = (locale: Locale): string => (ownValue<() => string>(names, locale) ?? (() => languages[locale].name))()

/** Languages that staff write in, to choose one from. */
export const languageOptions = dataLocales.map((value) => ({ value, label: languages[value].name, lang: languages[value].htmlLang }))

/** The first language has to be written; readers of another get its text instead, which stands in the empty field. */
export const isOptionalIn = (language: DataLocale): boolean => language !== dataLocales[0]
