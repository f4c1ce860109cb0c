import type { Trx } from '#db/connect.ts'
import { noteRefund } from './event-store.ts'
import { refundMoves } from './rules.ts'
import { bookRefund, insertStep, moveRefund, type RefundRow } from './store.ts'

type Settled = { by: string | null; note: string; /** The till that cash came out of. */ tillId?: string | null }

/** Refunded: writes the ledger, marks the dues as paid and writes the event. The caller holds the lock on the refund. */
export async function payOut(trx: Trx, refund: RefundRow, { by, note, tillId = null }: Settled, now: Date): Promise<void> {
  if (!(await moveRefund(trx, refund.id, refundMoves.payOut, { unclear: false, failure: null }, now)))
    throw new Error(`the refund ${refund.refundNo} moved although it was locked`)
  await bookRefund(trx, refund, tillId, now)
  await insertStep(trx, refund.id, 'refunded', now, note, by)
  await noteRefund(trx, refund, 'refunded', now)
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
