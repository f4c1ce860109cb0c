import type { Db, Trx } from '#db/connect.ts'
import type { Log } from '#http/log.ts'
import { takeTurn } from '#http/rate-limits.ts'
import type { PayableOrder, PayableOrders } from './payable-orders.ts'
import type { Arrived, NoticeFields, OpenProvider, Provider } from './provider.ts'
import {
  attemptMoves,
  changing,
  heldUntil,
  judgeNotice,
  suspicious,
  wayOf,
  type Attempt,
  type AttemptMove,
  type Notice,
  type Verdict,
} from './rules.ts'
import { findAttempt, findTellingAttempt, insertNotice, insertPayment, lockAttempt, moveAttempt } from './store.ts'
import type { Jobs } from '#db/jobs.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Tokens } from '#modules/logins/tokens.ts'

/** Time for a provider's notice to arrive before the provider is asked. */
const patienceSeconds = 15

/**
 * Handles the browser's return from a provider. What it brings is not trusted: a job asks the
 * provider, if no notice arrives soon, or at once where there are none. Answers whether the trade is known, and that provider's.
 */
export async function handleReturn(
  { db, jobs }: { db: Db; jobs: Jobs },
  { provider, tradeNo }: { provider: Pick<Provider, 'name' | 'tells'>; tradeNo: string },
): Promise<boolean> {
  const attempt = await findAttempt(db, tradeNo)
  if (attempt?.provider !== provider.name) return false
  await db.transaction().execute(async (trx) => {
    const rules = provider.tells === 'when-asked' ? {} : { startAfter: patienceSeconds }
    if (await moveAttempt(trx, attempt.id, attemptMoves.browserReturned)) await jobs.send(trx, 'ask-about-payment', { tradeNo }, rules)
  })
  return true
}

/** `provider`: who sends the notice, or was asked. */
type NoticeDeps = { db: Db; provider: Pick<OpenProvider, 'name' | 'merchantId'>; orders: PayableOrders; log: Log }

/** Stores at most 60 unsigned notices an hour for each source, for finding out why they came. */
const unsignedKept = { limit: 60, seconds: 3600 }

/** What changes nothing is stored at most 60 times an hour for each trade: a browser can bring the same signed answer again and again. */
const idleKept = { limit: 60, seconds: 3600 }

/** Receives the notices of a provider, which may be late, repeated, out of order, or forged. */
export async function receiveNotice(
  deps: NoticeDeps & { provider: OpenProvider },
  { arrived, from }: { arrived: Arrived; from: string },
  now: Date,
): Promise<Verdict> {
  const { notice, tradeNo, fields } = deps.provider.readNotice(arrived)
  if (notice) return applyNotice(deps, notice, fields, now)
  const tooMany = await takeTurn(deps.db, { key: `unsigned-notice:${from}`, ...unsignedKept }, now)
  const provider = deps.provider.name
  if (!tooMany) await insertNotice(deps.db, { provider, tradeNo, fields, verdict: 'bad-signature' }, now)
  deps.log.warn({ from, provider }, 'a payment notice is not signed by the provider')
  return 'bad-signature'
}

/** Stores notices with their verdicts and applies each at most once, in one transaction. Nobody speaks for another provider's trade. */
export async function applyNotice(
  { db, provider, orders, log }: NoticeDeps,
  notice: Notice,
  fields: NoticeFields,
  now: Date,
): Promise<Verdict> {
  const { verdict, attempt } = await db.transaction().execute(async (trx) => {
    const locked = await lockAttempt(trx, notice.tradeNo)
    const found = locked?.provider === provider.name ? locked : undefined
    const judged = judgeNotice(notice, found, provider.merchantId)
    const isKept = changing.includes(judged) || !(await takeTurn(trx, { key: `idle-notice:${notice.tradeNo}`, ...idleKept }, now))
    if (isKept) await insertNotice(trx, { provider: provider.name, tradeNo: notice.tradeNo, fields, verdict: judged }, now)
    if (found) await carryOut(trx, orders, found, notice, judged, now)
    return { verdict: judged, attempt: found }
  })
  if (suspicious.includes(verdict)) log.warn({ verdict, tradeNo: notice.tradeNo, provider: provider.name }, 'a payment notice needs a look')
  if (attempt && (verdict === 'paid' || verdict === 'number-issued')) await orders.changed(db, attempt.orderId)
  return verdict
}

async function carryOut(trx: Trx, orders: PayableOrders, attempt: Attempt, notice: Notice, verdict: Verdict, now: Date): Promise<void> {
  const { method, gatewayTradeNo, says } = notice
  if (verdict === 'paid') {
    await move(trx, attempt, attemptMoves.pay, { method, gatewayTradeNo, settledAt: now })
    // Locks the order first (lock order): two payments of one order would otherwise deadlock.
    await orders.settle(trx, { orderId: attempt.orderId, attemptId: attempt.id, amount: notice.amount }, now)
    await insertPayment(trx, attempt, { amount: notice.amount, way: wayOf(method) }, now)
  }
  if (verdict === 'number-issued' && says.kind === 'number') {
    await move(trx, attempt, attemptMoves.issueNumber, { method, gatewayTradeNo, number: says.number })
    await orders.holdUntil(trx, attempt.orderId, heldUntil(says.number), now)
  }
  if (verdict === 'failed' && says.kind === 'failed')
    await move(trx, attempt, attemptMoves.fail, { method, gatewayTradeNo, failure: says.reason, settledAt: now })
}

async function move(trx: Trx, attempt: Attempt, to: AttemptMove, learnt: Parameters<typeof moveAttempt>[3]): Promise<void> {
  if (!(await moveAttempt(trx, attempt.id, to, learnt))) throw new Error(`the attempt ${attempt.tradeNo} moved although it was locked`)
}

export type PaymentResult = { order: PayableOrder; attempt: Attempt | undefined }

/** The result as stored on the server; parameters of the address are not trusted. */
export async function readResult(
  { db, orders, tokens }: { db: Db; orders: PayableOrders; tokens: Tokens },
  asked: { memberId: string } & ({ ref: string } | { orderNo: string }),
  now: Date,
): Promise<Result<PaymentResult, { code: 'not_found' }>> {
  const attempt = 'ref' in asked ? await attemptOf(db, tokens, asked.ref) : undefined
  if ('ref' in asked && !attempt) return refuse({ code: 'not_found' })
  const order = 'orderNo' in asked ? await orders.findByNumber(db, asked.orderNo, now) : await orders.find(db, attempt!.orderId, now)
  if (!order || order.memberId !== asked.memberId) return refuse({ code: 'not_found' })
  return ok({ order, attempt: attempt ?? (await findTellingAttempt(db, order.id)) })
}

async function attemptOf(db: Db, tokens: Tokens, ref: string): Promise<Attempt | undefined> {
  const tradeNo = tokens.readReference(ref)
  return tradeNo === undefined ? undefined : findAttempt(db, tradeNo)
}
