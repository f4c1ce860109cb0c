import type { Db } from '#db/connect.ts'
import { sql, type RawBuilder } from 'kysely'

/** SQL: the member may come in. Not one who has left, and not an account of the demo while the demo is off. */
export const isOpen = (members = 'members'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${members}.closed_at`)} is null and not ${sql.ref(`${members}.shut_out`)})`

export const generalPublic = 1

/**
 * Accounts of the demo, whose secret is published, may come in while the demo is on and are shut out while it is off:
 * no login, no session, no mailed link, no calendar address. Returns how many are shut out now.
 */
export async function admitDemoAccounts(db: Db, isDemo: boolean): Promise<number> {
  await db.updateTable('members').set({ shut_out: !isDemo }).where('demo', '=', true).where('shut_out', '=', isDemo).execute()
  const { count } = await db
    .selectFrom('members')
    .select((s) => s.fn.countAll<number>().as('count'))
    .where('shut_out', '=', true)
    .executeTakeFirstOrThrow()
  return Number(count)
}
