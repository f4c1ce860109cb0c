/** Locale negotiation: which language a person reads. Pure, so that pages, the API and tests use the same rule. */
import { defaultLocale, languages, locales, type Locale } from './languages.ts'

export type { Locale }

export const localeCookie = 'fieldhouse_locale'

export function isLocale(value: unknown): value is Locale {
  return locales.includes(value as Locale)
}

export const localeOfHtmlLang = (lang: string): Locale => localeOfTag(lang.toLowerCase()) ?? defaultLocale

/** Of a terminal's setting, such as zh_TW.UTF-8; operators of other languages read English. */
export const localeOfTerminal = (setting: string): Locale => localeOfTag(setting.toLowerCase().replaceAll('_', '-')) ?? 'en'

export const htmlLang = (locale: Locale): string => languages[locale].htmlLang

/** The language that a switch between languages leads to. */
export const nextLocale = (locale: Locale): Locale => locales[(locales.indexOf(locale) + 1) % locales.length]!

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

/** Prefix of links in mails: the centre's own language needs none. */
export const prefixOf = (locale: Locale): Locale | undefined => (locale === defaultLocale ? undefined : locale)

/** Locale of a request: the prefix of the address, else the cookie, else Accept-Language, else the centre's own. */
export function pickLocale(pathname: string, cookie: string | null | undefined, acceptLanguage: string | null | undefined): Locale {
  if (pathname === '/' && !cookie && !acceptLanguage) return defaultLocale
  return splitPrefix(pathname).prefix ?? (isLocale(cookie) ? cookie : undefined) ?? preferred(acceptLanguage ?? '') ?? defaultLocale
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
  const first = tag.split('-')[0]!
  return locales.find((locale) => languages[locale].tags.includes(first))
}
