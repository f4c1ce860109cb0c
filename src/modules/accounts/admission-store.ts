import type { Db, DbOrTrx } from '#db/connect.ts'
import { sql, type RawBuilder } from 'kysely'

/** SQL condition: the account may be used. False for closed accounts, for guests, who have none, and for the demo's while the demo is off. */
export const isOpen = (members = 'members'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${members}.closed_at`)} is null and not ${sql.ref(`${members}.is_guest`)} and not ${sql.ref(`${members}.shut_out`)})`

export const generalPublic = 1

/**
 * Opens the demo's accounts, whose secret is published, while the demo is on, and shuts them out otherwise: no login, no
 * session, no mailed link, no calendar address. Roles that came from the demo's accounts end with the demo. Returns how many are shut out now.
 */
export async function admitDemoAccounts(db: Db, isDemo: boolean): Promise<number> {
  await db.updateTable('members').set({ shut_out: !isDemo }).where('demo', '=', true).where('shut_out', '=', isDemo).execute()
  if (!isDemo)
    await db
      .updateTable('members')
      .set({ roles: [], staff_since: null, staff_suspended_at: null, staff_by_demo: false })
      .where('staff_by_demo', '=', true)
      .execute()
  const { count } = await db
    .selectFrom('members')
    .select((s) => s.fn.countAll<number>().as('count'))
    .where('shut_out', '=', true)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Locks a member's row: other transactions that decide about this member wait until this one ends. */
export async function lockMember(trx: DbOrTrx, id: string): Promise<void> {
  await sql`select lock_members(array[${id}::uuid])`.execute(trx)
}
