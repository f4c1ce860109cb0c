import type { Db, Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Log } from '#http/log.ts'
import { bringUpToDate, eventIn, writeAnew } from './look-again.ts'
import { readWaitingTogether } from './outbox-store.ts'
import { deleteMessage, deleteQueued, endWaiting, failWaitingBefore, lockWaiting } from './store.ts'
import { takeText } from './text-budget.ts'
import type { LetterWriters, Writing } from './write-letters.ts'

/**
 * Sends notices by text that found the hour's budget spent, as many as there is room for, those first that are of use for the shortest
 * time, and to one mobile in the order in which they were written. Each is written anew from what is so now: one that no longer holds
 * is dropped, and several about the same are one. One whose moment has passed fails, which staff are shown.
 */
export async function releaseTexts({ db, jobs, log }: Writing, letters: LetterWriters, now: Date): Promise<void> {
  const late = await failWaitingBefore(db, now)
  if (late > 0) log.error({ alarm: 'texts-too-late', count: late }, 'texts waited for room in the budget until they were of no use')
  while (await releaseNext(db, jobs, log, letters, now));
}

function releaseNext(db: Db, jobs: Jobs, log: Log, letters: LetterWriters, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx: Trx) => {
    const message = await lockWaiting(trx, now)
    if (!message) return false
    const eventId = eventIn(message.cause)
    const events = eventId === undefined ? [] : await readWaitingTogether(trx, eventId)
    const written = await writeAnew(trx, letters, events, now)
    const letter = written === 'unknown' ? undefined : written.find((one) => one.eventId === eventId)
    if (written !== 'unknown' && !letter) {
      await deleteMessage(trx, message.id)
      log.info({ messageId: message.id, cause: message.cause }, 'a text waited until it was no longer true')
      return true
    }
    if (await takeText(trx, jobs, 'notice', now)) return false
    await bringUpToDate(trx, message, letter)
    if (written !== 'unknown') {
      const said = new Set(written.map((one) => one.eventId))
      for (const { id } of events) if (!said.has(id)) await deleteQueued(trx, `outbox:${id}`)
    }
    await endWaiting(trx, message.id, now)
    await jobs.send(trx, 'send-message', { messageId: message.id }, { singletonKey: message.id })
    return true
  })
}
