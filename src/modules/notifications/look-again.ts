import type { Db, Trx } from '#db/connect.ts'
import { isConnectionLoss } from '#db/unavailable.ts'
import type { Log } from '#http/log.ts'
import { noteFailure } from '#lib/failures.ts'
import { readToldTogether, type OutboxEvent } from './outbox-store.ts'
import {
  deleteMessage,
  emptyFailedBefore,
  failMessagesBefore,
  lockQueued,
  queuedMessageIds,
  rewriteMessage,
  type Waiting,
} from './store.ts'
import { readerIn, type EventLetter, type LetterWriters } from './write-letters.ts'
import type { Jobs } from '#db/jobs.ts'
import { inBatchesOrAlone } from '#db/one-by-one.ts'
import type { Carriers } from './carrier.ts'
import { channels, oldestWorthSending } from './rules.ts'

/** The event that a message is about. Codes and links have none. */
export const eventIn = (cause: string): number | undefined => {
  const found = /^outbox:(\d+)(:|$)/.exec(cause)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** Letters about events that were told before, as they would be written now. `unknown`: nobody can say, and what was written stays. */
export async function writeAnew(trx: Trx, letters: LetterWriters, events: OutboxEvent[], now: Date): Promise<EventLetter[] | 'unknown'> {
  const write = events[0] && letters[events[0].topic]
  if (!write) return 'unknown'
  const written = await write(trx, events, now)
  return written === 'later' ? 'unknown' : written
}

/** Gives a message that waited what its letter says now, to the address of now. A letter that would go another way stays as it was. */
async function bringUpToDate(trx: Trx, { id, channel }: Waiting, letter: EventLetter | undefined): Promise<void> {
  if (letter?.channel === channel) await rewrite(trx, id, letter)
}

/** The same, by the way of now: a text to a guest is a mail to the member who they have become, and must not go to the old number. */
export async function rewrite(trx: Trx, id: string, letter: EventLetter): Promise<void> {
  const { channel, recipient, subject = null, body, attachments = [], locale } = letter
  await rewriteMessage(trx, id, { channel, recipient, subject, body, attachments, locale })
}

/**
 * Looks again at a message that could not be sent for a while, such as a mail while the mail server was down: what it says may be over.
 * It is deleted then, and `outdated` is true. A message whose letter cannot be written anew stays as it was.
 */
export async function isOutdated({ db, log }: { db: Db; log: Log }, letters: LetterWriters, id: string, now: Date): Promise<boolean> {
  try {
    return await db.transaction().execute(async (trx) => {
      const message = await lockQueued(trx, id)
      const eventId = message && eventIn(message.cause)
      if (eventId === undefined) return false
      const written = await writeAnew(trx, letters, await readToldTogether(trx, eventId), now)
      if (written === 'unknown') return false
      const letter = written.find((one) => one.eventId === eventId && one.reader === readerIn(message!.cause))
      if (letter) await bringUpToDate(trx, message!, letter)
      else await deleteMessage(trx, id)
      return letter === undefined
    })
  } catch (error) {
    if (isConnectionLoss(error)) throw error
    noteFailure(log, 'job', error, 'a message that waited could not be written anew and is sent as it was', { messageId: id })
    return false
  }
}

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
