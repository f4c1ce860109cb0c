import type { Trx } from '#db/connect.ts'
import type { LeavingMember, Merging } from '#modules/accounts/deps.ts'
import { forgetPayers } from '#modules/payments/store.ts'
import { sql } from 'kysely'

/** Erases contact, remarks and payers of a closed account's orders; bookings and amounts stay for the books. */
export async function forgetInOrders(trx: Trx, { id }: LeavingMember): Promise<void> {
  const orders = await trx
    .updateTable('orders')
    .set({ contact_name: '', contact_phone: '', remark: '' })
    .where('member_id', '=', id)
    .returning('id')
    .execute()
  await forgetPayers(
    trx,
    orders.map((order) => order.id),
  )
}

/**
 * Gives a double's orders, with their items and money, to the kept member; answers the items, which hold the floor. A key that
 * both have used is replaced: a late retry of the double's request must not be answered with another order.
 */
export async function mergeInOrders(trx: Trx, { from, into }: Merging, now: Date): Promise<string[]> {
  await sql`select from orders where member_id = ${from} order by id for update`.execute(trx)
  await sql`
    update orders o set member_id = ${into}, merged_at = ${now}, idempotency_key = case
      when exists (select from orders k where k.member_id = ${into} and k.idempotency_key = o.idempotency_key) then 'merged:' || o.id
      else o.idempotency_key end
    where o.member_id = ${from}`.execute(trx)
  const items = await trx.updateTable('order_items').set({ member_id: into }).where('member_id', '=', from).returning('id').execute()
  return items.map(({ id }) => id)
}
