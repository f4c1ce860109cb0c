import { randomInt } from 'node:crypto'
import pg from 'pg'
import type { Config } from '#config.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { isPooled } from '#db/pooler.ts'
import { openServiceUser } from '#db/service-user.ts'
import { StartError } from '#lib/start-error.ts'

export type Database = {
  /** Address for the service, whose user reads and writes rows and cannot change tables; with `DATABASE_URL` alone, its owner's. */
  url: string
  stop(): Promise<void>
  /** Rejects with a StartError when the embedded server cannot be restarted. Never settles for an external server, which is waited for. */
  lost: Promise<never>
}

type Addresses = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'databaseOwnerUrl'>

/** Opens and migrates the database: the one that DATABASE_URL names, or the embedded one in the data folder. */
export async function openDatabase(config: Addresses): Promise<Database> {
  return config.databaseUrl === undefined ? openEmbedded(config.dataDir) : openExternal(config, config.databaseUrl)
}

async function openEmbedded(dir: string): Promise<Database> {
  const database = await startEmbedded({ dir, durable: true })
  try {
    const url = await openServiceUser(database.url)
    await migrate(database.url, undefined, new URL(url).username)
    return { ...database, url }
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function openExternal(config: Addresses, url: string): Promise<Database> {
  if (config.databaseDirectUrl === undefined) await refusePooler(url).catch(rethrow('DATABASE_URL'))
  if (config.databaseOwnerUrl !== undefined) await refuseAnother(url, config.databaseOwnerUrl).catch(rethrow('DATABASE_OWNER_URL'))
  await migrateExternal(config).catch(rethrow(nameOfOwner(config)))
  return { url, stop: async () => {}, lost: new Promise<never>(() => {}) }
}

/** Brings a database that settings name to today's tables, by its owner's address. Returns what was run. */
export function migrateExternal(config: Addresses): Promise<string[]> {
  const serviceUser = config.databaseOwnerUrl === undefined ? undefined : decodeURIComponent(new URL(config.databaseUrl!).username)
  return migrate(ownerUrlOf(config)!, undefined, serviceUser)
}

/** Address of PostgreSQL itself for its owner: for migrations and backups. Undefined: the embedded one is meant. */
export const ownerUrlOf = ({ databaseUrl, databaseDirectUrl, databaseOwnerUrl }: Omit<Addresses, 'dataDir'>): string | undefined =>
  databaseOwnerUrl ?? databaseDirectUrl ?? databaseUrl

const nameOfOwner = ({ databaseDirectUrl, databaseOwnerUrl }: Addresses) =>
  databaseOwnerUrl !== undefined ? 'DATABASE_OWNER_URL' : databaseDirectUrl !== undefined ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'

/** Behind a pooler in transaction mode, notices would not arrive and a lock of the migrations could be held for ever: no start. */
async function refusePooler(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'fieldhouse-migrate' })
  client.on('error', () => {})
  try {
    await client.connect()
    if (await isPooled(client))
      throw new StartError(
        'There is a pooler between this process and PostgreSQL: set DATABASE_DIRECT_URL to the address of PostgreSQL itself, for notices and migrations.',
      )
  } finally {
    await client.end().catch(() => {})
  }
}

/** The owner would migrate and back up a database that the service does not use: an advisory lock of one is seen in the same one only. */
async function refuseAnother(url: string, ownerUrl: string): Promise<void> {
  const clients = [url, ownerUrl].map((connectionString) => new pg.Client({ connectionString, application_name: 'fieldhouse-migrate' }))
  const [service, owner] = clients as [pg.Client, pg.Client]
  const key = [randomInt(2 ** 31), randomInt(2 ** 31)]
  try {
    for (const client of clients) await client.on('error', () => {}).connect()
    await service.query('begin')
    await service.query('select pg_advisory_xact_lock($1::integer, $2::integer)', key)
    const { rows } = await owner.query<{ got: boolean }>('select pg_try_advisory_xact_lock($1::integer, $2::integer) as got', key)
    if (rows[0]!.got) throw new StartError('DATABASE_OWNER_URL and DATABASE_URL name two databases: give both the same host and name.')
  } finally {
    for (const client of clients) await client.end().catch(() => {})
  }
}

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET', 'ENOENT'])
/** SQLSTATE classes: 28 is a wrong user or password, 3D an unknown database. */
const refused = /^(28|3D)/
/** SQLSTATE insufficient_privilege. */
const noRight = '42501'

const rethrow = (setting: string) => (error: unknown) => {
  throw explain(error, setting)
}

function explain(error: unknown, setting: string): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (unreachable.has(code))
    return new StartError(`The database that ${setting} names does not answer (${code}): check the address, and that it is running.`)
  if (refused.test(code)) return new StartError(`The database that ${setting} names refuses us: ${message}.`)
  if (code === noRight)
    return new StartError(
      `The tables have to be changed, and the user of ${setting} may not (${message}): set DATABASE_OWNER_URL, or run npm run db -- migrate with it.`,
    )
  return error
}
