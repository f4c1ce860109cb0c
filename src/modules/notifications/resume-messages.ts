import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { inBatchesOrAlone } from '#db/one-by-one.ts'
import type { Log } from '#http/log.ts'
import { noteFailure } from '#lib/failures.ts'
import type { Carriers } from './carrier.ts'
import { channels, oldestWorthSending } from './rules.ts'
import { emptyFailedBefore, failMessagesBefore, queuedMessageIds } from './store.ts'

/** Gives a job to queued messages that have none, such as those that waited for a carrier. */
export async function resumeMessages(db: Db, jobs: Jobs, carriers: Carriers, log: Log, now: Date): Promise<void> {
  for (const channel of channels) {
    const tooOld = await failMessagesBefore(db, channel, oldestWorthSending(channel, now))
    await emptyFailedBefore(db, channel, oldestWorthSending(channel, now))
    if (tooOld > 0) log.warn({ channel, count: tooOld }, 'messages became too old to send')
  }
  const served = channels.filter((channel) => carriers[channel])
  const resume = ([id]: string[]) => jobs.send(db, 'send-message', { messageId: id! }, { singletonKey: id! })
  await inBatchesOrAlone(await queuedMessageIds(db, served), 1, resume, (error, message) =>
    noteFailure(log, 'job', error, 'a message got no job', { message }),
  )
}
