import type { Catalogues } from './catalogue.ts'
import type { Catalogue } from './rules.ts'

/**
 * One copy for the length of a transaction. To read a newer one takes a second connection; were all of them taken by
 * transactions that want one more, they would wait for each other for ever.
 */
export async function holdCatalogue<D extends { catalogues: Catalogues }>(deps: D): Promise<D> {
  return { ...deps, catalogues: held(await deps.catalogues.current()) }
}

/** For whoever has read it before. */
export const held = (catalogue: Catalogue): Catalogues => ({ current: async () => catalogue, newerThan: async () => catalogue })
