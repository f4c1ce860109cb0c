import { m } from '#i18n/generated/messages.js'
import { dataLocales, languages, type DataLocale } from '#i18n/languages.ts'

const endings: Record<DataLocale, () => string> = { tw: m.staff_in_chinese, en: m.staff_in_english }

/** Names a text's language after its label: （中文） or (Chinese). */
export const inLanguage = (language: DataLocale): string => endings[language]()

/** Languages that staff write in, to choose one from. */
export const languageOptions = dataLocales.map((value) => ({ value, label: languages[value].name, lang: languages[value].htmlLang }))

/** The first language has to be written; readers of another get its text instead, which stands in the empty field. */
export const isOptionalIn = (language: DataLocale): boolean => language !== dataLocales[0]
