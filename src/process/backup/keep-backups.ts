import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config.ts'
import type { Log } from '#http/log.ts'
import { dayOf, minuteOf, timeFrom } from '#lib/zone.ts'
import { backUp } from './back-up.ts'

const named = /^fieldhouse-\d{4}-\d{2}-\d{2}-\d{4}$/

/** A name by which backups sort in the order of their making. */
export const backupName = (now: Date): string => `fieldhouse-${dayOf(now)}-${timeFrom(minuteOf(now)).replace(':', '')}`

/** Makes the backup of the night, then deletes all but the newest ones. */
export async function backUpByTheClock(config: Config, url: string, log: Log, now: Date): Promise<void> {
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
