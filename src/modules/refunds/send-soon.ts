import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Log } from '#http/log.ts'

const gatherFor = 300

/** Starts the job that sends refunds, at most once every 300 ms. If the call is lost, the run of the next minute sends them. */
export function openRefundSender(db: Db, jobs: Jobs, log: Log): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      jobs.send(db, 'send-refunds-soon', {}).catch((err: unknown) => log.warn({ err }, 'refunds will be sent a little later'))
    }, gatherFor).unref()
  }
}
