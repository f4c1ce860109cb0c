import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { freshDb } from '#testing/postgres.ts'
import { readOccupied } from './store.ts'

let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await freshDb(1))
})
afterAll(() => close())

const now = new Date('2026-11-18T00:00:00Z')
const quarter = (n: number) => new Date(now.getTime() + n * 15 * 60_000)
/** Of all lengths: from a quarter of an hour, around the four hours that are short, to weeks and without an end. */
const quarters = fc.oneof(
  fc.integer({ min: 1, max: 20 }),
  fc.integer({ min: 13, max: 17 }),
  fc.integer({ min: 21, max: 2000 }),
  fc.constant(null),
)
const takenPeriods = fc.array(
  fc.record({ space: fc.integer({ min: 1, max: 4 }), from: fc.integer({ min: -60, max: 60 }), quarters, lapsed: fc.boolean() }),
  { maxLength: 40 },
)
const asked = fc.record({
  spaces: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 5 }),
  from: fc.integer({ min: -60, max: 60 }),
  quarters: fc.integer({ min: 1, max: 100 }),
})

it('what is taken within a period is found, however long it stands there, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(takenPeriods, asked, async (given, { spaces, from, quarters: length }) => {
      await db.deleteFrom('occupancy').execute()
      for (const { space, from: start, quarters: long, lapsed } of given)
        await sql`
          insert into occupancy (space_id, during, kind, holder_id, hold_until)
          values (${space}, tstzrange(${quarter(start)}, ${long === null ? null : quarter(start + long)}), 'block', ${randomUUID()}, ${lapsed ? quarter(-1) : null})
          on conflict do nothing`.execute(db)
      const within = { start: quarter(from), end: quarter(from + length) }
      const { rows: expected } = await sql<{ spaceId: number; start: Date }>`
        select space_id as "spaceId", lower(during) as start from occupancy
        where space_id = any(${spaces}::integer[]) and during && tstzrange(${within.start}, ${within.end}) and hold_until is null
        order by 1, 2`.execute(db)
      const { occupied } = await readOccupied(db, spaces, within, now)
      const found = occupied.map(({ spaceId, start }) => ({ spaceId, start }))
      expect(found.toSorted((a, b) => a.spaceId - b.spaceId || a.start.getTime() - b.start.getTime())).toEqual(expected)
    }),
    { numRuns: 200 },
  )
})

it('is read without parallel workers, also where the planner would start some', async () => {
  const launched = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<{ count: number }>`
      select parallel_workers_to_launch::integer as count from pg_stat_database where datname = current_database()`.execute(db)
    return rows[0]!.count
  }
  const before = await launched()
  // Plans of the test before are still there.
  await sql`discard plans`.execute(db)
  await sql`set debug_parallel_query = on`.execute(db)
  await readOccupied(db, [1, 2], { start: quarter(0), end: quarter(96) }, now)
  await sql`set debug_parallel_query = off`.execute(db)
  expect(await launched()).toBe(before)
})
