import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'

/** Until when logging in is barred for any of these keys; undefined when it is not. */
export async function blockedUntil(db: DbOrTrx, keys: string[], now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('failed_logins')
    .select((s) => s.fn.max('blocked_until').as('until'))
    .where('key', 'in', keys)
    .where('blocked_until', '>', now)
    .executeTakeFirst()
  return row?.until ?? undefined
}

/** Counts one more wrong try and says how many there are now. A quiet day wipes the slate. */
export async function countFailure(db: DbOrTrx, key: string, forgetAfterHours: number, now: Date): Promise<number> {
  const counted = await sql<{ failures: number }>`
    insert into failed_logins as f (key, failures, last_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      failures = case when f.last_at < ${now}::timestamptz - make_interval(hours => ${forgetAfterHours}) then 1 else f.failures + 1 end,
      last_at = excluded.last_at
    returning failures`.execute(db)
  return counted.rows[0]!.failures
}

export async function blockUntil(db: DbOrTrx, key: string, until: Date): Promise<void> {
  await sql`update failed_logins set blocked_until = greatest(blocked_until, ${until}) where key = ${key}`.execute(db)
}

export async function forgetFailures(db: DbOrTrx, key: string): Promise<void> {
  await db.deleteFrom('failed_logins').where('key', '=', key).execute()
}

export async function deleteOldFailures(db: DbOrTrx, before: Date): Promise<void> {
  await db
    .deleteFrom('failed_logins')
    .where('last_at', '<', before)
    .where((w) => w.or([w('blocked_until', 'is', null), w('blocked_until', '<', before)]))
    .execute()
}
