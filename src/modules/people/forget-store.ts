import type { Trx } from '#db/connect.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'

/** Deletes what colleagues wrote about a member who closes their account. */
export async function forgetInPeople(trx: Trx, { id }: LeavingMember): Promise<void> {
  await trx.deleteFrom('member_notes').where('member_id', '=', id).execute()
}
