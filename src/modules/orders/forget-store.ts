import type { Trx } from '#db/connect.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'
import { removeFeed } from './feed-store.ts'

/** What was booked and paid stays; whom to call about it, and what they wrote, goes. */
export async function forgetInOrders(trx: Trx, { id }: LeavingMember): Promise<void> {
  await trx.updateTable('orders').set({ contact_name: '', contact_phone: '', remark: '' }).where('member_id', '=', id).execute()
  await removeFeed(trx, id)
}
