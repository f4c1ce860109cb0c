import type { Trx } from '#db/connect.ts'
import { isConnectionLoss } from '#db/unavailable.ts'
import { noteFailure } from '#lib/failures.ts'
import { eventIn, rewrite, writeAnew } from './look-again.ts'
import { readWaitingTogether } from './outbox-store.ts'
import { deleteMessage, deleteQueued, endWaiting, failWaitingBefore, lockReleasing, lockWaiting, type Waiting } from './store.ts'
import { takeText } from './text-budget.ts'
import type { LetterWriters, Writing } from './write-letters.ts'

/**
 * Sends notices by text that found the hour's budget spent, as many as there is room for, those first that are of use for the shortest
 * time, and to one mobile in the order in which they were written. Each is written anew from what is so now: one that no longer holds
 * is dropped, several about the same are one, and one that would be a mail now becomes it. One whose moment has passed fails, which staff are shown. One that cannot be written
 * is left for the next run and delays no other. Ends at once while another run is at it.
 */
export async function releaseTexts(writing: Writing, letters: LetterWriters, now: Date): Promise<void> {
  const late = await failWaitingBefore(writing.db, now)
  if (late > 0) writing.log.error({ alarm: 'texts-too-late', count: late }, 'texts waited for room in the budget until they were of no use')
  const failed: string[] = []
  while (await releaseNext(writing, letters, failed, now));
}

/** `failed`: ids of texts that could not be written in this run; it adds one that it finds. */
async function releaseNext(writing: Writing, letters: LetterWriters, failed: string[], now: Date): Promise<boolean> {
  let message: Waiting | undefined
  try {
    return await writing.db.transaction().execute(async (trx) => {
      message = (await lockReleasing(trx)) ? await lockWaiting(trx, failed, now) : undefined
      return message !== undefined && (await release(trx, writing, letters, message, now))
    })
  } catch (error) {
    if (!message || isConnectionLoss(error)) throw error
    const { id, cause } = message
    noteFailure(writing.log, 'job', error, 'a text that waited could not be released and is left for the next run', {
      messageId: id,
      cause,
    })
    failed.push(id)
    return true
  }
}

/** False when the budget is spent. */
async function release(trx: Trx, { jobs, log }: Writing, letters: LetterWriters, message: Waiting, now: Date): Promise<boolean> {
  const eventId = eventIn(message.cause)
  const events = eventId === undefined ? [] : await readWaitingTogether(trx, eventId)
  const written = await writeAnew(trx, letters, events, now)
  const letter = written === 'unknown' ? undefined : written.find((one) => one.eventId === eventId)
  if (written !== 'unknown' && !letter) {
    await deleteMessage(trx, message.id)
    log.info({ messageId: message.id, cause: message.cause }, 'a text waited until it was no longer true')
    return true
  }
  if (letter?.channel !== 'mail' && (await takeText(trx, jobs, 'notice', now))) return false
  if (letter) await rewrite(trx, message.id, letter)
  if (written !== 'unknown') {
    const said = new Set(written.map((one) => one.eventId))
    for (const { id } of events) if (!said.has(id)) await deleteQueued(trx, `outbox:${id}`)
  }
  await endWaiting(trx, message.id, now)
  await jobs.send(trx, 'send-message', { messageId: message.id }, { singletonKey: message.id })
  return true
}
