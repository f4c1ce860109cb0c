import type { Db } from '#db/connect.ts'
import type { Catalogue } from './rules.ts'
import { readCatalogue } from './store.ts'

/**
 * A cached copy of the catalogue. It may be stale: statements that rely on it compare its version with the database's, and
 * their callers read a newer copy when the two differ.
 */
export type Catalogues = {
  current(): Promise<Catalogue>
  newerThan(version: number): Promise<Catalogue>
}

/** Age in milliseconds after which a copy is read again. */
const lookAgainAfter = 1000

export function openCatalogues(db: Db): Catalogues {
  let copy: { catalogue: Promise<Catalogue>; readAt: number } | undefined
  const read = () => {
    copy = { catalogue: readCatalogue(db), readAt: Date.now() }
    const mine = copy
    mine.catalogue.catch(() => copy === mine && (copy = undefined))
    return copy.catalogue
  }
  return {
    async current() {
      if (!copy) return read()
      if (Date.now() - copy.readAt > lookAgainAfter) {
        const before = copy.catalogue
        // This call is served from the old copy while a new one is read (stale-while-revalidate).
        void read().catch(() => {})
        return before
      }
      return copy.catalogue
    },
    async newerThan(version) {
      const catalogue = await (copy?.catalogue ?? read())
      return catalogue.version > version ? catalogue : read()
    },
  }
}
