import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Log } from '#http/log.ts'

const gatherFor = 300

/** Starts the job that sends refunds, at most once for many calls of the same moment. If this is lost, the minutely job does it. */
export function openRefundSender(db: Db, jobs: Jobs, log: Log): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      jobs.send(db, 'send-refunds-soon', {}).catch((err: unknown) => log.warn({ err }, 'refunds will be sent a little later'))
    }, gatherFor).unref()
  }
}
