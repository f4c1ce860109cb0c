import type { Trx } from '#db/connect.ts'
import { noteRefund } from './event-store.ts'
import { bookParts, type AtDesk, readOpenParts, readTriedPayment, unbookPart } from './part-store.ts'
import { goesBackByProvider } from '#modules/payments/rules.ts'
import { isToldByOrder, nextTry, refundMoves, sumOf, type RefundPart, type RefundWay } from './rules.ts'
import { insertStep, moveRefund, writeWay, writeWentBack, type RefundRow } from './store.ts'
import { postponeTry } from './try-store.ts'

type Settled = AtDesk & { by: string | null; note: string }

/** Refunded: writes the ledger, marks the dues as paid and writes the event. The caller holds the lock on the refund. */
export async function payOut(trx: Trx, refund: RefundRow, { by, note, ...atDesk }: Settled, now: Date): Promise<void> {
  const parts = await readOpenParts(trx, refund.id)
  if (!(await moveRefund(trx, refund.id, refundMoves.payOut, { unclear: false, failure: null }, now)))
    throw new Error(`the refund ${refund.refundNo} moved although it was locked`)
  await bookParts(trx, refund, parts, atDesk, now)
  await insertStep(trx, refund.id, 'refunded', now, note, by)
  await noteRefund(trx, refund, 'refunded', now)
}

/**
 * Some of its payments went back, by `way`. With the last of them the refund is refunded; otherwise it goes on: to the next card, or,
 * when no card is left, to an account that the member names or at the desk. The caller holds the lock on the refund.
 */
export async function payBack(
  trx: Trx,
  refund: RefundRow,
  parts: RefundPart[],
  { way, ...settled }: Settled & { way: Exclude<RefundWay, 'none'> },
  now: Date,
): Promise<void> {
  const gone = new Set(parts.map(({ attemptId }) => attemptId))
  const rest = (await readOpenParts(trx, refund.id)).filter(({ attemptId }) => !gone.has(attemptId))
  if (rest.length === 0) {
    if (way !== refund.way) await writeWay(trx, refund, { way, state: 'approved', account: null }, now)
    return payOut(trx, { ...refund, way }, settled, now)
  }
  await bookParts(trx, { ...refund, way }, parts, settled, now)
  await writeWentBack(trx, refund.id, sumOf(parts), now)
  // What the desk gives back changes nothing for the cards.
  if (way === 'card') await moveRefund(trx, refund.id, refundMoves.goOn, { unclear: false, failure: null, tryAt: now }, now)
  if (refund.way === 'bank' || rest.some(({ method }) => goesBackByProvider(method))) return
  await leaveCards(trx, refund, settled, now)
}

/** No card is left to give back to: the rest goes to an account that the member names, or is fetched at the desk. */
export async function leaveCards(trx: Trx, refund: RefundRow, { note, by }: Settled, now: Date): Promise<void> {
  await writeWay(trx, refund, { way: 'bank', state: 'approved', account: null }, now)
  await insertStep(trx, refund.id, 'approved', now, note, by)
  if (!isToldByOrder(refund.cause)) await noteRefund(trx, refund, 'account-needed', now)
}

/** Somebody saw at the provider that the payment of the latest attempt went back. Answers how much that is. */
export async function payBackTried(trx: Trx, refund: RefundRow, settled: Settled, now: Date): Promise<number> {
  const tried = await readTriedPayment(trx, refund)
  const part = (await readOpenParts(trx, refund.id)).find(({ attemptId }) => attemptId === tried)
  if (!part) throw new Error(`nothing of the refund ${refund.refundNo} is on its way to a card`)
  await payBack(trx, refund, [part], { ...settled, way: 'card' }, now)
  return part.amount
}

/**
 * Somebody saw at the provider that a payment went back, whatever was decided about the refund meanwhile. The rest of it keeps its way,
 * account and state; it goes on where only this payment was in its way. Answers how much was booked: 0 for what is booked already.
 */
export async function payBackLate(trx: Trx, refund: RefundRow, attemptId: string | null, settled: Settled, now: Date): Promise<number> {
  const open = await readOpenParts(trx, refund.id)
  const part = open.find((one) => one.attemptId === attemptId)
  if (!part) return 0
  const isInTheWay = refund.way === 'card' && (refund.state === 'approved' || (await readTriedPayment(trx, refund)) === attemptId)
  if (open.length === 1 || isInTheWay) {
    if (refund.way === 'card') await moveRefund(trx, refund.id, refundMoves.retry, {}, now)
    await payBack(trx, refund, [part], { ...settled, way: 'card' }, now)
  } else {
    await bookParts(trx, { ...refund, way: 'card' }, [part], {}, now)
    await writeWentBack(trx, refund.id, part.amount, now)
  }
  return part.amount
}

/**
 * Somebody saw at the provider that a payment did not go back that is booked as if it had: it is owed again, and goes the way of the rest;
 * of a refund that was refunded as if its card had refused just now. Answers how much that is.
 */
export async function takeBackPaid(
  trx: Trx,
  refund: RefundRow,
  attemptId: string | null,
  { by, note }: Settled,
  now: Date,
): Promise<number> {
  const amount = await unbookPart(trx, refund, attemptId)
  if (amount === 0) return 0
  const isRefunded = refund.state === 'refunded'
  await writeWentBack(trx, refund.id, (isRefunded ? refund.amount - refund.wentBack : 0) - amount, now)
  if (!isRefunded) return amount
  await writeWay(trx, refund, { way: 'card', state: 'failed', account: null }, now)
  await postponeTry(trx, refund.id, nextTry(refund.tries, now) ?? now)
  await insertStep(trx, refund.id, 'failed', now, note, by)
  await noteRefund(trx, refund, 'failed', now)
  return amount
}

/** Failed: it stays owed and waits for a retry or another way. */
export async function failRefund(
  trx: Trx,
  refund: RefundRow,
  { by, note, tryAt, isTold = true }: Settled & { tryAt: Date | undefined; isTold?: boolean },
  now: Date,
): Promise<void> {
  const learnt = { failure: note, unclear: false, ...(tryAt ? { tryAt } : {}) }
  if (!(await moveRefund(trx, refund.id, refundMoves.fail, learnt, now)))
    throw new Error(`the refund ${refund.refundNo} moved although it was locked`)
  await insertStep(trx, refund.id, 'failed', now, by === null ? '' : note, by)
  if (isTold) await noteRefund(trx, refund, 'failed', now)
}
