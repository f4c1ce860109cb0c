import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Log } from '#http/log.ts'

/** Called after the commit of something that has to be told. Never waits, never fails. */
export type TellSoon = () => void

const gatherFor = 300

/** Starts the job that writes letters, at most once for many changes of the same moment. If this is lost, the minutely run does it. */
export function openTeller(db: Db, jobs: Jobs, log: Log): TellSoon {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      jobs.send(db, 'write-letters', {}).catch((err: unknown) => log.warn({ err }, 'letters will be written a little later'))
    }, gatherFor).unref()
  }
}
