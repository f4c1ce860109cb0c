import * as m from '#i18n/generated/messages.js'
import { locales } from '#i18n/locale.ts'
import type { Catalogues } from './catalogue.ts'

/** Words that a guesser would try in a secret: the centre's name, address, facilities and sports. */
export function openCentreWords(catalogues: Catalogues, publicUrl: string): () => Promise<string[]> {
  const names = ['fieldhouse', '場館預約', new URL(publicUrl).hostname, ...locales.map((locale) => m.site_name({}, { locale }))]
  return async () => {
    const { facilities } = await catalogues.current()
    return [...names, ...facilities.flatMap(({ name, sport }) => [...Object.values(name), sport])]
  }
}
