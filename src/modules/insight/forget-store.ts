import type { Trx } from '#db/connect.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'

/** Ends the monthly mail of a member who closes their account. */
export async function forgetInInsight(trx: Trx, { id }: LeavingMember): Promise<void> {
  await trx.deleteFrom('report_subscribers').where('member_id', '=', id).execute()
}
