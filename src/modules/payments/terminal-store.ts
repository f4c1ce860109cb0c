import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'

/** Payments and refunds by the card terminal that were made while this till was open. */
export async function readTerminalOf(db: DbOrTrx, tillId: string): Promise<{ count: number; amount: number }> {
  const { rows } = await sql<{ count: number; amount: number }>`
    select count(*)::integer as count, coalesce(sum(amount), 0)::integer as amount from ledger where till_id = ${tillId} and way = 'terminal'`.execute(
    db,
  )
  return rows[0]!
}
