import pg from 'pg'
import { readConfig } from '#process/read-config.ts'
import { startEmbedded } from '#db/embedded.ts'
import { jobsSchema, migrate } from '#db/migrate.ts'
import { migrateExternal, ownerUrlOf } from '#process/database.ts'
import { endWithSentence } from '#process/end-with-sentence.ts'
import { claimDataDir } from '#process/lock.ts'
import { StartError } from '#lib/start-error.ts'
import { startTemporaryPostgres } from '#testing/global-setup.ts'
import { recordStatements } from './record-statements.ts'
import { generateTableTypes } from './table-types.ts'

const deeds: Record<string, () => Promise<void>> = {
  migrate: () => onDatabase((_, migrateIt) => report(migrateIt)),
  reset: () =>
    onDatabase(async (url, migrateIt) => {
      await empty(url)
      await report(migrateIt)
    }),
  types: generateTypes,
  record: async () => console.log(await recordStatements()),
}

async function report(migrateIt: () => Promise<string[]>): Promise<void> {
  const ran = await migrateIt()
  console.log(ran.length === 0 ? 'The database is up to date.' : `Ran ${ran.join(', ')}.`)
}

async function empty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`drop schema if exists public cascade; drop schema if exists ${jobsSchema} cascade; create schema public`)
  await client.end()
  console.log('Removed everything.')
}

/** Generates the types from a new database, so that they depend on the migrations alone. */
async function generateTypes(): Promise<void> {
  const postgres = await startTemporaryPostgres()
  try {
    await migrate(postgres.url)
    generateTableTypes(postgres.url)
    console.log('Wrote src/db/tables.gen.ts.')
  } finally {
    await postgres.stop()
  }
}

async function onDatabase(deed: (ownerUrl: string, migrateIt: () => Promise<string[]>) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const ownerUrl = ownerUrlOf(config)
  if (ownerUrl !== undefined) return deed(ownerUrl, () => migrateExternal(config))
  const lock = await claimDataDir(config.dataDir)
  try {
    const postgres = await startEmbedded({ dir: config.dataDir, durable: true })
    await deed(postgres.url, () => migrate(postgres.url)).finally(() => postgres.stop())
  } finally {
    lock.release()
  }
}

const asked = deeds[process.argv[2] ?? '']
try {
  if (!asked) throw new StartError('Usage: npm run db -- migrate | reset | types | record')
  await asked()
} catch (error) {
  endWithSentence(error)
}
