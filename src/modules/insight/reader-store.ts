import type { DbOrTrx } from '#db/connect.ts'
import { managerOrFinanceRoles } from '#http/session.ts'
import { haveCommon } from '#lib/have-common.ts'

/** Whether this member has a role that may read the report, and has it now. */
export async function mayReadReport(db: DbOrTrx, memberId: string): Promise<boolean> {
  const found = await db
    .selectFrom('priced_members')
    .select('roles')
    .where('id', '=', memberId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return haveCommon<string>(managerOrFinanceRoles, found?.roles ?? [])
}
