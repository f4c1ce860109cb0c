import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'

export type Limit = { key: string; limit: number; seconds: number }

/**
 * Takes one of the `limit` turns of a key's window, in one statement, so that concurrent processes cannot take more.
 * Returns undefined when the turn was taken, else the seconds to wait.
 */
export async function takeTurn(db: DbOrTrx, limit: Limit, now: Date): Promise<Wait | undefined> {
  const turn = await countTurn(db, limit, now)
  return 'count' in turn ? undefined : turn
}

export type Wait = { retryAfterSeconds: number }

/** As `takeTurn`, and returns the number of the turn in its window. */
export async function countTurn(db: DbOrTrx, { key, limit, seconds }: Limit, now: Date): Promise<{ count: number } | Wait> {
  const taken = await sql<{ count: number }>`
    insert into rate_limits as r (key, count, resets_at)
    values (${key}, 1, ${now}::timestamptz + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when r.resets_at <= ${now} then 1 else r.count + 1 end,
      resets_at = case when r.resets_at <= ${now} then excluded.resets_at else r.resets_at end
    where r.resets_at <= ${now} or r.count < ${limit}
    returning count`.execute(db)
  if (taken.rows[0]) return taken.rows[0]
  const row = await db.selectFrom('rate_limits').select('resets_at').where('key', '=', key).executeTakeFirst()
  return { retryAfterSeconds: row ? Math.max(1, Math.ceil((row.resets_at.getTime() - now.getTime()) / 1000)) : 1 }
}

/** Gives back a turn that was taken in this transaction and not used. */
export async function returnTurn(db: DbOrTrx, key: string): Promise<void> {
  await sql`update rate_limits set count = count - 1 where key = ${key} and count > 0`.execute(db)
}

/** How many turns of a key's open window are taken; takes none. */
export async function readTurns(db: DbOrTrx, key: string, now: Date): Promise<{ count: number; resetsAt: Date }> {
  const row = await db.selectFrom('rate_limits').select(['count', 'resets_at']).where('key', '=', key).executeTakeFirst()
  return row && row.resets_at > now ? { count: row.count, resetsAt: row.resets_at } : { count: 0, resetsAt: now }
}

/** The open windows of all keys that begin so. */
export async function listWindows(db: DbOrTrx, prefix: string, now: Date): Promise<{ key: string; resetsAt: Date }[]> {
  return db
    .selectFrom('rate_limits')
    .select(['key', 'resets_at as resetsAt'])
    .where(({ fn, ref, val, eb }) => eb(fn('starts_with', [ref('key'), val(prefix)]), '=', true))
    .where('resets_at', '>', now)
    .orderBy('key')
    .execute()
}

/** Deletes rows whose window has passed. */
export async function forgetStaleLimits(db: DbOrTrx, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('resets_at', '<', now).execute()
}
