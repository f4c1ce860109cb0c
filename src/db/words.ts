import { sql } from 'kysely'
import { dataLocales } from '#i18n/languages.ts'

/** SQL of a text in each language of data, from columns such as `r.name_tw`: an object by language. */
export const sqlWords = (column: string) =>
  sql.raw(`json_build_object(${dataLocales.map((locale) => `'${locale}', ${column}_${locale}`).join(', ')})`)
