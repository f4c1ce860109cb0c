import { inBatchesOrAlone } from '#db/one-by-one.ts'
import { isConnectionLoss } from '#db/unavailable.ts'
import type { Log } from '#http/log.ts'
import type { Clock } from '#lib/clock.ts'
import { noteFailure } from '#lib/failures.ts'
import { pauseAsking, readPauses } from '#modules/payments/asking-limits.ts'
import type { CardRefund, OpenProvider, RefundAnswer } from '#modules/payments/provider.ts'
import type { Providers } from '#modules/payments/providers.ts'
import { refundOpenDues } from './refund-open-dues.ts'
import type { AskDeps } from './ask-refund.ts'
import { readOpenParts } from './part-store.ts'
import { goesBackByProvider } from '#modules/payments/rules.ts'
import { canMove, maySettleLate, nextTry, refundMoves, tryEndsWithin, type RefundPart } from './rules.ts'
import { failRefund, leaveCards, payBack } from './settle-refund.ts'
import { beginStep, lockRefund, moveRefund } from './store.ts'
import {
  endTry,
  findLostTries,
  forgetTry,
  findSendable,
  insertTry,
  isAnotherUnsettled,
  markUnclear,
  postponeTry,
  readCardPayment,
  writeLateAnswer,
} from './try-store.ts'

export type SendDeps = Omit<AskDeps, 'orderKinds'> & { providers: Providers; log: Log }

const atOnce = 50
/** Refunds that fail would otherwise be the first of every run, and in the end all of it. */
const restAfterFailure = 10 * 60_000
/** It is unknown of another refund of the same payment whether it went through. */
const restWhileUnsettled = 60_000

/**
 * Runs every minute: makes refunds of dues, then sends approved ones to their cards, each by the provider that took the money. A provider
 * gets no more of them after one without an answer: it is down, and every other would only need a person as well. The next run goes on. A
 * refund that fails by itself keeps none of the others.
 * A run may take long: each attempt has the time at which it begins, because one that is open for too long counts as crashed.
 */
export async function sendRefunds(deps: SendDeps, clock: Clock): Promise<void> {
  const { db, log } = deps
  const now = clock.now()
  await refundOpenDues(deps, now, (error, order) => noteFailure(log, 'job', error, 'what is owed for an order got no refund', { order }))
  await holdLostTries(deps, now)
  const silent = new Set((await readPauses(db, now)).map(({ provider }) => provider))
  for (const id of await findSendable(db, atOnce, now))
    try {
      await sendRefund(deps, id, clock, silent)
    } catch (error) {
      if (isConnectionLoss(error)) throw error
      noteFailure(log, 'job', error, 'a refund could not be sent', { refund: id })
      await postponeTry(db, id, new Date(clock.now().getTime() + restAfterFailure))
    }
}

/**
 * One attempt for each payment that went by card, one after the other: recorded, sent, then its outcome recorded. An unclear outcome is
 * never retried automatically: the money could go twice. Providers in `silent` are not asked; one that gives no clear answer becomes one of them.
 */
export async function sendRefund(deps: SendDeps, id: string, clock: Clock, silent = new Set<string>()): Promise<void> {
  for (;;) {
    const begun = await beginTry(deps, id, silent, clock.now())
    if (!begun) return
    const { provider, refund } = begun
    const answer = await provider
      .refund(refund, clock.now())
      .catch((error: unknown): RefundAnswer => ({ kind: 'unclear', reason: String(error) }))
    const isWritten = await conclude(deps, id, begun, answer, clock.now())
    if (answer.kind === 'unreached' || answer.kind === 'unclear') silent.add(provider.name)
    if (answer.kind !== 'refunded' && answer.pauseSeconds !== undefined)
      await pauseAsking(deps.db, provider.name, answer.pauseSeconds, clock.now())
    if (answer.kind !== 'refunded' || !isWritten) return
  }
}

type Begun = {
  provider: OpenProvider
  refund: CardRefund
  part: RefundPart
  number: number
  isFirstRefusal: boolean
  /** It began a step of the refund. */ hasStep: boolean
}

