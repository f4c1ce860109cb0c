import { sql, type RawBuilder } from 'kysely'
import { expect } from 'vitest'
import type { Db, Trx } from '#db/connect.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { marksOf } from '#modules/attendance/read-day.ts'

/** A barrier: each of `size` callers waits until all of them have arrived. */
export function barrier(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    if (++arrived === size) resolve()
    return promise
  }
}

/** A place in somebody's work where they stop until they are let go on. `reached`: they have come there. */
export function stoppingPlace() {
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  return { stop: () => (reached.resolve(), goOn.promise), reached: reached.promise, goOn: goOn.resolve }
}

/** A transaction that has done its work and is not committed yet. `last`: what else it does then. */
export async function begun<T>(db: Db, work: (trx: Trx) => Promise<T>, last?: (trx: Trx) => Promise<unknown>) {
  const { stop, reached, goOn } = stoppingPlace()
  const committed = db.transaction().execute(async (trx) => {
    const answer = await work(trx)
    await stop()
    await last?.(trx)
    return answer
  })
  await Promise.race([reached, committed])
  return { commit: (): Promise<T> => (goOn(), committed) }
}

/** Waits until the work is done, or until the query finds something. */
async function untilDoneOr(db: Db, found: RawBuilder<unknown>, work?: Promise<unknown>): Promise<void> {
  let ended = false
  const noteEnd = () => (ended = true)
  work?.then(noteEnd, noteEnd)
  await expect.poll(async () => ended || (await found.execute(db)).rows.length > 0, { timeout: 20_000 }).toBe(true)
}

/** Waits until a connection of this database is blocked by a lock, or until `work` has ended without one. */
export const untilBlocked = (db: Db, work?: Promise<unknown>) =>
  untilDoneOr(db, sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`, work)

/** Waits until the work is done, or somebody waits for the placing lock itself: the queue of jobs takes advisory locks of its own. */
export const untilPlacingBlocked = (db: Db, work: Promise<unknown>) =>
  untilDoneOr(
    db,
    sql`select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and not l.granted
        and l.objid::bigint = hashtext('fieldhouse-placing')::bigint & 4294967295`,
    work,
  )

/** Codes and their marks, as the service makes them, for tests of the browser's side. */
export function readDayMarks() {
  const tokens = new Tokens('a secret that only this test knows, long enough')
  return { tokens, marksOf: (itemId: string) => marksOf(tokens, itemId) }
}
