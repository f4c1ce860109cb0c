import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { lockPlacing } from '#modules/availability/placing-lock-store.ts'
import { fire, type Outcome, type Shot } from './load.ts'

export type Measured = { what: string; outcome: Outcome }
type Load = { what: string; clients: number; shots(): Iterator<Shot>; after?(): Promise<void> }

const pairs = 7
/** Seconds of load in each phase at least: a shorter one would see a single change. */
const phaseSeconds = 4

/**
 * (i) The same load with the catalogue changing once a second and without. The two are measured in pairs, one right after the
 * other and in changing order, because a machine that does other things is not equally fast all the time; what counts is the
 * middle of the pairs' ratios. Answers the middle outcome of each, and prints the ratio with its spread.
 */
export async function besideChanges(db: Db, url: string, load: Load): Promise<Measured[]> {
  const [still, moving]: [Outcome[], Outcome[]] = [[], []]
  const atRest = async () => still.push(await phase(url, load))
  const changing = async () => {
    const stop = changeEverySecond(db)
    moving.push(await phase(url, load))
    await stop()
  }
  await phase(url, load)
  for (let n = 0; n < pairs; n++) for (const measure of n % 2 === 0 ? [atRest, changing] : [changing, atRest]) await measure()
  const ratios = moving.map(({ perSecond }, n) => perSecond / still[n]!.perSecond).toSorted((a, b) => a - b)
  const [least, middle, most] = [ratios[0]!, ratios[Math.floor(pairs / 2)]!, ratios.at(-1)!].map((ratio) => ratio.toFixed(2))
  console.log(`${load.what}: ${middle} of the speed while the catalogue changes every second (${least} to ${most} in ${pairs} pairs)`)
  return [
    { what: `(i) ${load.what}, catalogue at rest`, outcome: middleOf(still) },
    { what: `(i) ${load.what}, catalogue changing every second`, outcome: middleOf(moving) },
  ]
}

const middleOf = (outcomes: Outcome[]) => outcomes.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(outcomes.length / 2)]!

/** Repeats the load until it has lasted long enough. Latencies are those of the slowest repetition. */
async function phase(url: string, load: Load): Promise<Outcome> {
  const statuses: Record<number, number> = {}
  let [seconds, count, slowest]: [number, number, Outcome | undefined] = [0, 0, undefined]
  while (seconds < phaseSeconds) {
    const outcome = await fire(url, load.clients, load.shots())
    await load.after?.()
    seconds += outcome.seconds
    count += outcome.count
    for (const [status, times] of Object.entries(outcome.statuses)) statuses[Number(status)] = (statuses[Number(status)] ?? 0) + times
    if (!slowest || outcome.p95 > slowest.p95) slowest = outcome
  }
  return { ...slowest!, statuses, seconds, count, perSecond: count / seconds }
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
