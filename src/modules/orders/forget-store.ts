import type { Trx } from '#db/connect.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'

/** Erases contact and remarks of a closed account's orders; bookings and amounts stay for the books. */
export async function forgetInOrders(trx: Trx, { id }: LeavingMember): Promise<void> {
  await trx.updateTable('orders').set({ contact_name: '', contact_phone: '', remark: '' }).where('member_id', '=', id).execute()
}
