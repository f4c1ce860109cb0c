import { resolve } from 'node:path'
import { readConfig } from '#process/read-config.ts'
import { StartError } from '#lib/start-error.ts'
import { restore } from '#process/backup/restore.ts'
import { ownerUrlOf } from '#process/database.ts'
import { endWithSentence } from '#process/end-with-sentence.ts'
import { lockDataDir } from '#process/lock.ts'

try {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new StartError('Say which backup: npm run restore -- FOLDER')
  const config = readConfig(process.env)
  const lock = lockDataDir(config.dataDir)
  try {
    const databaseUrl = ownerUrlOf(config)
    const { at } = await restore({ ...config, databaseUrl }, resolve(folder))
    console.log(`The centre is as it was at ${at}. npm start opens it.`)
  } finally {
    lock.release()
  }
  process.exit(0)
} catch (error) {
  endWithSentence(error)
}
