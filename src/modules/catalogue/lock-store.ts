import type { Trx } from '#db/connect.ts'
import { sql } from 'kysely'

/** Changes of the catalogue come one after the other. */
export async function lockCatalogue(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fieldhouse-catalogue'))`.execute(trx)
}
