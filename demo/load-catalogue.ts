import type { Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { changeCatalogueIn } from '#modules/catalogue/change-catalogue.ts'
import { parseFile, type CatalogueChanges } from '#modules/catalogue/file.ts'
import { readNames } from '#modules/centre/store.ts'
import { releaseDates } from '#modules/preorders/release-dates.ts'
import file from './catalogue.json' with { type: 'json' }

/** Loading the demo is nobody's action, and the audit log begins after it. */
const noAudit: Audit = async () => undefined

/** Which parts of the demo were not there yet, and are now. */
export type Loaded = { facilities: boolean; lockers: boolean }

/**
 * Imports the demo centre from its catalogue file, as staff import theirs. Each section is checked on its own: the database may
 * be of an older demo, and what staff have changed stays.
 */
export async function loadCatalogue(trx: Trx, now: Date): Promise<Loaded> {
  const { changes, errors } = parseFile(file)
  if (errors.length > 0) throw new Error(`demo/catalogue.json: ${JSON.stringify(errors[0])}`)
  const loaded = { facilities: await isEmpty(trx, 'facilities'), lockers: await isEmpty(trx, 'lockers') }
  const { centre, lockers, ...rest } = changes
  const missing: CatalogueChanges = {
    ...(loaded.facilities ? rest : {}),
    ...(loaded.lockers ? { lockers } : {}),
    ...((await readNames(trx)).name.tw === '' ? { centre } : {}),
  }
  if (Object.keys(missing).length === 0) return loaded
  const change = { changes: missing, mode: 'merge' as const, basedOn: undefined, reason: '', confirmTouched: 0, by: null }
  const changed = await changeCatalogueIn(trx, { releaseDates }, change, noAudit, now)
  if (!changed.ok) throw new Error(`demo/catalogue.json: ${JSON.stringify(changed.refusal)}`)
  return loaded
}

const isEmpty = async (trx: Trx, table: 'facilities' | 'lockers'): Promise<boolean> =>
  (await trx.selectFrom(table).select('id').limit(1).executeTakeFirst()) === undefined
