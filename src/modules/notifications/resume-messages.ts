import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { inBatchesOrAlone } from '#db/one-by-one.ts'
import type { Log } from '#http/log.ts'
import { noteFailure } from '#lib/failures.ts'
import type { Carriers } from './carrier.ts'
import { channels, oldestWorthSending } from './rules.ts'
import { emptyFailedBefore, endWaiting, failMessagesBefore, failWaitingBefore, lockWaiting, queuedMessageIds } from './store.ts'
import { takeText } from './text-budget.ts'

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

/**
 * Sends notices by text that found the hour's budget spent, as many as there is room for, those first that are of use for the shortest
 * time. One whose moment has passed fails, which staff are shown.
 */
export async function releaseTexts(db: Db, jobs: Jobs, log: Log, now: Date): Promise<void> {
  const late = await failWaitingBefore(db, now)
  if (late > 0) log.error({ alarm: 'texts-too-late', count: late }, 'texts waited for room in the budget until they were of no use')
  const sendNext = async (): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      const id = await lockWaiting(trx, now)
      if (id === undefined || (await takeText(trx, jobs, 'notice', now))) return false
      await endWaiting(trx, id, now)
      await jobs.send(trx, 'send-message', { messageId: id }, { singletonKey: id })
      return true
    })
  while (await sendNext());
}
