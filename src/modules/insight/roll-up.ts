import type { Db, Trx } from '#db/connect.ts'
import { addDays, dayOf, minuteOf, type Day } from '#lib/zone.ts'
import {
  countDays,
  forgetRollup,
  lockRollup,
  readBeginning,
  readRolledUntil,
  sumMonths,
  sumYears,
  takeChangedDays,
  writeRolledUntil,
} from './rollup-store.ts'

/** Transactions of a day may commit some minutes after midnight. */
const settledAfterMinutes = 10
const daysAtOnce = 31

/** The last day of which nothing new is written any more. */
const lastSettledDay = (now: Date): Day => addDays(dayOf(now), minuteOf(now) < settledAfterMinutes ? -2 : -1)

/** Rolls up the days that are over, and again those whose rows have changed since. Answers how many. */
export async function rollUpDays(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockRollup(trx)
    return rollUpTo(trx, lastSettledDay(now))
  })
}

/** Counts everything again from the rows. Answers how many days. */
export async function rebuildRollup(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockRollup(trx)
    await forgetRollup(trx)
    return rollUpTo(trx, lastSettledDay(now))
  })
}

async function rollUpTo(trx: Trx, last: Day): Promise<number> {
  const until = await readRolledUntil(trx)
  const changed = (await takeChangedDays(trx)).filter((day) => until !== null && day <= until)
  const first = until === null ? await readBeginning(trx) : addDays(until, 1)
  const days = [...changed]
  for (let day = first ?? addDays(last, 1); day <= last; day = addDays(day, 1)) days.push(day)
  for (let n = 0; n < days.length; n += daysAtOnce) await countDays(trx, days.slice(n, n + daysAtOnce))
  const rolledUntil = until === null || until < last ? last : until
  await sumMonths(trx, wholeMonths(days, rolledUntil))
  await sumYears(trx, rolledUntil)
  if (rolledUntil !== until) await writeRolledUntil(trx, rolledUntil)
  return days.length
}

/** First days of the months that these days are in, without a month that is not over. */
function wholeMonths(days: Day[], until: Day): Day[] {
  const months = new Set(days.map((day) => day.slice(0, 7)))
  return [...months].filter((month) => month < addDays(until, 1).slice(0, 7)).map((month) => `${month}-01`)
}