async function beginTry({ db, providers, log }: SendDeps, id: string, silent: Set<string>, now: Date): Promise<Begun | undefined> {
  return db.transaction().execute(async (trx) => {
    const refund = await lockRefund(trx, { id })
    if (!refund || refund.way !== 'card' || refund.perhapsTwice || !canMove(refund.state, refundMoves.send)) return undefined
    const part = (await readOpenParts(trx, id)).find(({ method }) => goesBackByProvider(method))
    if (!part || part.attemptId === null) return void (await leaveCards(trx, refund, { by: null, note: '' }, now))
    if (await isAnotherUnsettled(trx, part.attemptId, id))
      return void (await postponeTry(trx, id, new Date(now.getTime() + restWhileUnsettled)))
    const { provider: taker, gatewayTradeNo, ...payment } = await readCardPayment(trx, part.attemptId, id)
    const wanted: CardRefund = { ...payment, gatewayTradeNo: gatewayTradeNo ?? '', amount: part.amount }
    const provider = providers.of(taker)
    // Those of a silent provider go behind the others, so that they do not fill every run.
    const from = silent.has(taker) ? now : provider?.refundableFrom(wanted, now)
    if (from !== undefined && (from > now || silent.has(taker))) return void (await postponeTry(trx, id, from))
    const number = refund.tries + 1
    await moveRefund(trx, id, refundMoves.send, { tries: number, unclear: false, failure: null }, now)
    await insertTry(trx, { refundId: id, number, attemptId: part.attemptId, provider: taker }, now)
    // The next payment of the same refund is no other step of it.
    const hasStep = await beginStep(trx, id, 'processing', now)
    if (provider) return { provider, refund: wanted, part, number, isFirstRefusal: refund.state === 'approved', hasStep }
    // Held for staff: they set the provider again and send it again, or make it a transfer.
    const reason = `not sent: the payment provider ${taker}, which took the money, is not set`
    await endTry(trx, id, number, { outcome: 'refused', answer: reason })
    await markUnclear(trx, id, reason, now)
    log.warn({ refund: id, provider: taker }, 'a refund is held: the payment provider that took the money is not set')
    return undefined
  })
}

/** False when the answer came too late: finance has decided about the attempt. It is written down all the same. */
async function conclude(
  { db, log }: SendDeps,
  id: string,
  { part, number, isFirstRefusal, hasStep }: Begun,
  answer: RefundAnswer,
  now: Date,
): Promise<boolean> {
  let contradicts = false
  const isWritten = await db.transaction().execute(async (trx) => {
    const refund = await lockRefund(trx, { id })
    const words = answer.kind === 'refunded' ? '' : answer.reason
    if (!refund) return false
    const isOpen = (await readOpenParts(trx, id)).some(({ attemptId }) => attemptId === part.attemptId)
    const isHeld = isOpen && maySettleLate(refund, number, answer.kind)
    const before = { refundId: id, number, state: isFirstRefusal ? 'approved' : 'failed', hasStep, isHeld } as const
    if (answer.kind === 'unreached' && (await forgetTry(trx, before, words, now))) return true
    const ended = { outcome: answer.kind === 'unreached' ? 'refused' : answer.kind, answer: words } as const
    if (answer.kind === 'unreached' || !(await endTry(trx, id, number, { ...ended, isHeld }))) {
      contradicts = await writeLateAnswer(trx, { refundId: id, number, attemptId: part.attemptId }, ended, now)
      return false
    }
    if (answer.kind === 'refunded' && refund.state === 'failed') await moveRefund(trx, id, refundMoves.retry, {}, now)
    if (answer.kind === 'refunded') await payBack(trx, refund, [part], { way: 'card', by: null, note: '' }, now)
    else if (answer.kind === 'refused')
      await failRefund(trx, refund, { by: null, note: words, tryAt: nextTry(number, now), isTold: isFirstRefusal }, now)
    else await markUnclear(trx, id, words, now)
    return true
  })
  if (contradicts)
    log.error({ refund: id, outcome: answer.kind }, 'the payment provider answered late, and not as staff have decided meanwhile')
  else if (answer.kind !== 'refunded') log.warn({ refund: id, outcome: answer.kind, reason: answer.reason }, 'a refund did not go through')
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
