import { openDb } from '#db/connect.ts'
import { settleClosures } from '#modules/closures/settle-closures.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { releaseDates } from '#modules/preorders/release-dates.ts'

/** Goes on with closures in a process of its own, for tests that kill it. Arguments: the database, and the moment. */
const [url = '', moment = ''] = process.argv.slice(2)
const quiet = () => undefined
const db = openDb(url, 2)
await settleClosures({
  db,
  catalogues: openCatalogues(db),
  releaseDates,
  clock: { now: () => new Date(moment) },
  log: { error: quiet, info: quiet },
  moneyOwed: quiet,
})
process.exit(0)
