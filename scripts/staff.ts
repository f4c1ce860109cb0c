import type { Config } from '#config.ts'
import { closeDb, openDb } from '#db/connect.ts'
import { runningEmbedded } from '#db/embedded.ts'
import { openDatabase } from '#process/database.ts'
import { endWithSentence } from '#process/end-with-sentence.ts'
import { DataDirInUse, lockDataDir } from '#process/lock.ts'
import { readConfig } from '#process/read-config.ts'
import { staffCommand } from '#process/staff-command.ts'

/** Opens the database, also the embedded one of a service that is running. */
async function open(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  if (config.databaseUrl !== undefined) return openDatabase(config)
  try {
    const lock = lockDataDir(config.dataDir)
    const database = await openDatabase(config).catch((error: unknown) => {
      lock.release()
      throw error
    })
    return { url: database.url, stop: () => database.stop().finally(lock.release) }
  } catch (error) {
    const url = error instanceof DataDirInUse ? runningEmbedded(config.dataDir)?.url : undefined
    if (url === undefined) throw error
    return { url, stop: async () => {} }
  }
}

try {
  const [name = '', ...args] = process.argv.slice(2)
  const command = staffCommand(name)
  const config = readConfig(process.env)
  const database = await open(config)
  const db = openDb(database.url, 1)
  try {
    for (const line of await command({ db, publicUrl: config.publicUrl, args, now: new Date() })) console.log(line)
  } finally {
    await closeDb(db)
    await database.stop()
  }
  if (name === 'invite' && process.env['PUBLIC_URL'] === undefined)
    console.log(`PUBLIC_URL is not set here: if the site has another address than ${config.publicUrl}, put it in the link.`)
  process.exit(0)
} catch (error) {
  endWithSentence(error)
}
