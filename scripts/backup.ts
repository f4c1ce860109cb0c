import { join, resolve } from 'node:path'
import { readConfig } from '#process/read-config.ts'
import { backUp, backupName } from '#process/backup/back-up.ts'
import { openForBackup } from '#process/backup/open-for-backup.ts'
import { endWithSentence } from '#process/end-with-sentence.ts'

try {
  const config = readConfig(process.env)
  const now = new Date()
  const folder = process.argv[2] === undefined ? join(config.backups.dir, backupName(now)) : resolve(process.argv[2])
  const database = await openForBackup(config)
  try {
    const { files } = await backUp(config, database.url, folder, now)
    console.log(
      `The backup is in ${folder}: the database${files ? ` and ${files.count} files` : ', without files, which are in the object storage'}.`,
    )
    console.log('Whoever can read it can read everything that the centre knows: keep it where only you can, and on another machine.')
  } finally {
    await database.stop()
  }
  process.exit(0)
} catch (error) {
  endWithSentence(error)
}
