import pg from 'pg'
import type { Config } from '#config.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { isPooled } from '#db/pooler.ts'
import { StartError } from '#lib/start-error.ts'

export type Database = {
  url: string
  stop(): Promise<void>
  /** Rejects with a StartError when the embedded server cannot be restarted. Never settles for an external server, which is waited for. */
  lost: Promise<never>
}

type Addresses = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>

/** Opens and migrates the database: the one that DATABASE_URL names, or the embedded one in the data folder. */
export async function openDatabase({ dataDir, databaseUrl, databaseDirectUrl }: Addresses): Promise<Database> {
  const database =
    databaseUrl === undefined
      ? await startEmbedded({ dir: dataDir, durable: true })
      : { url: databaseUrl, stop: async () => {}, lost: new Promise<never>(() => {}) }
  try {
    if (databaseUrl !== undefined && databaseDirectUrl === undefined) await refusePooler(databaseUrl)
    await migrate(databaseDirectUrl ?? database.url)
    return database
  } catch (error) {
    await database.stop()
    throw databaseUrl === undefined ? error : explain(error, databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL')
  }
}

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

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET', 'ENOENT'])
/** SQLSTATE classes: 28 is a wrong user or password, 3D an unknown database. */
const refused = /^(28|3D)/

function explain(error: unknown, setting: string): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (unreachable.has(code))
    return new StartError(`The database that ${setting} names does not answer (${code}): check the address, and that it is running.`)
  if (refused.test(code)) return new StartError(`The database that ${setting} names refuses us: ${message}.`)
  return error
}
