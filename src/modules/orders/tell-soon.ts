import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Log } from '#http/log.ts'

const gatherFor = 300

/**
 * Asks for the job that writes the mails, once for everything of a moment: a rush of orders must not become a rush of
 * jobs. What gets lost here is told by the job of every minute.
 */
export function openTeller(db: Db, jobs: Jobs, log: Log): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      jobs.send(db, 'tell-members', {}).catch((err: unknown) => log.warn({ err }, 'members will be told a little later'))
    }, gatherFor).unref()
  }
}
