import { languages, locales } from '#i18n/languages.ts'

/** The languages that a person may read, to choose one from. */
export const LanguageOptions = () =>
  locales.map((locale) => (
    <option key={locale} value={locale} lang={languages[locale].htmlLang}>
      {languages[locale].name}
    </option>
  ))
