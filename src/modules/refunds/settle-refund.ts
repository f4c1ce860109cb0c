import type { Trx } from '#db/connect.ts'
import { noteRefund } from './event-store.ts'
import { bookParts, readOpenParts, readTriedPart } from './part-store.ts'
import { goesBackToCard, refundMoves, sumOf, type RefundPart, type RefundWay } from './rules.ts'
import { insertStep, moveRefund, writeWay, writeWentBack, type RefundRow } from './store.ts'

type Settled = { by: string | null; note: string; /** The till that cash came out of. */ tillId?: string | null }

/** Refunded: writes the ledger, marks the dues as paid and writes the event. The caller holds the lock on the refund. */
export async function payOut(trx: Trx, refund: RefundRow, { by, note, tillId = null }: Settled, now: Date): Promise<void> {
  const parts = await readOpenParts(trx, refund.id)
  if (!(await moveRefund(trx, refund.id, refundMoves.payOut, { unclear: false, failure: null }, now)))
    throw new Error(`the refund ${refund.refundNo} moved although it was locked`)
  await bookParts(trx, refund, parts, tillId, now)
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
  await bookParts(trx, { ...refund, way }, parts, settled.tillId ?? null, now)
  await writeWentBack(trx, refund.id, sumOf(parts), now)
  // What the desk gives back changes nothing for the cards.
  if (way === 'card') await moveRefund(trx, refund.id, refundMoves.goOn, { unclear: false, failure: null, tryAt: now }, now)
  if (refund.way === 'bank' || rest.some(({ method }) => goesBackToCard(method))) return
  await leaveCards(trx, refund, settled, now)
}

/** No card is left to give back to: the rest goes to an account that the member names, or is fetched at the desk. */
export async function leaveCards(trx: Trx, refund: RefundRow, { note, by }: Settled, now: Date): Promise<void> {
  await writeWay(trx, refund, { way: 'bank', state: 'approved', account: null }, now)
  await insertStep(trx, refund.id, 'approved', now, note, by)
  // The mail about the cancellation has asked for it.
  if (refund.cause !== 'venue-cancelled') await noteRefund(trx, refund, 'account-needed', now)
}

/** Somebody saw at the provider that the payment of the latest attempt went back. Answers how much that is. */
export async function payBackTried(trx: Trx, refund: RefundRow, settled: Settled, now: Date): Promise<number> {
  const part = await readTriedPart(trx, refund)
  if (!part) throw new Error(`nothing of the refund ${refund.refundNo} is on its way to a card`)
  await payBack(trx, refund, [part], { ...settled, way: 'card' }, now)
  return part.amount
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
