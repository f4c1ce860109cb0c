import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Log } from '#http/log.ts'

const gatherFor = 300

/** Starts the job that writes mails, at most once for many orders of the same moment. If this is lost, the minutely job does it. */
export function openTeller(db: Db, jobs: Jobs, log: Log): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      jobs.send(db, 'tell-members', {}).catch((err: unknown) => log.warn({ err }, 'members will be told a little later'))
    }, gatherFor).unref()
  }
}
