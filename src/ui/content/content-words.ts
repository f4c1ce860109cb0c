import { formatDate } from '#i18n/dates.ts'
import { fileSize } from '#i18n/file-size.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { htmlLang, type Locale } from '#i18n/locale.ts'
import { typeOf } from '#modules/files/rules.ts'

export const sayDate = (iso: string): string => formatDate(new Date(iso), getLocale())

/** `lang` attribute, only where it differs from the page's: screen readers switch the voice by it. */
export const langOf = (locale: Locale): string | undefined => (locale === getLocale() ? undefined : htmlLang(locale))

/** Type and size of a file: PDF · 12 KB */
export const sayFile = ({ type, size }: { type: string; size: number }): string =>
  `${(typeOf(type)?.extension ?? 'file').toUpperCase()}\u00a0· ${fileSize(size)}`
