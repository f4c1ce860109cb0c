import type { Db } from '#db/connect.ts'
import type { Log } from '#http/log.ts'
import type { Clock } from '#lib/clock.ts'
import type { Carriers } from './carrier.ts'
import { isOutdated } from './look-again.ts'
import { isLate, moveAfter, oldestWorthSending } from './rules.ts'
import { claimMessage, moveMessage, readChannel } from './store.ts'
import type { LetterWriters } from './write-letters.ts'

export type Sending = { db: Db; carriers: Carriers; letters: LetterWriters; clock: Clock; log: Log }
/** `waiting`: no carrier for its channel yet. `not-ours`: another worker has it, or it is done. `outdated`: it no longer holds. */
export type SendOutcome = 'sent' | 'again' | 'failed' | 'unsure' | 'waiting' | 'not-ours' | 'outdated'

/** `attempt` counts the tries of the job, from 1. */
export async function sendMessage({ db, carriers, letters, clock, log }: Sending, id: string, attempt: number): Promise<SendOutcome> {
  const known = await readChannel(db, id)
  const carrier = known && carriers[known.channel]
  if (!carrier) return known ? 'waiting' : 'not-ours'
  const { channel } = known
  if (isLate(known.createdAt, clock.now()) && (await isOutdated({ db, log }, letters, id, clock.now()))) {
    log.info({ messageId: id, channel }, 'a message waited until it was no longer true')
    return 'outdated'
  }

  const message = await claimMessage(db, id)
  if (!message) return attempt > 1 ? loseSightOf(id, { db, log }) : 'not-ours'

  const note = { messageId: id, channel, cause: message.cause, carrier: carrier.name, tries: message.tries }
  if (message.createdAt < oldestWorthSending(message.channel, clock.now())) {
    await moveMessage(db, id, 'fail', { error: 'too_old', emptyBody: true })
    log.warn(note, 'a message became too old to send')
    return 'failed'
  }

  const carried = await carrier.carry(message)
  if (carried.ok) {
    await moveMessage(db, id, 'deliver', { sentAt: clock.now(), emptyBody: !carrier.keepsBody })
    log.info({ ...note, reference: carried.value.reference }, 'a message was sent')
    return 'sent'
  }

  const { code, reason } = carried.refusal
  const move = moveAfter(carried.refusal, message.tries)
  await moveMessage(db, id, move, { error: `${code}: ${reason}`, emptyBody: move === 'markUnsure' })
  if (move === 'requeue') {
    log.warn({ ...note, reason }, 'a message was not sent and will be tried again')
    return 'again'
  }
  if (move === 'fail') {
    log.error({ ...note, reason }, 'a message could not be sent')
    return 'failed'
  }
  log.error({ ...note, reason }, 'a message was perhaps sent; it will not be sent again')
  return 'unsure'
}

/** The previous try ended without a result, such as when its process was killed: it may have sent the message. */
async function loseSightOf(id: string, { db, log }: Pick<Sending, 'db' | 'log'>): Promise<SendOutcome> {
  const lost = await moveMessage(db, id, 'markUnsure', { error: 'unsure: the try before ended without an answer', emptyBody: true })
  if (!lost) return 'not-ours'
  log.error({ messageId: id }, 'a message was perhaps sent before its process ended; it will not be sent again')
  return 'unsure'
}
