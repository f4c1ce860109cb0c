import type { Trx } from '#db/connect.ts'
import { sql } from 'kysely'

/**
 * The placing lock: floor is taken under it shared, and a change of the catalogue that shortens hours or retires courts holds it
 * alone. The change waits for everything that is being taken by the catalogue of before and sees it; whatever comes later waits
 * for the change, and compares the version of its catalogue behind the lock. Without it, floor could be taken outside the hours
 * while the bookings that the change cancels are being counted. It stands before all rows in the order of locks (docs/locks.md), so a
 * transaction takes it first; the functions place_orders and submit_preorders take it themselves.
 */
export async function sharePlacing(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('fieldhouse-placing'))`.execute(trx)
}

export async function lockPlacing(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fieldhouse-placing'))`.execute(trx)
}
