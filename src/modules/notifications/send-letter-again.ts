import type { Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readToldTogether } from './outbox-store.ts'
import { queueMessage } from './queue-message.ts'
import type { Channel } from './rules.ts'
import { hasMessage } from './store.ts'
import type { LetterWriters } from './write-letters.ts'

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
 * written anew; links in it are new ones. Only letters about events can be sent again: a code or a reset link has no event.
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
  const letter = written === 'later' ? undefined : written?.find((one) => one.eventId === eventId)
  if (!letter) return refuse({ code: 'letter_outdated' })
  const { eventId: _, ...message } = letter
  const queued = await queueMessage(trx, jobs, { ...message, cause, asked: true }, now)
  if (queued === 'known') return ok({ isNew: false })
  if (typeof queued === 'object') return refuse({ code: 'text_budget_spent', ...queued })
  const wait = await takeTurn(trx, { key: `letter-again:${eventId}`, ...timesAnHour }, now)
  return wait ? refuse({ code: 'too_many_requests', ...wait }) : ok({ isNew: true, channel: message.channel, recipient: message.recipient })
}
