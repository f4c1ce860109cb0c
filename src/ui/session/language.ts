import { overwriteGetLocale } from '#i18n/generated/runtime.js'
import { localeCookie, localeOfHtmlLang, splitPrefix, type Locale } from '#i18n/locale.ts'
import { defaultLocale } from '#i18n/languages.ts'
import { create } from 'zustand'

type Language = { locale: Locale; prefix: Locale | undefined }

/**
 * Language of the open page, in the browser only; on the server the request has it. The first value is the language that the
 * document was rendered in: with another one, hydration would render every page again.
 */
export const useLanguage = create<Language>(() =>
  typeof document === 'undefined'
    ? { locale: defaultLocale, prefix: undefined }
    : { locale: localeOfHtmlLang(document.documentElement.lang), prefix: splitPrefix(location.pathname).prefix },
)

export const browserPrefix = (): Locale | undefined => useLanguage.getState().prefix

/** Makes the messages follow the language of the open page instead of the address. */
export function followDocumentLanguage(): void {
  overwriteGetLocale(() => useLanguage.getState().locale)
}

const aYear = 365 * 24 * 3600

export function rememberLanguage(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${localeCookie}=${locale}; Path=/; Max-Age=${aYear}; SameSite=Lax${secure}`
}
