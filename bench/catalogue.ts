import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { lockPlacing } from '#modules/availability/store.ts'
import { inPairs, type Load, type Measured } from './pairs.ts'

/** (i) The same load with the catalogue changing once a second and without, in pairs. */
export async function besideChanges(db: Db, url: string, load: Load): Promise<Measured[]> {
  const { alone, beside, ratio } = await inPairs(url, load, async () => changeEverySecond(db))
  console.log(`${load.what}, of the speed while the catalogue changes every second: ${ratio}`)
  return [
    { what: `(i) ${load.what}, catalogue at rest`, outcome: alone },
    { what: `(i) ${load.what}, catalogue changing every second`, outcome: beside },
  ]
}

/**
 * Raises every price by one, each second, as a correction of a price list does. Every other change holds the placing lock alone,
 * as a change of hours does.
 */
function changeEverySecond(db: Db): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  let n = 0
  const change = () => (last = last.then(() => raisePrices(db, n++ % 2 === 1)))
  void change()
  const timer = setInterval(change, 1000)
  return async () => {
    clearInterval(timer)
    await last
  }
}

const raisePrices = (db: Db, alone: boolean) =>
  db.transaction().execute(async (trx) => {
    if (alone) await lockPlacing(trx)
    await sql`update court_prices set peak = peak + 1, off_peak = off_peak + 1`.execute(trx)
  })
