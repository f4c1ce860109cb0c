import { fire, type Outcome, type Shot } from './load.ts'

export type Measured = { what: string; outcome: Outcome }
export type Load = { what: string; clients: number; shots(): Iterator<Shot>; after?(): Promise<void> }
/** The middle outcome without and with the disturbance; the middle ratio, and its spread. */
export type Compared = { alone: Outcome; beside: Outcome; ratio: string }
/** Begins what the load is measured beside; the answer ends it. */
export type Disturbance = () => Promise<() => Promise<void>>

const pairsOfLoads = 7
/** Each phase of load lasts at least so many seconds. The disturbance happens about once a second, so a shorter phase could see only one. */
const phaseSeconds = 4

/**
 * The same load with a disturbance and without. The two are measured in pairs, one right after the other and in changing
 * order, because a machine that does other things is not equally fast all the time; what counts is the middle of the pairs'
 * ratios. Answers the middle outcome of each, and the ratio with its spread in words.
 */
export async function inPairs(url: string, load: Load, disturb: Disturbance): Promise<Compared> {
  await phase(url, load)
  return pairsOf(
    pairsOfLoads,
    () => phase(url, load),
    async () => {
      const stop = await disturb()
      const outcome = await phase(url, load)
      await stop()
      return outcome
    },
  )
}

type Measure = () => Promise<Outcome>

/** Measures both so many times, in changing order. */
export async function pairsOf(pairs: number, atRest: Measure, disturbed: Measure): Promise<Compared> {
  const [still, moving]: [Outcome[], Outcome[]] = [[], []]
  for (let n = 0; n < pairs; n++) {
    if (n % 2 === 0) still.push(await atRest())
    moving.push(await disturbed())
    if (n % 2 === 1) still.push(await atRest())
  }
  const ratios = moving.map(({ perSecond }, n) => perSecond / still[n]!.perSecond).toSorted((a, b) => a - b)
  const [least, middle, most] = [ratios[0]!, ratios[Math.floor(pairs / 2)]!, ratios.at(-1)!].map((ratio) => ratio.toFixed(2))
  return { alone: middleOf(still), beside: middleOf(moving), ratio: `${middle} (${least} to ${most} in ${pairs} pairs)` }
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
