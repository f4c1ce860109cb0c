import type { Trx } from '#db/connect.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'
import { forgetPayers } from '#modules/payments/forget-store.ts'

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
