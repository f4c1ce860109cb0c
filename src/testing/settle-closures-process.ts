import { openDb } from '#db/connect.ts'
import { settleClosures } from '#modules/closures/settle-closures.ts'
import { releaseDates } from '#modules/preorders/release-dates.ts'

/** Goes on with closures in a process of its own, for tests that kill it. Arguments: the database, and the moment. */
const [url = '', moment = ''] = process.argv.slice(2)
const quiet = () => undefined
await settleClosures({
  db: openDb(url, 2),
  releaseDates,
  clock: { now: () => new Date(moment) },
  log: { error: quiet, info: quiet },
  onSettled: quiet,
})
process.exit(0)
