import { createReadStream, existsSync } from 'node:fs'
import { chmod, copyFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { passwordFileOf } from '#db/embedded.ts'
import { StartError } from '#lib/start-error.ts'
import { untar } from '#lib/untar.ts'
import { filesFolder, passwordFile, readAbout, type About } from './about.ts'
import type { BackedUp } from './back-up.ts'
import { copyFiles, countFiles } from './copy-files.ts'
import { runPgTool } from './pg-tools.ts'

/** Brings a backup back, into empty places only. Stopped half way, it can be begun again: the database gets its name last. */
export async function restore({ dataDir, databaseUrl, storage }: BackedUp, folder: string): Promise<About> {
  const about = await readAbout(folder)
  if ((about.database.kind === 'dump') !== (databaseUrl !== undefined))
    throw new StartError(
      about.database.kind === 'dump'
        ? 'This backup is of a PostgreSQL of its own: set DATABASE_URL to an empty database.'
        : 'This backup is of the embedded database: unset DATABASE_URL, and set DATA_DIR to an empty folder.',
    )
  if (about.files && storage.kind === 'disk') await restoreFiles(join(folder, filesFolder), storage.dir, about.files.count)
  if (databaseUrl === undefined) await restoreCluster(folder, about, dataDir)
  else await restoreDump(folder, about, databaseUrl)
  return about
}

async function restoreFiles(from: string, to: string, count: number): Promise<void> {
  const strangers = new Set(await namesIn(to))
  for (const name of await namesIn(from)) strangers.delete(name)
  if (strangers.size > 0) throw new StartError(`The folder of files ${to} is not empty: move it away, or set STORAGE_DIR to another one.`)
  await copyFiles(from, to)
  if ((await countFiles(to)).count !== count) throw new StartError('The backup is damaged: it has fewer files than were written.')
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

async function restoreCluster(folder: string, { database }: About, dataDir: string): Promise<void> {
  const data = join(dataDir, 'postgres')
  if (existsSync(data)) throw new StartError(`There is a database in ${dataDir} already: move it away, or set DATA_DIR to another folder.`)
  const draft = `${data}.restoring`
  await rm(draft, { recursive: true, force: true })
  const archive = pipeline(createReadStream(join(folder, database.name)), createGunzip(), () => {})
  await untar(archive, draft)
  await chmod(draft, 0o700)
  await copyFile(join(folder, passwordFile), passwordFileOf(dataDir))
  await chmod(passwordFileOf(dataDir), 0o600)
  await rename(draft, data)
}

async function restoreDump(folder: string, { database }: About, databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  const { rowCount } = await client.query(`select from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit 1`)
  await client.end()
  if (rowCount) throw new StartError('The database that DATABASE_URL names is not empty: name an empty one.')
  const args = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', '--dbname=', join(folder, database.name)]
  await runPgTool('pg_restore', args, databaseUrl)
}
