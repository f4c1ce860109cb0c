import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Log } from '#http/log.ts'
import type { Clock } from '#lib/clock.ts'
import { hasFreedFloor } from '#modules/availability/waiting-store.ts'

const gatherFor = 300

/**
 * Starts the job that offers freed floor, when there is some: looked up at most once every 300 ms in a process. Called after
 * every commit that may have freed floor; if the call is lost, the run of the next minute offers it.
 */
export function openOfferer({ db, jobs, clock, log }: { db: Db; jobs: Jobs; clock: Clock; log: Log }): () => void {
  let timer: NodeJS.Timeout | undefined
  const start = async () => {
    if (await hasFreedFloor(db, clock.now())) await jobs.send(db, 'offer-freed-floor', {})
  }
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      start().catch((err: unknown) => log.warn({ err }, 'freed floor will be offered a little later'))
    }, gatherFor).unref()
  }
}
