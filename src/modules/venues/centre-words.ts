import type { DbOrTrx } from '#db/connect.ts'
import { readNames } from '#modules/centre/store.ts'
import type { Catalogues } from './catalogue.ts'

/** Words that a guesser would try in a secret: the centre's name, address, facilities and sports. */
export function openCentreWords(db: DbOrTrx, catalogues: Catalogues, publicUrl: string): () => Promise<string[]> {
  const own = ['fieldhouse', '場館預約', new URL(publicUrl).hostname]
  return async () => {
    const centre = await readNames(db)
    const { facilities } = await catalogues.current()
    const names = [...Object.values(centre.name), ...Object.values(centre.shortName)].filter((word) => word !== '')
    return [...own, ...names, ...facilities.flatMap(({ name, sport }) => [...Object.values(name), sport])]
  }
}
