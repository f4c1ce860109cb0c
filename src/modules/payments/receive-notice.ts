import type { Db, Trx } from '#db/connect.ts'
import type { Log } from '#http/log.ts'
import { takeTurn } from '#http/rate-limits.ts'
import type { Gateway } from './gateway.ts'
import type { PayableOrders } from './payable-orders.ts'
import { attemptMoves, judgeNotice, suspicious, wayOf, type Attempt, type AttemptMove, type Notice, type Verdict } from './rules.ts'
import { insertNotice, insertPayment, lockAttempt, moveAttempt } from './store.ts'

export type NoticeDeps = { db: Db; gateway: Gateway; orders: PayableOrders; log: Log }

/** Stores at most 60 unsigned notices an hour for each source, for finding out why they came. */
const unsignedKept = { limit: 60, seconds: 3600 }

/** Receives the gateway's notices, which may be late, repeated, out of order, or forged. */
export async function receiveNotice(
  deps: NoticeDeps,
  { fields, from }: { fields: Record<string, string>; from: string },
  now: Date,
): Promise<Verdict> {
  const notice = deps.gateway.readNotice(fields)
  if (notice) return applyNotice(deps, notice, fields, now)
  const tooMany = await takeTurn(deps.db, { key: `unsigned-notice:${from}`, ...unsignedKept }, now)
  if (!tooMany) await insertNotice(deps.db, fields, 'bad-signature', now)
  deps.log.warn({ from }, 'a payment notice is not signed by the gateway')
  return 'bad-signature'
}

/** Stores every notice with its verdict and applies each at most once, in one transaction. */
export async function applyNotice(
  { db, gateway, orders, log }: NoticeDeps,
  notice: Notice,
  fields: Record<string, string>,
  now: Date,
): Promise<Verdict> {
  const { verdict, attempt } = await db.transaction().execute(async (trx) => {
    const found = await lockAttempt(trx, notice.tradeNo)
    const judged = judgeNotice(notice, found, gateway.merchantId)
    await insertNotice(trx, fields, judged, now)
    if (found) await carryOut(trx, orders, found, notice, judged, now)
    return { verdict: judged, attempt: found }
  })
  if (suspicious.includes(verdict)) log.warn({ verdict, tradeNo: notice.tradeNo }, 'a payment notice needs a look')
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
    await orders.holdUntil(trx, attempt.orderId, says.number.deadline, now)
  }
  if (verdict === 'failed' && says.kind === 'failed')
    await move(trx, attempt, attemptMoves.fail, { method, gatewayTradeNo, failure: says.reason, settledAt: now })
}

async function move(trx: Trx, attempt: Attempt, to: AttemptMove, learnt: Parameters<typeof moveAttempt>[3]): Promise<void> {
  if (!(await moveAttempt(trx, attempt.id, to, learnt))) throw new Error(`the attempt ${attempt.tradeNo} moved although it was locked`)
}
