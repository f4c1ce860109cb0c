import type { Db, Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readToldTogether } from './outbox-store.ts'
import { queueMessage } from './queue-message.ts'
import { isWorthSending, maskRecipient, messageMoves, type Channel } from './rules.ts'
import { hasMessage } from './store.ts'
import { readerCause, type LetterWriters } from './write-letters.ts'
import { randomUUID } from 'node:crypto'
import { found, type Finding } from '#http/findings.ts'
import type { Locale } from '#i18n/locale.ts'
import { m } from '#i18n/generated/messages.js'
import { networkFaultOf } from '#lib/network-fault.ts'
import type { Carrier } from './carrier.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { lockMessage, requeueFailed } from './list-store.ts'
import { takeText } from './text-budget.ts'

const subjects = { mail: 'mail', sms: 'texts' } as const satisfies Record<Channel, Finding['subject']>
const network = new Set(['unknown_host', 'refused', 'timeout', 'certificate', 'certificate_name', 'certificate_expired'])

type TestMessage = { channel: Channel; address: string; publicUrl: string; locale: Locale }

/** Hands a message to the carrier at once, not through the queue: whoever asked waits for the outcome. */
export async function sendTestMessage(carrier: Carrier, { channel, address, publicUrl, locale }: TestMessage): Promise<Finding> {
  const subject = channel === 'mail' ? m.connection_test_subject({}, { locale }) : null
  const body = (channel === 'mail' ? m.connection_test_mail : m.connection_test_text)({ site: publicUrl }, { locale })
  const carried = await carrier.carry({ id: randomUUID(), recipient: address, subject, body, attachments: [], locale })
  if (carried.ok) return found(subjects[channel], channel === 'mail' ? 'mail_sent' : 'texts_sent', { recipient: address })
  const { reason } = carried.refusal
  const fault = networkFaultOf(reason)
  if (network.has(fault))
    return found(subjects[channel], fault, { host: carrier.name, setting: channel === 'mail' ? 'SMTP_URL' : 'SMS_URL', reason })
  return found(subjects[channel], channel === 'mail' ? 'mail_rejected' : 'texts_rejected', { reason: reason.slice(0, 160) })
}

export type SendAgainRefusal =
  /** What the letter said no longer holds, or its event was deleted by retention. */
  | { code: 'letter_outdated' }
  | { code: 'too_many_requests'; retryAfterSeconds: number }
  | { code: 'text_budget_spent'; retryAfterSeconds: number }

/** `isNew` is false for a repeated idempotency key: nothing is sent a second time. */
export type SentAgain = { isNew: false } | { isNew: true; channel: Channel; recipient: string }

const timesAnHour = { limit: 3, seconds: 3600 }

/**
 * Writes the letter about an event once more, to the address of today. The text of a message is emptied once it is sent, so it is
 * written anew; links in it are new ones. All readers of it get it. Only letters about events can be sent again: a code or a reset link has no event.
 */
export async function sendLetterAgain(
  trx: Trx,
  { jobs, letters }: { jobs: Jobs; letters: LetterWriters },
  { eventId, idempotencyKey }: { eventId: number; idempotencyKey: string },
  now: Date,
): Promise<Result<SentAgain, SendAgainRefusal>> {
  const cause = `outbox:${eventId}:again:${idempotencyKey}`
  // Sent by the same request before: what it said may no longer hold.
  if (await hasMessage(trx, cause)) return ok({ isNew: false })
  const events = await readToldTogether(trx, eventId)
  const written = events[0] ? await letters[events[0].topic]?.(trx, events, now) : undefined
  const [letter, ...copies] = written === 'later' ? [] : (written ?? []).filter((one) => one.eventId === eventId)
  if (!letter) return refuse({ code: 'letter_outdated' })
  const { eventId: _, reader: _first, ...message } = letter
  const queued = await queueMessage(trx, jobs, { ...message, cause, asked: true }, now)
  if (queued === 'known') return ok({ isNew: false })
  if (typeof queued === 'object') return refuse({ code: 'text_budget_spent', ...queued })
  for (const { eventId: _of, reader, ...copy } of copies)
    await queueMessage(trx, jobs, { ...copy, cause: cause + readerCause(reader), asked: true }, now)
  const wait = await takeTurn(trx, { key: `letter-again:${eventId}`, ...timesAnHour }, now)
  return wait ? refuse({ code: 'too_many_requests', ...wait }) : ok({ isNew: true, channel: message.channel, recipient: message.recipient })
}

export type ResendRefusal =
  | { code: 'not_found' }
  | { code: 'message_not_failed' }
  | { code: 'message_too_old' }
  | { code: 'text_budget_spent'; retryAfterSeconds: number }

/** Sends a failed message once more, as long as its code or link is still good. A text counts in the hour's budget again. */
export async function resendMessage(
  { db, jobs }: { db: Db; jobs: Jobs },
  id: string,
  audit: Audit,
  now: Date,
): Promise<Result<void, ResendRefusal>> {
  return inTransaction<void, ResendRefusal>(db, async (trx) => {
    const message = await lockMessage(trx, id)
    if (!message) return refuse({ code: 'not_found' })
    if (!messageMoves.sendAgain.from.some((state) => state === message.state)) return refuse({ code: 'message_not_failed' })
    if (!message.hasText || !isWorthSending(message, now)) return refuse({ code: 'message_too_old' })
    const wait = message.channel === 'sms' ? await takeText(trx, jobs, 'asked', now) : undefined
    if (wait) return refuse({ code: 'text_budget_spent', ...wait })
    await requeueFailed(trx, id)
    await jobs.send(trx, 'send-message', { messageId: id }, { singletonKey: id })
    await audit(trx, { action: 'message.resent', subject: { kind: 'message', id, label: maskRecipient(message.recipient) } })
    return ok(undefined)
  })
}
