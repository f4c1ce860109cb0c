import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Log } from '#http/log.ts'

/** Called after the commit that wrote an event. Never waits, never fails. */
export type WriteLettersSoon = () => void

const gatherFor = 300

/** Starts the job that writes letters, at most once every 300 ms. If the call is lost, the run of the next minute writes them. */
export function openLetterWriter(db: Db, jobs: Jobs, log: Log): WriteLettersSoon {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      jobs.send(db, 'write-letters', {}).catch((err: unknown) => log.warn({ err }, 'letters will be written a little later'))
    }, gatherFor).unref()
  }
}
