import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'

/** What one member asks for is decided in turn: whoever else decides about them waits until the transaction ends. */
export async function lockMember(trx: DbOrTrx, id: string): Promise<void> {
  await sql`select lock_members(array[${id}::uuid])`.execute(trx)
}
