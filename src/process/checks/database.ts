import pg from 'pg'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config.ts'
import { runningEmbedded } from '#db/embedded.ts'
import { isMigrated, readMigrationState } from '#db/migrate.ts'
import { found, type Finding } from '#http/findings.ts'
import { networkFaultOf, reasonOf } from '#lib/network-fault.ts'
import { defaultLocale } from '#i18n/languages.ts'
import { closeDb, openDb } from '#db/connect.ts'
import { hasAdmin } from '#modules/accounts/staff-store.ts'
import { nameOf } from '#modules/centre/rules.ts'
import { readCentre } from '#modules/centre/store.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { isPooled } from '#db/pooler.ts'

/** How long a notice may take. */
const arrivesWithin = 2000
const channel = 'fieldhouse_doctor'

/** Whether a pooler stands in front of the database, and whether notices that go through it arrive at PostgreSQL's own address. */
async function checkPooler(client: pg.Client, directUrl: string | undefined): Promise<Finding[]> {
  if (directUrl === undefined) return (await isPooled(client)) ? [found('database', 'pooler_alone')] : []
  const direct = new pg.Client({ connectionString: directUrl, application_name: 'fieldhouse-doctor', connectionTimeoutMillis: 8000 })
  direct.on('error', () => {})
  try {
    await direct.connect()
    return [found('database', (await hears(direct, client)) ? 'pooler_with_direct' : 'pooler_direct_silent')]
  } catch (error) {
    return [found('database', 'pooler_direct_lost', { reason: reasonOf(error) })]
  } finally {
    await direct.end().catch(() => {})
  }
}

async function hears(direct: pg.Client, client: pg.Client): Promise<boolean> {
  const word = `${process.pid}-${Date.now()}`
  const heard = new Promise<boolean>((resolve) => direct.on('notification', ({ payload }) => payload === word && resolve(true)))
  await direct.query(`listen ${channel}`)
  await client.query('select pg_notify($1, $2)', [channel, word])
  return Promise.race([heard, delay(arrivesWithin, false, { ref: false })])
}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'databaseOwnerUrl' | 'databasePool' | 'workers'>
/** The open connection is handed on for the checks that need it; its owner closes it. */
type CheckedDatabase = { findings: Finding[]; client: pg.Client | undefined; url: string | undefined }

/** No start has made tables yet: there is nothing that could answer at PUBLIC_URL. */
export const isBeforeFirstStart = (findings: readonly Finding[]): boolean =>
  findings.some(({ code }) => code === 'tables_none' || code === 'database_embedded_new')

/** Oldest major version that has everything the migrations use. */
const oldestVersion = 15
/** Connections of a process besides its pool: three of the job queue, two that listen, one to spare. */
const besidesPool = 6
/** What PostgreSQL keeps for superusers (superuser_reserved_connections). */
const reserved = 3
const slowMs = 50

/** Looks at the database of the settings without changing it; an embedded one is not started. */
export async function checkDatabase(settings: Settings): Promise<CheckedDatabase> {
  const place = locate(settings)
  if (place.url === undefined) return { findings: place.findings, client: undefined, url: undefined }
  const client = new pg.Client({
    connectionString: place.url,
    application_name: 'fieldhouse-doctor',
    connectionTimeoutMillis: 8000,
    query_timeout: 8000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => {})
    return { findings: [...place.findings, connectFault(error, place.url)], client: undefined, url: undefined }
  }
  const pooler = await checkPooler(client, settings.databaseDirectUrl)
  return { findings: [...place.findings, ...(await look(client, settings)), ...pooler], client, url: place.url }
}

function locate({ databaseUrl, dataDir }: Settings): { findings: Finding[]; url: string | undefined } {
  if (databaseUrl !== undefined) return { findings: [], url: databaseUrl }
  const values = { place: join(dataDir, 'postgres') }
  if (!existsSync(values.place)) return { findings: [found('database', 'database_embedded_new', values)], url: undefined }
  try {
    const running = runningEmbedded(dataDir)
    if (!running) return { findings: [found('database', 'database_embedded_stopped', values)], url: undefined }
    return { findings: [found('database', 'database_embedded', { ...values, pid: String(running.pid) })], url: running.url }
  } catch (error) {
    return { findings: [found('database', 'database_embedded_locked', { ...values, reason: reasonOf(error) })], url: undefined }
  }
}

