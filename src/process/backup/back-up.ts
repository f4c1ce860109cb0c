import { createWriteStream, existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Config } from '#config.ts'
import { passwordFileOf, runningEmbedded } from '#db/embedded.ts'
import { StartError } from '#lib/start-error.ts'
import { aboutFile, filesFolder, hashOf, passwordFile, type About } from './about.ts'
import { copyCluster } from './base-backup.ts'
import { copyFiles, countFiles } from './copy-files.ts'
import { runPgTool } from './pg-tools.ts'
import { ownerUrlOf } from '#process/database.ts'
import type { Log } from '#http/log.ts'
import { dayOf, minuteOf, timeFrom } from '#lib/zone.ts'

const named = /^fieldhouse-\d{4}-\d{2}-\d{2}-\d{4}$/

/** A name by which backups sort in the order of their making. */
export const backupName = (now: Date): string => `fieldhouse-${dayOf(now)}-${timeFrom(minuteOf(now)).replace(':', '')}`

/** Makes the backup of the night, then deletes all but the newest ones. */
export async function backUpByTheClock(config: Config, log: Log, now: Date): Promise<void> {
  const url = ownerUrlOf(config) ?? runningEmbedded(config.dataDir)?.url
  if (url === undefined) throw new Error(`The embedded database in ${config.dataDir} is not running: nothing was backed up`)
  const { dir, keep } = config.backups
  const folder = join(dir, backupName(now))
  const { files } = await backUp(config, url, folder, now)
  const deleted = await deleteOldBackups(dir, keep)
  log.info({ folder, files: files?.count, deleted }, 'a backup was made')
}

/** Deletes only folders that are named like ours, the oldest first. */
export async function deleteOldBackups(dir: string, keep: number): Promise<number> {
  const ours = (await readdir(dir)).filter((name) => named.test(name)).toSorted()
  const old = ours.slice(0, Math.max(0, ours.length - keep))
  for (const name of old) await rm(join(dir, name), { recursive: true, force: true })
  return old.length
}

export type BackedUp = Pick<Config, 'dataDir' | 'databaseUrl' | 'storage'>

/**
 * Copies database and files into a new folder, while the service runs. `url` is the owner's address of the database. Files are copied before and after the database: whatever
 * the copied database refers to is there, though files come and go meanwhile. Only a whole backup gets its name.
 */
export async function backUp({ dataDir, databaseUrl, storage }: BackedUp, url: string, folder: string, now: Date): Promise<About> {
  const taken = new StartError(`There is something at ${folder} already: name another folder.`)
  if (existsSync(folder)) throw taken
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { recursive: true, mode: 0o700 })
  await chmod(part, 0o700)
  const files = join(part, filesFolder)
  const takeFiles = async () => storage.kind === 'disk' && copyFiles(storage.dir, files)
  try {
    await takeFiles()
    const database = databaseUrl === undefined ? await takeCluster(dataDir, url, part) : await takeDump(url, part)
    await takeFiles()
    const about: About = {
      format: 'fieldhouse-backup',
      version: 1,
      at: now.toISOString(),
      database: { ...database, sha256: await hashOf(join(part, database.name)) },
      files: storage.kind === 'disk' ? await countFiles(files) : null,
    }
    await writeFile(join(part, aboutFile), `${JSON.stringify(about, null, 2)}\n`, { mode: 0o600 })
    for (const path of [join(part, database.name), join(part, aboutFile), part]) await toDisk(path)
    await rename(part, folder).catch(() => Promise.reject(taken))
    await toDisk(dirname(folder))
    return about
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

async function takeCluster(dataDir: string, url: string, part: string): Promise<Pick<About['database'], 'kind' | 'name'>> {
  const name = 'database.tar.gz'
  const archive = new PassThrough()
  await Promise.all([
    copyCluster(url, archive),
    // The quickest level: a page of a table shrinks to a fifth by it, and by a tenth more at the best.
    pipeline(archive, createGzip({ level: 1 }), createWriteStream(join(part, name), { mode: 0o600 })),
  ])
  await copyFile(passwordFileOf(dataDir), join(part, passwordFile))
  await chmod(join(part, passwordFile), 0o600)
  return { kind: 'cluster', name }
}

async function takeDump(url: string, part: string): Promise<Pick<About['database'], 'kind' | 'name'>> {
  const name = 'database.dump'
  await runPgTool('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${join(part, name)}`], url)
  return { kind: 'dump', name }
}

/** A backup must not be lost with the power. */
async function toDisk(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
