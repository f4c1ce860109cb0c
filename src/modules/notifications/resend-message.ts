import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockMessage, requeueFailed } from './list-store.ts'
import { isWorthSending, maskRecipient, messageMoves } from './rules.ts'
import { takeText } from './text-budget.ts'

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
