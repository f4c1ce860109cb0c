import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'

/** The kinds of orders that the database allows. */
export async function readAllowedKinds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'orders_kind_check' and conrelid = 'orders'::regclass`.execute(
    db,
  )
  return [...rows[0]!.definition.matchAll(/'([^']+)'/g)].map(([, kind]) => kind!)
}
