import { isConnectionLoss } from '#db/unavailable.ts'
import { noteFailure } from '#lib/failures.ts'
import type { Attempt } from './rules.ts'
import { attemptMoves, lapsesAt } from './rules.ts'
import { applyNotice, type NoticeDeps } from './receive-notice.ts'
import { findAttempt, findSilentAttempts, moveAttempt, noteAsked } from './store.ts'

const atATime = 50

/** Runs every five minutes: asks the gateway about attempts without a notice, and applies the answer like a notice. */
export async function askGateway(deps: NoticeDeps, now: Date): Promise<void> {
  for (const attempt of await findSilentAttempts(deps.db, now, atATime)) {
    try {
      // Stops at the first one without an answer: the gateway is down, and some block clients that keep asking.
      if ((await ask(deps, attempt, now)) === 'no-answer') return
    } catch (error) {
      if (isConnectionLoss(error)) throw error
      noteFailure(deps.log, 'job', error, 'what the gateway says of a trade could not be applied', { tradeNo: attempt.tradeNo })
    }
  }
}

/** Asks about one trade, soon after its browser has returned. */
export async function askAboutPayment(deps: NoticeDeps, tradeNo: string, now: Date): Promise<'again' | void> {
  const attempt = await findAttempt(deps.db, tradeNo)
  if (attempt?.state !== 'created' && attempt?.state !== 'processing') return
  if ((await ask(deps, attempt, now)) === 'no-answer') return 'again'
}

async function ask(deps: NoticeDeps, attempt: Attempt, now: Date): Promise<'answered' | 'no-answer'> {
  await noteAsked(deps.db, attempt.id, now)
  const answer = await deps.gateway.ask(attempt.tradeNo, now)
  if (!answer.ok) {
    deps.log.warn({ tradeNo: attempt.tradeNo, reason: answer.refusal.reason }, 'the payment gateway does not say what became of a trade')
    return 'no-answer'
  }
  const { notice, fields } = answer.value
  if (notice.says.kind !== 'unpaid') await applyNotice(deps, notice, fields, now)
  else if (lapsesAt(attempt) <= now) await moveAttempt(deps.db, attempt.id, attemptMoves.lapse)
  return 'answered'
}
