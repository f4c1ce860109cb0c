import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { refuse, type Result } from '#lib/result.ts'
import { sharePlacing } from '#modules/availability/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { readCatalogueVersion } from './item-move-store.ts'

/** A transaction that takes floor by the catalogue in force: shares the placing lock, and begins again when the catalogue has changed. */
export async function inPlacing<T, R extends { code: string }>(
  { db, catalogues }: { db: Db; catalogues: Catalogues },
  work: (trx: Trx, catalogue: Catalogue) => Promise<Result<T, R>>,
): Promise<Result<T, R>> {
  let catalogue = await catalogues.current()
  for (;;) {
    const result = await inTransaction<T, R | { code: 'stale_catalogue' }>(db, async (trx) => {
      await sharePlacing(trx)
      if ((await readCatalogueVersion(trx)) !== catalogue.version) return refuse({ code: 'stale_catalogue' })
      return work(trx, catalogue)
    })
    if (result.ok || result.refusal.code !== 'stale_catalogue') return result as Result<T, R>
    catalogue = await catalogues.newerThan(catalogue.version)
  }
}
