import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { maskRecipient } from '#modules/notifications/rules.ts'
import { sendLetterAgain, type SendAgainRefusal, type SentAgain } from '#modules/notifications/send-letter-again.ts'
import type { LetterWriters } from '#modules/notifications/write-letters.ts'
import { findStoryOrder, readMessages } from './story-store.ts'

export type StorySendRefusal = SendAgainRefusal | { code: 'not_found' } | { code: 'message_not_repeatable' }

/** Sends a message of an order's story again. Payment links are not repeated: their own call sends a new one. */
export async function sendAgain(
  { db, ...sending }: { db: Db; jobs: Jobs; letters: LetterWriters },
  asked: { orderNo: string; messageId: string; idempotencyKey: string },
  audit: Audit,
  now: Date,
): Promise<Result<void, StorySendRefusal>> {
  const { orderNo, messageId, idempotencyKey } = asked
  return inTransaction<void, StorySendRefusal>(db, async (trx) => {
    const order = await findStoryOrder(trx, orderNo)
    const message = order && (await readMessages(trx, { ...order, orderNo })).find(({ id }) => id === messageId)
    if (!message) return refuse({ code: 'not_found' })
    if (message.eventId === null) return refuse({ code: 'message_not_repeatable' })
    const sent = await sendLetterAgain(trx, sending, { eventId: Number(message.eventId), idempotencyKey }, now)
    if (!sent.ok) return sent
    if (sent.value.isNew) await audit(trx, entryOf(orderNo, sent.value))
    return ok(undefined)
  })
}

const entryOf = (orderNo: string, { channel, recipient }: Extract<SentAgain, { isNew: true }>) => ({
  action: 'message.sent_again',
  subject: { kind: 'order', id: orderNo },
  after: { channel, to: maskRecipient(recipient) },
})
