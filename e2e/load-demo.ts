import { closeDb, openDb } from '#db/connect.ts'
import { migrate } from '#db/migrate.ts'
import { rollUpDays } from '#modules/insight/roll-up.ts'
import { loadPast, loadPictures, seedDemo } from '#process/demo.ts'

/** Loads the whole demo into an empty database: node e2e/load-demo.ts DATABASE_URL FOLDER_OF_FILES */
const [url, dir] = process.argv.slice(2) as [string, string]
const [now, never] = [new Date(), new AbortController().signal]
const storage = { kind: 'disk', dir } as const
await migrate(url)
await seedDemo(url, storage, now)
await Promise.all([loadPictures(url, storage, never, now), loadPast(url, never, now)])
const db = openDb(url, 1)
await rollUpDays(db, now)
await closeDb(db)
