import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { closeDb, openDb, type Db } from './connect.ts'
import { DatabaseUnavailable } from './unavailable.ts'

let database: FreshDatabase
let db: Db
beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 2)
})
afterAll(async () => {
  await closeDb(db)
  await database.drop()
})

/** As an administrator does, or a server that shuts down: 57P01 for every connection of the pool. */
async function terminateAll(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await client.end()
}

const works = async () => (await sql<{ n: number }>`select 1 as n`.execute(db)).rows[0]!.n

describe('a connection that is terminated', () => {
  it('while a statement runs, rejects it as unavailable, and the next one works', async () => {
    const running = sql`select pg_sleep(30)`.execute(db).catch((error: unknown) => error)
    await expect
      .poll(
        async () =>
          (await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity where query like 'select pg_sleep%'`.execute(db))
            .rows[0]!.n,
      )
      .toBe(1)
    await terminateAll()
    expect(await running).toBeInstanceOf(DatabaseUnavailable)
    await expect.poll(works).toBe(1)
  })

  it('inside a transaction that is not talking to it, ends nothing but the transaction', async () => {
    const broken = db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      await terminateAll()
      // The event comes while nobody asks: unheard, it would end this process.
      await new Promise((resolve) => setTimeout(resolve, 50))
      await sql`select 1`.execute(trx)
    })
    await expect(broken).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(await works()).toBe(1)
  })

  it('is not given to the next caller', async () => {
    await Promise.all([works(), works()])
    await terminateAll()
    await expect.poll(() => works().catch(() => 0)).toBe(1)
    expect(await Promise.all(Array.from({ length: 20 }, works))).toEqual(Array.from({ length: 20 }, () => 1))
  })
})

describe('statements that keep coming', () => {
  const often = (n: number) => sql<{ n: number }>`select ${n}::int as n /* often */`.execute(one)
  const varied = (i: number) => sql`select ${i}::int /* ${sql.raw(String(i))} */`.execute(one)
  const prepared = async () =>
    (
      await sql<{ all: number; often: boolean; pid: number }>`
        select count(*)::int as all, coalesce(bool_or(statement like '%/* often */'), false) as often, pg_backend_pid() as pid
        from pg_prepared_statements`.execute(one)
    ).rows[0]!
  let one: Db
  beforeAll(() => (one = openDb(database.url, 1)))
  afterAll(() => closeDb(one))

  it('are prepared, also when a thousand other texts came before them, and a connection holds no more than a thousand', async () => {
    const before = await prepared()
    let most = 0
    for (let i = 0; i < 1200; i++) {
      for (let use = 0; use < 3; use++) await varied(i)
      if (i % 50 === 0) most = Math.max(most, (await prepared()).all)
    }
    for (let use = 0; use < 3; use++) expect((await often(use)).rows).toEqual([{ n: use }])
    const after = await prepared()
    expect(after.often).toBe(true)
    expect(most).toBeGreaterThan(900)
    expect(Math.max(most, after.all)).toBeLessThanOrEqual(1000)
    expect(after.pid).not.toBe(before.pid)
  })

  it('work after they were forgotten, on a connection that had them prepared', async () => {
    for (let use = 0; use < 3; use++) await often(use)
    for (let i = 0; i < 600; i++) await varied(i)
    for (let use = 0; use < 4; use++) expect((await often(use)).rows).toEqual([{ n: use }])
    expect((await prepared()).often).toBe(true)
  })
})