export function connectFault(error: unknown, url: string): Finding {
  const { host = '' } = URL.parse(url) ?? {}
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const values = { host, setting: 'DATABASE_URL' }
  if (message === 'The server does not support SSL connections') return found('database', 'database_no_tls', values)
  // SQLSTATE 28000 of pg_hba.conf, which says how the connection arrived; of class 28 the rest is a wrong user or password.
  if (/no pg_hba\.conf entry|pg_hba\.conf rejects/.test(message))
    return found('database', /no encryption|SSL off/.test(message) ? 'database_needs_tls' : 'database_not_admitted', {
      ...values,
      reason: message,
    })
  // 3D is an unknown database.
  if (code.startsWith('28')) return found('database', 'login_refused', values)
  if (code.startsWith('3D') || code.startsWith('53') || code.startsWith('57'))
    return found('database', 'database_refused', { reason: message })
  const reason = code || message
  const fault = networkFaultOf(reason)
  return found('database', fault === 'broken' ? 'database_broken' : fault, { ...values, reason })
}

/** One row of what matters about the server; `pg_settings` would hide some from users without rights. */
const facts = `
  select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
    pg_encoding_to_char(d.encoding) as encoding, current_setting('TimeZone') as zone,
    current_setting('max_connections')::int as connections, pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as read_only,
    current_setting('fsync')::bool and current_setting('full_page_writes')::bool as safe,
    current_setting('default_transaction_isolation') as isolation,
    exists (select from pg_available_extensions where name = 'btree_gist') as has_extension,
    has_database_privilege(current_database(), 'create') and (to_regnamespace('public') is null or has_schema_privilege('public', 'create')) as may_create,
    (select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query_start < clock_timestamp() - interval '5 seconds') as waiting
  from pg_database d where d.datname = current_database()`

type Facts = {
  version: string
  major: number
  encoding: string
  zone: string
  connections: number
  read_only: boolean
  safe: boolean
  isolation: string
  has_extension: boolean
  may_create: boolean
  waiting: number
}

async function look(client: pg.Client, settings: Settings): Promise<Finding[]> {
  const ms = await latency(client)
  const f = (await client.query<Facts>(facts)).rows[0]!
  const { workers, databasePool } = settings
  const tables = await lookAtTables(client)
  const isCurrent = tables.some(({ code }) => code === 'tables_current')
  const needed = workers * (databasePool + besidesPool) + reserved
  const of = (isThere: boolean, code: Parameters<typeof found>[1], values: Finding['values'] = {}) =>
    isThere ? [found('database', code, values)] : []
  return [
    found('database', f.major < oldestVersion ? 'database_old' : 'database_reached', {
      version: f.version,
      ms,
      encoding: f.encoding,
      zone: f.zone,
    }),
    ...of(ms > slowMs, 'database_slow', { ms }),
    ...of(f.encoding !== 'UTF8', 'database_encoding', { encoding: f.encoding }),
    ...of(f.read_only, 'database_read_only'),
    ...of(!f.safe, 'database_unsafe'),
    ...of(f.isolation !== 'read committed', 'database_isolation', { isolation: f.isolation }),
    found('database', f.connections < needed ? 'database_connections_few' : 'database_connections', {
      max: f.connections,
      needed,
      workers,
      pool: databasePool,
    }),
    ...of(!f.has_extension, 'database_no_extension'),
    ...of(!f.may_create && !f.read_only, isCurrent || settings.databaseOwnerUrl !== undefined ? 'database_rows_only' : 'database_no_right'),
    ...of(f.waiting > 0, 'database_waiting', { count: f.waiting }),
    ...tables,
  ]
}

/** The middle one of five round trips, in milliseconds. */
async function latency(client: pg.Client): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < 5; at++) {
    const start = performance.now()
    await client.query('select 1')
    times.push(performance.now() - start)
  }
  return Math.ceil(times.toSorted((a, b) => a - b)[2]!)
}

async function lookAtTables(client: pg.Client): Promise<Finding[]> {
  const { isEmpty, missing, unknown, hasOwnFunctions } = await readMigrationState(client)
  if (isEmpty) return [found('database', 'tables_none')]
  if (unknown.length > 0) return [found('database', 'tables_ahead', { names: unknown.join(', ') })]
  if (missing.length > 0) return [found('database', 'tables_behind', { names: missing.join(', ') })]
  return [found('database', hasOwnFunctions ? 'tables_current' : 'functions_behind')]
}

/** Whether the centre has an admin and is open; nothing before the tables are there. */
export async function checkCentre({ publicUrl }: Pick<Config, 'publicUrl'>, databaseUrl: string): Promise<Finding[]> {
  const db = openDb(databaseUrl, 1)
  try {
    if (!(await isMigrated(db))) return []
    if (!(await hasAdmin(db))) return [found('centre', 'centre_no_admin')]
    const centre = await readCentre(db)
    const code = centre.setUpAt === null ? 'centre_not_open' : 'centre_open'
    return [found('centre', code, { name: nameOf(centre, defaultLocale), address: publicUrl })]
  } finally {
    await closeDb(db)
  }
}
