import { closeDb, openDb } from '#db/connect.ts'
import { migrate } from '#db/migrate.ts'
import { rollUpDays } from '#modules/insight/roll-up.ts'
import { loadPast, seedDemo } from '#process/demo.ts'
import { openFileStore } from '#modules/files/storage.ts'
import { loadHighlights } from '../demo/load-highlights.ts'
import { stories } from '../demo/stories.ts'

/** Loads the whole demo into an empty database: node e2e/load-demo.ts DATABASE_URL FOLDER_OF_FILES */
const [url, dir] = process.argv.slice(2) as [string, string]
const [now, never] = [new Date(), new AbortController().signal]
const storage = { kind: 'disk', dir } as const
await migrate(url)
await seedDemo(url, storage, now)
await loadPast(url, never, now)
const db = openDb(url, 1)
// Their smaller variants are made when a page asks for them.
await loadHighlights({ db, files: await openFileStore(storage) }, stories, now)
await rollUpDays(db, now)
await closeDb(db)
