import type { Attempt } from './rules.ts'
import { attemptMoves, lapsesAt } from './rules.ts'
import { applyNotice, type NoticeDeps } from './receive-notice.ts'
import { findAttempt, findSilentAttempts, moveAttempt, noteAsked } from './store.ts'

const atATime = 50

/** The job of every five minutes: about attempts that stay silent we ask, and treat the answer exactly like a notice. */
export async function askGateway(deps: NoticeDeps, now: Date): Promise<void> {
  for (const attempt of await findSilentAttempts(deps.db, now, atATime)) {
    // A gateway that does not answer now will not answer about the others either, and some close the door on those who insist.
    if ((await ask(deps, attempt, now)) === 'no-answer') return
  }
}

/** About one trade, soon after its browser has come back. */
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
