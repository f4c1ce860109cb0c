import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Db } from './connect.ts'

const folder = join(import.meta.dirname, 'migrations')
export const migrationsTable = 'migrations'
export const jobsSchema = 'pgboss'
const lockKey = 7_316_284_901

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** Brings a database to today's tables. Processes that start together queue for the lock; all but the first find nothing to do. Returns what it ran. */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'fieldhouse-migrate' })
  // The statement under way reports the loss of its connection; unheard, the event would end the process without a word.
  client.on('error', () => {})
  await client.connect()
  try {
    // Held by the session: it is released even when this process dies half way.
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const ran = await runner({
      dbClient: client,
      dir: folder,
      direction: 'up',
      migrationsTable,
      checkOrder: true,
      singleTransaction: true,
      noLock: true,
      logger: silent,
    })
    await installJobTables(url)
    return ran.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

async function installJobTables(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: jobsSchema, max: 1, supervise: false, schedule: false })
  let failure: unknown
  boss.on('error', (error) => {
    failure ??= error
  })
  await boss.start()
  await boss.stop({ graceful: false })
  if (failure) throw failure
}

/** Has this database every migration that this code knows? */
export async function isMigrated(db: Db): Promise<boolean> {
  const known = migrationNames()
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationsTable)}`.execute(db).catch(() => ({ rows: [] }))
  const ran = new Set(rows.map((row) => row.name))
  return known.every((name) => ran.has(name))
}

function migrationNames(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
}
