import type { Trx } from '#db/connect.ts'
import { sql } from 'kysely'

/** Changes of the catalogue come one after the other. */
export async function lockCatalogue(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fieldhouse-catalogue'))`.execute(trx)
}

/**
 * Waits for orders that are being placed by the catalogue of before, and makes later ones wait for this transaction: see
 * place_orders, which takes the same lock shared.
 */
export async function lockPlacing(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fieldhouse-placing'))`.execute(trx)
}
