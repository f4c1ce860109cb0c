import type { Db } from '#db/connect.ts'
import type { Catalogue } from './rules.ts'
import { readCatalogue } from './store.ts'

/**
 * A copy of the catalogue in this process. Nobody needs it to be fresh: a statement that relies on it compares its
 * version, and asks for a newer copy when the two differ.
 */
export type Catalogues = {
  current(): Promise<Catalogue>
  newerThan(version: number): Promise<Catalogue>
}

/** A change that no statement has met yet is seen after this long at the latest. */
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
        // Whoever asks now is served from the old copy; the next one finds the new.
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
