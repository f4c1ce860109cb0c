import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyDatabase, freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { closeDb, openDb, type Db } from './connect.ts'
import { isMigrated, migrate } from './migrate.ts'

const undo: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

async function open(make: () => Promise<FreshDatabase>): Promise<{ url: string; db: Db }> {
  const database = await make()
  undo.push(database.drop)
  const db = openDb(database.url, 2)
  undo.push(() => closeDb(db))
  return { url: database.url, db }
}

describe('migrating a database', () => {
  it('runs each migration once when ten begin together', async () => {
    const { url, db } = await open(emptyDatabase)
    expect(await isMigrated(db)).toBe(false)
    const runs = await Promise.all(Array.from({ length: 10 }, () => migrate(url)))
    expect(runs.flat().filter((name) => name === '001_foundation')).toHaveLength(1)
    expect(await isMigrated(db)).toBe(true)
  })

  it('is done while another version has installed its functions, and not before any were', async () => {
    const { db } = await open(freshDatabase)
    await sql`update sql_objects set hash = 'of another version'`.execute(db)
    expect(await isMigrated(db)).toBe(true)
    await sql`delete from sql_objects`.execute(db)
    expect(await isMigrated(db)).toBe(false)
  })

  it('finds nothing to do in the copy that tests work on', async () => {
    const { url, db } = await open(freshDatabase)
    expect(await isMigrated(db)).toBe(true)
    expect(await migrate(url)).toEqual([])
  })
})

describe('what comes out of the database', () => {
  it('gives days as text, large whole numbers as numbers and times as dates', async () => {
    const { db } = await open(freshDatabase)
    const { rows } =
      await sql`select date '2025-11-15' as day, 9007199254740991::int8 as large, timestamptz '2025-11-15T19:00+08' as moment`.execute(db)
    expect(rows).toEqual([{ day: '2025-11-15', large: 9007199254740991, moment: new Date('2025-11-15T11:00:00Z') }])
  })
})
