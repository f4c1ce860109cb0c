import type { Catalogues } from '#modules/venues/catalogue.ts'

/**
 * One copy for the length of a transaction. To read a newer one takes a second connection; were all of them taken by
 * transactions that want one more, they would wait for each other for ever.
 */
export async function holdCatalogue<D extends { catalogues: Catalogues }>(deps: D): Promise<D> {
  const catalogue = await deps.catalogues.current()
  return { ...deps, catalogues: { current: async () => catalogue, newerThan: async () => catalogue } }
}
