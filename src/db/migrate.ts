import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Db } from './connect.ts'
import { admitService } from './service-user.ts'
import { createAnew, createImmutable, hashSqlObjects, readSqlObjects, sqlObjectsTable, type SqlObject } from './sql-objects.ts'

export const migrationsTable = 'migrations'
export const jobsSchema = 'pgboss'
const lockKey = 7_316_284_901

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** What a database is made of: the folders migrations/, functions/ and views/ of `home`. */
type Sources = { migrations: string[]; objects: SqlObject[]; hash: string }

/**
 * Brings a database to today's tables, functions and views. Processes that start together queue for the lock; all but the first
 * find nothing to do. Returns what it ran. `serviceUser` is the user that the service runs as, if that is not the owner, whose
 * address this is.
 */
export async function migrate(url: string, home = import.meta.dirname, serviceUser?: string): Promise<string[]> {
  const { migrations, objects, hash } = readSources(home)
  const client = new pg.Client({ connectionString: url, application_name: 'fieldhouse-migrate' })
  // The statement under way reports the loss of its connection; unheard, the event would end the process without a word.
  client.on('error', () => {})
  await client.connect()
  try {
    // Held by the session: it is released even when this process dies half way.
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const upToDate = (await readInstalledHash(client)) === hash || (await isNewer(client, migrations))
    if (!upToDate) await createImmutable(client, objects)
    const ran = (await hasAll(client, migrations)) ? [] : await runMigrations(client, join(home, 'migrations'))
    if (!upToDate) await createAnew(client, objects, hash)
    await installJobTables(url)
    if (serviceUser !== undefined) await admitService(client, serviceUser, ['public', jobsSchema], [migrationsTable, sqlObjectsTable])
    return [...ran, ...(upToDate ? [] : ['functions and views'])]
  } finally {
    await client.end()
  }
}

/** Have these migrations run, in this order, and none besides? Then the package that runs them is not even loaded. */
async function hasAll(client: pg.Client, migrations: string[]): Promise<boolean> {
  const { rows: tables } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [migrationsTable])
  if (tables[0]?.found !== true) return false
  const { rows } = await client.query<{ name: string }>(`select name from ${migrationsTable} order by run_on, id`)
  return rows.length === migrations.length && rows.every(({ name }, at) => name === migrations[at])
}

async function runMigrations(client: pg.Client, dir: string): Promise<string[]> {
  const { runner } = await import('node-pg-migrate')
  const ran = await runner({
    dbClient: client,
    dir,
    direction: 'up',
    migrationsTable,
    checkOrder: true,
    singleTransaction: true,
    noLock: true,
    logger: silent,
  })
  return ran.map((migration) => migration.name)
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

/**
 * Does this database have every migration that this code knows, and functions and views? Those may be another version's: in a
 * rolling update, processes of the version before stay ready while the new one has migrated already.
 */
export async function isMigrated(db: Db): Promise<boolean> {
  known ??= readSources(import.meta.dirname).migrations
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(migrationsTable)} where exists (select from ${sql.table(sqlObjectsTable)})`
    .execute(db)
    .catch(() => ({ rows: [] }))
  const ran = new Set(rows.map((row) => row.name))
  return known.every((name) => ran.has(name))
}
/** Read once: readiness is asked for every few seconds. */
let known: string[] | undefined

/** How a database compares with what this code needs. */
export type MigrationState = { isEmpty: boolean; missing: string[]; unknown: string[]; hasOwnFunctions: boolean }

/** Reads only. */
export async function readMigrationState(client: pg.Client): Promise<MigrationState> {
  const { migrations, hash } = readSources(import.meta.dirname)
  const { rows: tables } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [migrationsTable])
  const ran = tables[0]?.found === true ? (await client.query<{ name: string }>(`select name from ${migrationsTable}`)).rows : []
  const names = new Set(ran.map((row) => row.name))
  return {
    isEmpty: names.size === 0,
    missing: migrations.filter((name) => !names.has(name)),
    unknown: [...names].filter((name) => !migrations.includes(name)),
    hasOwnFunctions: (await readInstalledHash(client)) === hash,
  }
}

function readSources(home: string): Sources {
  const migrations = readdirSync(join(home, 'migrations'))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .toSorted()
  const objects = readSqlObjects(home)
  return { migrations, objects, hash: hashSqlObjects(objects, migrations) }
}

async function readInstalledHash(client: pg.Client): Promise<string | undefined> {
  const { rows: tables } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [sqlObjectsTable])
  if (tables[0]?.found !== true) return undefined
  const { rows } = await client.query<{ hash: string }>(`select hash from ${sqlObjectsTable}`)
  return rows[0]?.hash
}

/** Has a newer version migrated this database? Its functions fit its tables: a process of this version leaves them alone. */
async function isNewer(client: pg.Client, migrations: string[]): Promise<boolean> {
  const { rows: tables } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [migrationsTable])
  if (tables[0]?.found !== true) return false
  const { rows } = await client.query(`select from ${migrationsTable} where name <> all ($1)`, [migrations])
  return rows.length > 0
}
