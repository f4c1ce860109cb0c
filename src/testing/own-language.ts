import { getLocale, overwriteGetLocale } from '#i18n/generated/runtime.js'

/** Before each file of tests: what another file has said about the language is forgotten. Files share what they import. */
const kept = globalThis as { languageAtFirst?: typeof getLocale }
kept.languageAtFirst ??= getLocale
overwriteGetLocale(kept.languageAtFirst)
