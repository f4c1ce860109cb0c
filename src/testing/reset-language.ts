import { getLocale, overwriteGetLocale } from '#i18n/generated/runtime.js'

/** Resets the language before each test file: test files share imported modules. */
const kept = globalThis as { languageAtFirst?: typeof getLocale }
kept.languageAtFirst ??= getLocale
overwriteGetLocale(kept.languageAtFirst)
