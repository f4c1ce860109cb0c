import { closeDb, openDb } from '#db/connect.ts'
import { migrate } from '#db/migrate.ts'
import { rollUpDays } from '#modules/insight/roll-up.ts'
import { loadPast, seedDemo } from '#process/demo.ts'
import { hashCheaply } from '#modules/logins/secrets.ts'
import { storyPictures } from '#modules/content/story-store.ts'
import { makeVariants } from '#modules/files/make-variant.ts'
import { openFileStore } from '#modules/files/storage.ts'
import { facilityPictures } from '#modules/venues/picture-store.ts'
import { loadHighlights } from '../demo/load-highlights.ts'
import { stories } from '../demo/stories.ts'

/** Loads the whole demo into an empty database: node e2e/load-demo.ts DATABASE_URL FOLDER_OF_FILES */
const [url, dir] = process.argv.slice(2) as [string, string]
const [now, never] = [new Date(), new AbortController().signal]
const storage = { kind: 'disk', dir } as const
// Journeys log in hundreds of times, and a comparison costs what its hash says.
hashCheaply()
await migrate(url)
await seedDemo(url, storage, now)
await loadPast(url, never, now)
const db = openDb(url, 1)
const files = await openFileStore(storage)
await loadHighlights({ db, files }, stories, now)
// Here once: each server that is started on a copy would draw what is missing.
for (const kind of [storyPictures, facilityPictures]) await makeVariants({ db, files }, kind, now)
await rollUpDays(db, now)
await closeDb(db)
