import type { DbOrTrx } from '#db/connect.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'
import { deleteSecondFactors } from './second-factor-store.ts'

/** Nothing is left to log in with, and nothing of where somebody has logged in. */
export async function forgetLogins(db: DbOrTrx, { id, mobile }: Pick<LeavingMember, 'id' | 'mobile'>): Promise<void> {
  await db.deleteFrom('tokens').where('member_id', '=', id).execute()
  await deleteSecondFactors(db, id)
  await db.deleteFrom('sessions').where('member_id', '=', id).execute()
  if (mobile !== '') await db.deleteFrom('sms_codes').where('mobile', '=', mobile).execute()
  await db.deleteFrom('login_subjects').where('member_id', '=', id).execute()
  await db.deleteFrom('contact_changes').where('member_id', '=', id).execute()
}
