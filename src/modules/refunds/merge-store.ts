import type { Trx } from '#db/connect.ts'
import type { Merging } from '#modules/accounts/deps.ts'

/** Refunds belong to orders, and follow with them; of each step only who took it is written here. */
export async function mergeInRefunds(trx: Trx, { from, into }: Merging): Promise<void> {
  await trx.updateTable('refund_steps').set({ by: into }).where('by', '=', from).execute()
}
