import { overwriteGetLocale } from '#i18n/generated/runtime.js'
import { localeCookie, localeOfHtmlLang, splitPrefix, type Locale } from '#i18n/locale.ts'
import { create } from 'zustand'

type Language = { locale: Locale; prefix: Locale | undefined }

/**
 * In the browser: the language of the open page. While rendering, the renderer knows it.
 * It begins with what the document was rendered in: begun with another, every page would be made twice.
 */
export const useLanguage = create<Language>(() =>
  typeof document === 'undefined'
    ? { locale: 'tw', prefix: undefined }
    : { locale: localeOfHtmlLang(document.documentElement.lang), prefix: splitPrefix(location.pathname).prefix },
)

export const browserPrefix = (): Locale | undefined => useLanguage.getState().prefix

/** In the browser the words follow the open page, not the address. */
export function speakDocumentLanguage(): void {
  overwriteGetLocale(() => useLanguage.getState().locale)
}

const aYear = 365 * 24 * 3600

export function rememberLanguage(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${localeCookie}=${locale}; Path=/; Max-Age=${aYear}; SameSite=Lax${secure}`
}
