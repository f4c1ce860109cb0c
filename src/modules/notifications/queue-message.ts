import { randomUUID } from 'node:crypto'
import type { DbOrTrx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Wait } from '#http/rate-limits.ts'
import type { Attachment, Channel } from './rules.ts'
import { deleteMessage, deleteQueued, hasMessage, hasWaiting, insertMessage, letWait } from './store.ts'
import { takeText } from './text-budget.ts'

export type MessageRequest = {
  /** Why the message is written, such as `confirm-email:<token id>`. One cause writes one message. */
  cause: string
  channel: Channel
  recipient: string
  subject?: string
  /** Plain text. In a mail, an address on a line of its own becomes a button. */
  body: string
  attachments?: Attachment[]
  locale: Locale
  /** For a text message: somebody asked for it, such as a code. Otherwise it is a notice. */
  asked?: boolean
  /** Of a notice by text: it is of no use after this moment, such as the start of the game; a day after it was written unless said. */
  until?: Date
  /** Keeps it back for so long: until then `withdrawMessage` can take it back. */
  holdSeconds?: number
}
const dayLength = 86_400_000

export type Queued = 'queued' | 'known' | Wait

/**
 * Writes the message and its job in the caller's transaction: both commit or neither. `known`: the cause has written a message before.
 * A text that was asked for and for which the centre's budget has no room is not written: a wait is returned, and the caller decides
 * what that means. A notice waits for room.
 */
export async function queueMessage(
  trx: DbOrTrx,
  jobs: Jobs,
  { subject, attachments = [], asked = false, holdSeconds = 0, until, ...request }: MessageRequest,
  now: Date,
): Promise<Queued> {
  const id = randomUUID()
  const isNew = await insertMessage(trx, { ...request, id, subject: subject ?? null, attachments, createdAt: now })
  if (!isNew) return 'known'
  const isText = request.channel === 'sms'
  // An older text to the same mobile goes first: both have their turn in `releaseTexts`.
  const isBehind = isText && !asked && (await hasWaiting(trx, request.recipient))
  const wait = isText && !isBehind ? await takeText(trx, jobs, asked ? 'asked' : 'notice', now) : undefined
  if (isBehind || (wait && !asked)) {
    await letWait(trx, id, until ?? new Date(now.getTime() + dayLength))
    return 'queued'
  }
  if (wait) {
    await deleteMessage(trx, id)
    return wait
  }
  await jobs.send(trx, 'send-message', { messageId: id }, { singletonKey: id, ...(holdSeconds > 0 ? { startAfter: holdSeconds } : {}) })
  return 'queued'
}

/** Deletes a message that is still waiting to be sent. False when it is being sent, was sent, or failed. */
export async function withdrawMessage(trx: DbOrTrx, cause: string): Promise<boolean> {
  return (await deleteQueued(trx, cause)) || !(await hasMessage(trx, cause))
}
