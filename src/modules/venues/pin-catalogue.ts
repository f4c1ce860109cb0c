import type { Catalogues } from './catalogue.ts'
import type { Catalogue } from './rules.ts'

/**
 * Pins the catalogue for a transaction. Reading a newer one would take a second connection; when all connections are
 * held by transactions that wait for one more, they would deadlock.
 */
export async function pinCatalogue<D extends { catalogues: Catalogues }>(deps: D): Promise<D> {
  return { ...deps, catalogues: pinned(await deps.catalogues.current()) }
}

/** A fixed copy, for callers that have read the catalogue already. */
export const pinned = (catalogue: Catalogue): Catalogues => ({ current: async () => catalogue, newerThan: async () => catalogue })
