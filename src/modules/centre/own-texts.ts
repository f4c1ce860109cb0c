import { centre_contact_missing, footer_tagline } from '#i18n/generated/messages.js'
import { dataLocaleOf, type Locale } from '#i18n/languages.ts'
import { inEach, say } from '#i18n/words.ts'
import { defaultPrivacy } from './default-privacy.ts'
import { defaultTerms } from './default-terms.ts'
import { fillIn, type Centre, type TextKind, type Words } from './rules.ts'

/** The texts that the service comes with, with their placeholders. */
export const defaultTexts: Readonly<Record<TextKind, Words>> = {
  privacy: defaultPrivacy,
  terms: defaultTerms,
  footer: inEach((locale) => footer_tagline({}, { locale })),
}

/** Markdown of the centre's own text, or of the default, with the placeholders filled in. */
export const textOf = (centre: Centre, kind: TextKind, locale: Locale): string =>
  fillText(centre.texts[kind][dataLocaleOf(locale)] ?? say(defaultTexts[kind], locale), centre, locale)

type Contacted = Parameters<typeof fillIn>[1]
export const fillText = (text: string, centre: Contacted, locale: Locale): string =>
  fillIn(text, centre, locale, centre_contact_missing({}, { locale }))
