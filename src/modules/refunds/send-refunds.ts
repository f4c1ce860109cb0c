import { inBatchesOrAlone } from '#db/one-by-one.ts'
import { isConnectionLoss } from '#db/unavailable.ts'
import type { Log } from '#http/log.ts'
import type { Clock } from '#lib/clock.ts'
import { noteFailure } from '#lib/failures.ts'
import type { CardRefund, Gateway, RefundAnswer } from '#modules/payments/gateway.ts'
import { refundOpenDues } from './refund-open-dues.ts'
import type { AskDeps } from './ask-refund.ts'
import { readOpenParts } from './part-store.ts'
import { canMove, goesBackToCard, maySettleLate, nextTry, refundMoves, tryEndsWithin, type RefundPart } from './rules.ts'
import { failRefund, leaveCards, payBack } from './settle-refund.ts'
import { beginStep, lockRefund, moveRefund } from './store.ts'
import { endTry, findLostTries, forgetTry, findSendable, insertTry, markUnclear, postponeTry, readCardPayment } from './try-store.ts'

export type SendDeps = AskDeps & { gateway: Gateway | undefined; log: Log }

const atOnce = 50
/** Refunds that fail would otherwise be the first of every run, and in the end all of it. */
const restAfterFailure = 10 * 60_000

/**
 * Runs every minute: makes refunds of dues, then sends approved ones to their cards. Stops at the first one without an answer: the gateway
 * is down, and every other would only need a person as well. The next run goes on. A refund that fails by itself keeps none of the others.
 * A run may take long: each attempt has the time at which it begins, because one that is open for too long counts as crashed.
 */
export async function sendRefunds(deps: SendDeps, clock: Clock): Promise<void> {
  const { db, gateway, log } = deps
  const now = clock.now()
  await refundOpenDues(deps, now, (error, order) => noteFailure(log, 'job', error, 'what is owed for an order got no refund', { order }))
  await holdLostTries(deps, now)
  if (!gateway) return
  for (const id of await findSendable(db, atOnce, now))
    try {
      const last = await sendRefund({ ...deps, gateway }, id, clock)
      if (last === 'unreached' || last === 'unclear') return
    } catch (error) {
      if (isConnectionLoss(error)) throw error
      noteFailure(log, 'job', error, 'a refund could not be sent', { refund: id })
      await postponeTry(db, id, new Date(clock.now().getTime() + restAfterFailure))
    }
}

type Sending = SendDeps & { gateway: Gateway }

/**
 * One attempt for each payment that went by card, one after the other: recorded, sent, then its outcome recorded. An unclear outcome is
 * never retried automatically: the money could go twice.
 */
export async function sendRefund(deps: Sending, id: string, clock: Clock): Promise<RefundAnswer['kind'] | undefined> {
  let last: RefundAnswer['kind'] | undefined
  for (;;) {
    const begun = await beginTry(deps, id, clock.now())
    if (!begun) return last
    const answer = await deps.gateway
      .refund(begun.refund)
      .catch((error: unknown): RefundAnswer => ({ kind: 'unclear', reason: String(error) }))
    const isWritten = await conclude(deps, id, begun, answer, clock.now())
    last = answer.kind
    if (last !== 'refunded' || !isWritten) return last
  }
}

type Begun = {
  refund: CardRefund
  part: RefundPart
  number: number
  isFirstRefusal: boolean
  /** It began a step of the refund. */ hasStep: boolean
}

async function beginTry({ db, gateway }: Sending, id: string, now: Date): Promise<Begun | undefined> {
  return db.transaction().execute(async (trx) => {
    const refund = await lockRefund(trx, { id })
    if (!refund || refund.way !== 'card' || !canMove(refund.state, refundMoves.send)) return undefined
    const part = (await readOpenParts(trx, id)).find(({ method }) => goesBackToCard(method))
    if (!part || part.attemptId === null) return void (await leaveCards(trx, refund, { by: null, note: '' }, now))
    const { gatewayTradeNo, ...payment } = await readCardPayment(trx, part.attemptId, id)
    const wanted: CardRefund = { ...payment, gatewayTradeNo: gatewayTradeNo ?? '', amount: part.amount }
    const from = gateway.refundableFrom(wanted, now)
    if (from > now) {
      await postponeTry(trx, id, from)
      return undefined
    }
    const number = refund.tries + 1
    await moveRefund(trx, id, refundMoves.send, { tries: number, unclear: false, failure: null }, now)
    await insertTry(trx, { refundId: id, number, attemptId: part.attemptId }, now)
    // The next payment of the same refund is no other step of it.
    const hasStep = await beginStep(trx, id, 'processing', now)
    return { refund: wanted, part, number, isFirstRefusal: refund.state === 'approved', hasStep }
  })
}

/** False when the answer came too late: finance has decided otherwise about the refund. */
async function conclude(
  { db, log }: SendDeps,
  id: string,
  { part, number, isFirstRefusal, hasStep }: Begun,
  answer: RefundAnswer,
  now: Date,
): Promise<boolean> {
  const isWritten = await db.transaction().execute(async (trx) => {
    const refund = await lockRefund(trx, { id })
    const words = answer.kind === 'refunded' ? '' : answer.reason
    if (!refund) return false
    const isHeld = maySettleLate(refund, number, answer.kind)
    const before = { refundId: id, number, state: isFirstRefusal ? 'approved' : 'failed', hasStep, isHeld } as const
    if (answer.kind === 'unreached') {
      await forgetTry(trx, before, words, now)
      return true
    }
    if (!(await endTry(trx, id, number, { outcome: answer.kind, answer: words, isHeld }))) return false
    if (answer.kind === 'refunded' && refund.state === 'failed') await moveRefund(trx, id, refundMoves.retry, {}, now)
    if (answer.kind === 'refunded') await payBack(trx, refund, [part], { way: 'card', by: null, note: '' }, now)
    else if (answer.kind === 'refused')
      await failRefund(trx, refund, { by: null, note: words, tryAt: nextTry(number, now), isTold: isFirstRefusal }, now)
    else await markUnclear(trx, id, words, now)
    return true
  })
  if (answer.kind !== 'refunded') log.warn({ refund: id, outcome: answer.kind, reason: answer.reason }, 'a refund did not go through')
  else if (!isWritten) log.error({ refund: id }, 'the gateway has refunded what staff have decided about otherwise meanwhile')
  return isWritten
}

async function holdLostTries({ db, log }: SendDeps, now: Date): Promise<void> {
  const lost = await findLostTries(db, new Date(now.getTime() - tryEndsWithin))
  const numberOf = new Map(lost.map(({ refundId, number }) => [refundId, number]))
  const hold = async ([refundId]: string[]) => {
    log.warn({ refund: refundId }, 'a refund was sent, and nobody knows what came of it')
    await db.transaction().execute(async (trx) => {
      await lockRefund(trx, { id: refundId! })
      if (await endTry(trx, refundId!, numberOf.get(refundId!)!, { outcome: 'unclear', answer: 'no answer was written down' }))
        await markUnclear(trx, refundId!, 'no answer was written down', now)
    })
  }
  await inBatchesOrAlone([...numberOf.keys()], 1, hold, (error, refund) =>
    noteFailure(log, 'job', error, 'a refund without an answer could not be held', { refund }),
  )
}
