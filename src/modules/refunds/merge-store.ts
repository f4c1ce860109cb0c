import type { Trx } from '#db/connect.ts'
import type { Merging } from '#modules/accounts/deps.ts'
import { sql } from 'kysely'

/** Refunds belong to orders, and follow with them; here only who acted is written. A signature of both rows of one person is one. */
export async function mergeInRefunds(trx: Trx, { from, into }: Merging): Promise<void> {
  await trx.updateTable('refund_steps').set({ by: into }).where('by', '=', from).execute()
  await trx.updateTable('transfer_batches').set({ taken_by: into }).where('taken_by', '=', from).execute()
  await sql`
    insert into refund_signatures (refund_id, deed, by, at) select refund_id, deed, ${into}, at from refund_signatures where by = ${from}
    on conflict do nothing`.execute(trx)
  await trx.deleteFrom('refund_signatures').where('by', '=', from).execute()
}
