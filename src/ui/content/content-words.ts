import { formatDate } from '#i18n/dates.ts'
import { fileSize } from '#i18n/file-size.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { htmlLang, type Locale } from '#i18n/locale.ts'
import { m } from '#i18n/generated/messages.js'
import { ownValue } from '#lib/own-value.ts'
import type { Category } from '#modules/content/rules.ts'
import { typeOf } from '#modules/files/rules.ts'

export const sayDate = (iso: string): string => formatDate(new Date(iso), getLocale())

/** `lang` attribute, only where it differs from the page's: screen readers switch the voice by it. */
export const langOf = (locale: Locale): string | undefined => (locale === getLocale() ? undefined : htmlLang(locale))

/** Type and size of a file: PDF · 12 KB */
export const sayFile = ({ type, size }: { type: string; size: number }): string =>
  `${(typeOf(type)?.extension ?? 'file').toUpperCase()}\u00a0· ${fileSize(size)}`

const categoryNames: Record<Category, () => string> = {
  notice: m.content_category_notice,
  closure: m.content_category_closure,
  event: m.content_category_event,
  course: m.content_category_course,
  facility: m.content_category_facility,
  preorder: m.content_category_preorder,
  form: m.content_category_form,
  rule: m.content_category_rule,
  price: m.content_category_price,
  guide: m.content_category_guide,
}

/** The category of an article; one that is not known here is named by its code. */
export const categoryWord = (category: string): string => (ownValue<() => string>(categoryNames, category) ?? (() => category))()
