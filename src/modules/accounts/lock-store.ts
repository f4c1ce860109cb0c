import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'

/** Locks a member's row: other transactions that decide about this member wait until this one ends. */
export async function lockMember(trx: DbOrTrx, id: string): Promise<void> {
  await sql`select lock_members(array[${id}::uuid])`.execute(trx)
}
