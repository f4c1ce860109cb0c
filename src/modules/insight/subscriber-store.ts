import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Day } from '#lib/zone.ts'
import { sql } from 'kysely'
import type { LeavingMember } from '#modules/accounts/deps.ts'
import { managerOrFinanceRoles } from '#http/session.ts'
import { haveCommon } from '#lib/have-common.ts'

export async function isSubscriber(db: DbOrTrx, memberId: string): Promise<boolean> {
  return (await db.selectFrom('report_subscribers').select('member_id').where('member_id', '=', memberId).executeTakeFirst()) !== undefined
}

/** Answers whether that changed anything. `sentMonth`: the last month that is not told of any more. */
export async function addSubscriber(trx: Trx, memberId: string, sentMonth: Day, now: Date): Promise<boolean> {
  const added = await sql`insert into report_subscribers (member_id, since, sent_month) values (${memberId}, ${now}, ${sentMonth})
    on conflict (member_id) do nothing`.execute(trx)
  return Number(added.numAffectedRows) > 0
}

export async function removeSubscriber(trx: DbOrTrx, memberId: string): Promise<boolean> {
  const gone = await trx.deleteFrom('report_subscribers').where('member_id', '=', memberId).executeTakeFirst()
  return Number(gone.numDeletedRows) > 0
}

export async function listUntold(db: DbOrTrx, month: Day): Promise<string[]> {
  const rows = await db.selectFrom('report_subscribers').select('member_id').where('sent_month', '<', month).orderBy('member_id').execute()
  return rows.map((row) => row.member_id)
}

/** Those of the subscribers who have not been told of this month yet; they are now. The WHERE is the guard: of two jobs, one gets each of them. */
export async function takeUntold(trx: Trx, memberIds: string[], month: Day): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    update report_subscribers set sent_month = ${month} where member_id = any(${memberIds}::uuid[]) and sent_month < ${month}
    returning member_id as "memberId"`.execute(trx)
  return rows.map(({ memberId }) => memberId)
}

/** Ends the monthly mail of a member who closes their account. */
export async function forgetInInsight(trx: Trx, { id }: LeavingMember): Promise<void> {
  await trx.deleteFrom('report_subscribers').where('member_id', '=', id).execute()
}

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
