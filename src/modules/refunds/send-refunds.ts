import type { Log } from '#http/log.ts'
import type { CardRefund, Gateway, RefundAnswer } from '#modules/payments/gateway.ts'
import { refundOpenDues } from './refund-open-dues.ts'
import type { AskDeps } from './ask-refund.ts'
import { canMove, nextTry, refundMoves, tryEndsWithin } from './rules.ts'
import { failRefund, payOut } from './settle-refund.ts'
import { insertStep, lockRefund, moveRefund } from './store.ts'
import { endTry, findLostTries, findSendable, insertTry, markUnclear, postponeTry, readCardPayment } from './try-store.ts'

export type SendDeps = AskDeps & { gateway: Gateway | undefined; log: Log }

const atOnce = 50

/** Runs every minute: makes refunds of dues, then sends approved ones to their cards. */
export async function sendRefunds(deps: SendDeps, now: Date): Promise<void> {
  await refundOpenDues(deps, now)
  await holdLostTries(deps, now)
  const { gateway } = deps
  if (!gateway) return
  for (const id of await findSendable(deps.db, atOnce, now)) await sendRefund({ ...deps, gateway }, id, now)
}

type Sending = SendDeps & { gateway: Gateway }

/**
 * One attempt: recorded, sent, then its outcome recorded. An unclear outcome is never retried automatically: the money
 * could go twice.
 */
export async function sendRefund(deps: Sending, id: string, now: Date): Promise<void> {
  const begun = await beginTry(deps, id, now)
  if (!begun) return
  const answer = await deps.gateway
    .refund(begun.refund)
    .catch((error: unknown): RefundAnswer => ({ kind: 'unclear', reason: String(error) }))
  await conclude(deps, id, begun, answer, now)
}

type Begun = { refund: CardRefund; number: number; isFirstRefusal: boolean }

async function beginTry({ db, gateway }: Sending, id: string, now: Date): Promise<Begun | undefined> {
  return db.transaction().execute(async (trx) => {
    const refund = await lockRefund(trx, { id })
    if (!refund || refund.way !== 'card' || refund.attemptId === null || !canMove(refund.state, refundMoves.send)) return undefined
    const { gatewayTradeNo, ...payment } = await readCardPayment(trx, refund.attemptId, id)
    const wanted: CardRefund = { ...payment, gatewayTradeNo: gatewayTradeNo ?? '', amount: refund.amount }
    const from = gateway.refundableFrom(wanted, now)
    if (from > now) {
      await postponeTry(trx, id, from)
      return undefined
    }
    const number = refund.tries + 1
    await moveRefund(trx, id, refundMoves.send, { tries: number, unclear: false, failure: null }, now)
    await insertTry(trx, id, number, now)
    await insertStep(trx, id, 'processing', now)
    return { refund: wanted, number, isFirstRefusal: refund.state === 'approved' }
  })
}

async function conclude(
  { db, log }: SendDeps,
  id: string,
  { number, isFirstRefusal }: Begun,
  answer: RefundAnswer,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const refund = await lockRefund(trx, { id })
    const words = answer.kind === 'refunded' ? '' : answer.reason
    // The attempt was marked as unclear meanwhile, and finance looks into it.
    if (!refund || !(await endTry(trx, id, number, { outcome: answer.kind, answer: words }))) return
    if (answer.kind === 'refunded') await payOut(trx, refund, { by: null, note: '' }, now)
    else if (answer.kind === 'refused')
      await failRefund(trx, refund, { by: null, note: words, tryAt: nextTry(number, now), isTold: isFirstRefusal }, now)
    else await markUnclear(trx, id, words, now)
  })
  if (answer.kind !== 'refunded') log.warn({ refund: id, outcome: answer.kind, reason: answer.reason }, 'a refund did not go through')
}

async function holdLostTries({ db, log }: SendDeps, now: Date): Promise<void> {
  for (const { refundId, number } of await findLostTries(db, new Date(now.getTime() - tryEndsWithin))) {
    log.warn({ refund: refundId }, 'a refund was sent, and nobody knows what came of it')
    await db.transaction().execute(async (trx) => {
      await lockRefund(trx, { id: refundId })
      if (await endTry(trx, refundId, number, { outcome: 'unclear', answer: 'no answer was written down' }))
        await markUnclear(trx, refundId, 'no answer was written down', now)
    })
  }
}
