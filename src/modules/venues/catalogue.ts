import type { Db } from '#db/connect.ts'
import { shareRuns } from '#lib/share-runs.ts'
import type { Catalogue } from './rules.ts'
import { readCatalogue, readCatalogueVersion } from './store.ts'

/**
 * A cached copy of the catalogue. It may be stale: statements that rely on it compare its version with the database's, and
 * their callers read a newer copy when the two differ. An order is refused by a copy only if there is no newer one.
 */
export type Catalogues = {
  current(): Promise<Catalogue>
  newerThan(version: number): Promise<Catalogue>
}

/** Age in milliseconds after which the version of a copy is compared with the database's. */
const lookAgainAfter = 1000
/** Age from which a copy is served only after that: when nobody has asked for a while, it may be hours old. */
export const servedUntil = 3000

export function openCatalogues(db: Db): Catalogues {
  let copy: Catalogue | undefined
  let lookedAt = 0
  const share = shareRuns<Catalogue>()
  /** Concurrent callers share one read. A copy of the current version stays, and with it all that is derived from it. */
  const refresh = () => {
    lookedAt = Date.now()
    return share('catalogue', async () => {
      if (!copy || (await readCatalogueVersion(db)) !== copy.version) copy = await readCatalogue(db)
      return copy
    })
  }
  return {
    async current() {
      const age = Date.now() - lookedAt
      if (!copy || age > servedUntil) return refresh()
      // This call is served from the old copy while a new one is read (stale-while-revalidate).
      if (age > lookAgainAfter) void refresh().catch(() => {})
      return copy
    },
    newerThan: async (version) => (copy && copy.version > version ? copy : refresh()),
  }
}

/**
 * Pins the catalogue for a transaction. Reading a newer one would take a second connection; when all connections are
 * held by transactions that wait for one more, they would deadlock.
 */
export async function pinCatalogue<D extends { catalogues: Catalogues }>(deps: D): Promise<D> {
  return { ...deps, catalogues: pinned(await deps.catalogues.current()) }
}

/** A fixed copy, for callers that have read the catalogue already. */
export const pinned = (catalogue: Catalogue): Catalogues => ({ current: async () => catalogue, newerThan: async () => catalogue })
