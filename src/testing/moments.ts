import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#db/connect.ts'
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

/** Waits until a connection of this database is blocked by a lock, or until `work` has ended without one. */
export async function untilBlocked(db: Db, work?: Promise<unknown>): Promise<void> {
  let ended = false
  const noteEnd = () => (ended = true)
  work?.then(noteEnd, noteEnd)
  const blocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => ended || (await blocked.execute(db)).rows.length > 0, { timeout: 20_000 }).toBe(true)
}

/** Codes and their marks, as the service makes them, for tests of the browser's side. */
export function readDayMarks() {
  const tokens = new Tokens('a secret that only this test knows, long enough')
  return { tokens, marksOf: (itemId: string) => marksOf(tokens, itemId) }
}
