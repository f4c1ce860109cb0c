import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config.ts'
import { runningEmbedded, startEmbedded } from '#db/embedded.ts'
import { StartError } from '#lib/start-error.ts'
import { ownerUrlOf } from '#process/database.ts'
import { DataDirInUse, lockDataDir } from '#process/lock.ts'

/** Opens the database as it is, without migrating it: that of a running service, or the embedded one alone. */
export async function openForBackup(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  const { dataDir } = config
  const ownerUrl = ownerUrlOf(config)
  if (ownerUrl !== undefined) return { url: ownerUrl, stop: async () => {} }
  if (!existsSync(join(dataDir, 'postgres'))) throw new StartError(`There is no database in ${dataDir}: nothing to back up.`)
  try {
    const lock = lockDataDir(dataDir)
    const database = await startEmbedded({ dir: dataDir, durable: true }).catch((error: unknown) => {
      lock.release()
      throw error
    })
    return { url: database.url, stop: () => database.stop().finally(lock.release) }
  } catch (error) {
    const url = error instanceof DataDirInUse ? runningEmbedded(dataDir)?.url : undefined
    if (url === undefined) throw error
    return { url, stop: async () => {} }
  }
}
