import type { DbOrTrx } from '#db/connect.ts'

/** Deletes every second factor of a member, and what is left of their recovery codes. */
export async function deleteSecondFactors(db: DbOrTrx, memberId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('member_id', '=', memberId).execute()
  await db.deleteFrom('authenticators').where('member_id', '=', memberId).execute()
  await db.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute()
}
