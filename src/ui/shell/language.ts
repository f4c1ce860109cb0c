import { overwriteGetLocale } from '#i18n/generated/runtime.js'
import { localeCookie, localeOfHtmlLang, splitPrefix, type Locale } from '#i18n/locale.ts'
import { create } from 'zustand'

type Language = { locale: Locale; prefix: Locale | undefined }

/** In the browser: the language of the open page. While rendering, the renderer knows it. */
export const useLanguage = create<Language>(() => ({ locale: 'tw', prefix: undefined }))

export const browserPrefix = (): Locale | undefined => useLanguage.getState().prefix

/** Begins with the language that the document was rendered in, so that both sides say the same. */
export function adoptDocumentLanguage(): void {
  useLanguage.setState({ locale: localeOfHtmlLang(document.documentElement.lang), prefix: splitPrefix(location.pathname).prefix })
  overwriteGetLocale(() => useLanguage.getState().locale)
}

const aYear = 365 * 24 * 3600

export function rememberLanguage(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${localeCookie}=${locale}; Path=/; Max-Age=${aYear}; SameSite=Lax${secure}`
}
