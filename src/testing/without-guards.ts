import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#db/connect.ts'

/** Changes a function of the database while the work is done, so that the test of a guard that is in it is seen to mean something. */
export async function withFunction<T>(db: Db, name: string, change: (text: string) => string, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef(${name}::regproc) as text`.execute(db)
  const { text } = rows[0]!
  const changed = change(text)
  expect(changed).not.toBe(text)
  await sql.raw(changed).execute(db)
  try {
    return await work()
  } finally {
    await sql.raw(text).execute(db)
  }
}

/** While the work is done, a function that answers nothing does nothing. */
export const withoutFunction = <T>(db: Db, name: string, work: () => Promise<T>): Promise<T> =>
  withFunction(
    db,
    name,
    (text) => text.replace(/\$function\$.*\$function\$/s, () => (/LANGUAGE sql/i.test(text) ? "''" : "'begin end'")),
    work,
  )

/** Drops a constraint while the work is done. Before it is there again, `empty` takes away the rows that break it. */
export async function withoutConstraint<T>(
  db: Db,
  [table, constraint]: readonly [table: string, constraint: string],
  empty: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = ${constraint}`.execute(db)
  await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(constraint)}`.execute(db)
  try {
    return await work()
  } finally {
    await empty()
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(constraint)} ${sql.raw(rows[0]!.text)}`.execute(db)
  }
}

/** No space is taken twice at one time. */
export const neverTwice = ['occupancy', 'occupancy_never_twice'] as const

/** Overlapping rows on one space: the one thing that may never be. */
export async function doubleBookings(db: Db): Promise<number> {
  const { rows } = await sql`
    select from occupancy a join occupancy b
      on a.space_id = b.space_id and a.during && b.during and (a.holder_id, a.space_id, a.during) < (b.holder_id, b.space_id, b.during)`.execute(
    db,
  )
  return rows.length
}

/**
 * While the work is done, whoever inserts into the table waits a moment before they commit: callers overlap even on a machine that does
 * one thing at a time.
 */
export async function withSlowInserts<T>(db: Db, table: string, seconds: number, work: () => Promise<T>): Promise<T> {
  await sql
    .raw(`create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(${seconds}); return null; end'`)
    .execute(db)
  await sql`create trigger dawdle after insert on ${sql.table(table)} for each statement execute function dawdle()`.execute(db)
  try {
    return await work()
  } finally {
    await sql`drop function dawdle() cascade`.execute(db)
  }
}
