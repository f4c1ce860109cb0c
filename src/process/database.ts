import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { StartError } from '#lib/start-error.ts'

export type Database = {
  url: string
  stop(): Promise<void>
  /** Rejects with a StartError when the embedded server cannot be restarted. Never settles for an external server, which is waited for. */
  lost: Promise<never>
}

/** Opens and migrates the database: the one that DATABASE_URL names, or the embedded one in the data folder. */
export async function openDatabase(dataDir: string, databaseUrl: string | undefined): Promise<Database> {
  const database =
    databaseUrl === undefined
      ? await startEmbedded({ dir: dataDir, durable: true })
      : { url: databaseUrl, stop: async () => {}, lost: new Promise<never>(() => {}) }
  try {
    await migrate(database.url)
    return database
  } catch (error) {
    await database.stop()
    throw databaseUrl === undefined ? error : explain(error)
  }
}

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET', 'ENOENT'])
/** SQLSTATE classes: 28 is a wrong user or password, 3D an unknown database. */
const refused = /^(28|3D)/

function explain(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (unreachable.has(code))
    return new StartError(`The database that DATABASE_URL names does not answer (${code}): check the address, and that it is running.`)
  if (refused.test(code)) return new StartError(`The database that DATABASE_URL names refuses us: ${message}.`)
  return error
}
