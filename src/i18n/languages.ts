/** A language of pages, mails and texts. Its messages are in `messages/<key>.json`, dates and joiners among them. */
export type Language = {
  /** What the language calls itself. */
  name: string
  /** As HTML and HTTP name it. */
  htmlLang: string
  openGraph: string
  /** First parts of the tags in Accept-Language that ask for it. */
  tags: readonly string[]
  /** 0 is Sunday. */
  firstDayOfWeek: 0 | 1
  /** Language of a text in data that was not written in this one. */
  instead: DataLocale
}

/** Languages that staff write names, articles and terms in: each has a column of its own. */
export const dataLocales = ['tw', 'en'] as const
export type DataLocale = (typeof dataLocales)[number]

export const isDataLocale = (value: string | undefined): value is DataLocale => (dataLocales as readonly unknown[]).includes(value)
export const othersThan = (one: DataLocale): DataLocale[] => dataLocales.filter((other) => other !== one)

/** All languages, the centre's own first. */
const all = {
  tw: { name: '中文', htmlLang: 'zh-Hant-TW', openGraph: 'zh_TW', tags: ['zh', 'tw'], firstDayOfWeek: 0, instead: 'en' },
  en: { name: 'English', htmlLang: 'en-GB', openGraph: 'en_GB', tags: ['en'], firstDayOfWeek: 1, instead: 'tw' },
} as const satisfies Record<string, Language>
export type Locale = keyof typeof all

export const languages: Readonly<Record<Locale, Language>> = all
export const locales = Object.keys(languages) as [Locale, ...Locale[]]
/** The centre's own language. */
export const defaultLocale = locales[0]

/** The language of data that a reader gets first. */
export const dataLocaleOf = (locale: Locale): DataLocale => dataLocales.find((one) => one === locale) ?? languages[locale].instead
