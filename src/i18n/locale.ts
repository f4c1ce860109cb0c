/** Locale negotiation: which language a person reads. Pure, so that pages, the API and tests use the same rule. */
export const locales = ['tw', 'en'] as const
export type Locale = (typeof locales)[number]

export const localeCookie = 'fieldhouse_locale'
export const htmlLang = { tw: 'zh-Hant-TW', en: 'en-GB' } as const satisfies Record<Locale, string>

export function isLocale(value: unknown): value is Locale {
  return locales.includes(value as Locale)
}

export function localeOfHtmlLang(lang: string): Locale {
  return lang.toLowerCase().startsWith('en') ? 'en' : 'tw'
}

/** Splits a pathname into the optional language prefix and the rest. */
export function splitPrefix(pathname: string): { prefix: Locale | undefined; path: string } {
  const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(pathname) ?? []
  const prefix = first.toLowerCase()
  return isLocale(prefix) ? { prefix, path: rest || '/' } : { prefix: undefined, path: pathname }
}

export function withPrefix(prefix: Locale | undefined, path: string): string {
  if (!prefix) return path
  return path === '/' ? `/${prefix}` : `/${prefix}${path}`
}

/** Locale of a request: the prefix of the address, else the cookie, else Accept-Language, else tw. */
export function pickLocale(pathname: string, cookie: string | null | undefined, acceptLanguage: string | null | undefined): Locale {
  if (pathname === '/' && !cookie && !acceptLanguage) return 'tw'
  return splitPrefix(pathname).prefix ?? (isLocale(cookie) ? cookie : undefined) ?? preferred(acceptLanguage ?? '') ?? 'tw'
}

function preferred(acceptLanguage: string): Locale | undefined {
  return acceptLanguage
    .split(',')
    .map((entry) => {
      const [tag = '', ...params] = entry.trim().toLowerCase().split(';')
      const q = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find(Boolean)
      return { locale: localeOfTag(tag), q: q === undefined ? 1 : Number(q) }
    })
    .filter(({ locale, q }) => locale !== undefined && q > 0)
    .toSorted((a, b) => b.q - a.q)[0]?.locale
}

function localeOfTag(tag: string): Locale | undefined {
  const language = tag.split('-')[0]
  return language === 'zh' || language === 'tw' ? 'tw' : language === 'en' ? 'en' : undefined
}
