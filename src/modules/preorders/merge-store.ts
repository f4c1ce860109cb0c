import type { Trx } from '#db/connect.ts'
import type { Merging } from '#modules/accounts/deps.ts'
import { sql } from 'kysely'

/** Locks a double's pre-orders: before any of its orders (lock order). */
export async function lockPreOrdersOf(trx: Trx, { from }: Merging): Promise<void> {
  await sql`select from preorders where member_id = ${from} order by id for update`.execute(trx)
}

/** Gives a double's pre-orders to the kept member; answers their dates, which hold the floor. */
export async function mergeInPreOrders(trx: Trx, { from, into }: Merging): Promise<string[]> {
  await trx.updateTable('preorders').set({ member_id: into }).where('member_id', '=', from).execute()
  const dates = await trx.updateTable('preorder_dates').set({ member_id: into }).where('member_id', '=', from).returning('id').execute()
  return dates.map(({ id }) => id)
}
