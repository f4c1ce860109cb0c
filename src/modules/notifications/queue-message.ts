import { randomUUID } from 'node:crypto'
import type { DbOrTrx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Attachment, Channel } from './rules.ts'
import { insertMessage } from './store.ts'

export type MessageRequest = {
  /** Why it is written, such as `confirm-email:<token id>`. The same cause never writes a second. */
  cause: string
  channel: Channel
  recipient: string
  subject?: string
  /** Plain text. In a mail, an address on a line of its own becomes a button. */
  body: string
  attachments?: Attachment[]
  locale: Locale
}

/** Writes the message and its job in the caller's transaction: both happen, or neither. False when the cause was known. */
export async function queueMessage(
  trx: DbOrTrx,
  jobs: Jobs,
  { subject, attachments = [], ...request }: MessageRequest,
  now: Date,
): Promise<boolean> {
  const id = randomUUID()
  const isNew = await insertMessage(trx, { ...request, id, subject: subject ?? null, attachments, createdAt: now })
  if (isNew) await jobs.send(trx, 'send-message', { messageId: id }, { singletonKey: id })
  return isNew
}
