import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'

/** A key of failed logins: after `tries` wrong secrets, growing waits begin for everybody with this key. */
export type TryBound = { key: string; tries: number }
export type Waits = { firstWaitSeconds: number; longestWaitSeconds: number; forgiveMinutes: number }
/** A try that was counted before the comparison, with the wait that it caused, if any. */
export type CountedTry = TryBound & { blockedUntil: Date | null }

/** Until when logging in is barred for any of these keys; undefined when it is not. */
export async function blockedUntil(db: DbOrTrx, keys: string[], now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('failed_logins')
    .select((s) => s.fn.max('blocked_until').as('until'))
    .where('key', '=', anyOf(keys))
    .where('blocked_until', '>', now)
    .executeTakeFirst()
  return row?.until ?? undefined
}

/**
 * Counts a try as wrong under every key; undefined when a key is barred. It is counted before the comparison, in one
 * statement, so that concurrent tries of any number of processes cannot exceed the limit. `giveBackTry` takes a right one
 * back. For every full `forgiveMinutes` without a try, a key's whole allowance is forgiven.
 */
export async function countTry(db: DbOrTrx, bounds: TryBound[], waits: Waits, now: Date): Promise<CountedTry[] | undefined> {
  const keys = bounds.map(({ key }) => key)
  const counted = await sql<CountedTry>`
    with asked as (
      select * from unnest(${keys}::text[], ${bounds.map(({ tries }) => tries)}::int[]) with ordinality as a (key, tries, place)
    )
    insert into failed_logins as f (key, failures, last_at)
    select key, 1, ${now} from asked
    where not exists (select from failed_logins b join asked using (key) where b.blocked_until > ${now})
    order by place
    on conflict (key) do update set
      last_at = excluded.last_at,
      (failures, blocked_until) = (
        select failures, case when failures >= tries then ${now}::timestamptz
          + make_interval(secs => least(${waits.longestWaitSeconds}, ${waits.firstWaitSeconds} * 2 ^ least(30, failures - tries))) end
        from (
          select a.tries, 1 + greatest(0, f.failures - a.tries * greatest(0,
            floor(extract(epoch from ${now}::timestamptz - f.last_at) / (60 * ${waits.forgiveMinutes})))::int) as failures
          from asked a where a.key = f.key
        ) counted
      )
    where f.blocked_until is null or f.blocked_until <= ${now}
    returning key, blocked_until as "blockedUntil"`.execute(db)
  if (counted.rows.length < bounds.length) return undefined
  return bounds.map((bound) => ({ ...bound, blockedUntil: counted.rows.find(({ key }) => key === bound.key)!.blockedUntil }))
}

/** Takes back a try whose secret was right, and the wait that it caused; a wait that another try caused stays. */
export async function giveBackTry(db: DbOrTrx, { key, blockedUntil: ownWait }: CountedTry): Promise<void> {
  await sql`
    update failed_logins set failures = greatest(0, failures - 1),
      blocked_until = case when blocked_until = ${ownWait} then null else blocked_until end
    where key = ${key}`.execute(db)
}

export async function forgetFailures(db: DbOrTrx, key: string): Promise<void> {
  await db.deleteFrom('failed_logins').where('key', '=', key).execute()
}

/** Deletes what was counted under keys with this prefix. */
export async function forgetFailuresUnder(db: DbOrTrx, prefixes: string[]): Promise<void> {
  await sql`delete from failed_logins where exists (select from unnest(${prefixes}::text[]) p where starts_with(key, p))`.execute(db)
}

export async function deleteOldFailures(db: DbOrTrx, before: Date): Promise<void> {
  await db
    .deleteFrom('failed_logins')
    .where('last_at', '<', before)
    .where((w) => w.or([w('blocked_until', 'is', null), w('blocked_until', '<', before)]))
    .execute()
}
