import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { fire, type Outcome, type Shot } from './load.ts'

export type Measured = { what: string; outcome: Outcome }
type Load = { what: string; clients: number; shots(): Iterator<Shot>; after?(): Promise<void> }

const rounds = 5

/**
 * (i) The same load with the catalogue changing once a second and without, in turns, because a machine is not equally fast
 * all the time. Answers both, and prints what is left of the speed: the middle of the rounds.
 */
export async function besideChanges(db: Db, url: string, load: Load): Promise<Measured[]> {
  const [still, changing]: [Outcome[], Outcome[]] = [[], []]
  const once = async () => {
    const outcome = await fire(url, load.clients, load.shots())
    await load.after?.()
    return outcome
  }
  await once()
  for (let n = 0; n < rounds; n++) {
    still.push(await once())
    const stop = changeEverySecond(db)
    changing.push(await once())
    await stop()
  }
  const middle = (some: Outcome[]) => some.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(some.length / 2)]!
  const [without, moving] = [middle(still), middle(changing)]
  console.log(`${load.what}: ${(moving.perSecond / without.perSecond).toFixed(2)} of the speed while the catalogue changes every second`)
  return [
    { what: `(i) ${load.what}, catalogue at rest`, outcome: without },
    { what: `(i) ${load.what}, catalogue changing every second`, outcome: moving },
  ]
}

/** Raises every price by one, each second, as a correction of a price list does. */
function changeEverySecond(db: Db): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  const change = () => (last = sql`update court_prices set peak = peak + 1, off_peak = off_peak + 1`.execute(db))
  void change()
  const timer = setInterval(change, 1000)
  return async () => {
    clearInterval(timer)
    await last
  }
}
