import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { sumOfPieces, type Pieces } from './rules.ts'
import { findTill, insertTillRow, lockOpenTill, sumTill, writeClosed } from './store.ts'

export type CloseRefusal =
  | { code: 'till_closed' }
  | { code: 'not_found' }
  /** Something was sold or taken out since the page was loaded: the new sum is told, so that nobody explains a difference that is none. */
  | { code: 'till_changed'; expected: number; seenExpected: number }
  | { code: 'difference_unexplained'; expected: number; counted: number; difference: number }

export type Closed = { expected: number; counted: number; difference: number }

/**
 * Closes a till with its count. A difference needs an explanation and becomes a row of its own; the count is taken out, so that
 * the rows of a closed till sum up to nothing.
 */
export async function closeTill(
  db: Db,
  asked: { tillId: string; pieces: Pieces; explanation: string; seenExpected: number; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<Closed, CloseRefusal>> {
  const { tillId, pieces, explanation, seenExpected, by } = asked
  const counted = sumOfPieces(pieces)
  return inTransaction<Closed, CloseRefusal>(db, async (trx) => {
    const till = await lockOpenTill(trx, tillId, 'alone')
    if (!till) return refuse({ code: (await findTill(trx, tillId)) ? 'till_closed' : 'not_found' })
    const expected = await sumTill(trx, tillId)
    if (expected !== seenExpected) return refuse({ code: 'till_changed', expected, seenExpected })
    const difference = counted - expected
    if (difference !== 0 && explanation === '') return refuse({ code: 'difference_unexplained', expected, counted, difference })
    if (difference !== 0) await insertTillRow(trx, { tillId, kind: 'difference', amount: difference, reason: explanation, by }, now)
    await insertTillRow(trx, { tillId, kind: 'closed', amount: -counted, by }, now)
    await writeClosed(trx, tillId, { expected, counted, pieces, explanation, by }, now)
    await audit(trx, {
      action: 'till.closed',
      subject: { kind: 'till', id: tillId, label: till.name },
      after: { expected, counted, difference },
      ...(explanation === '' ? {} : { note: explanation }),
    })
    return ok({ expected, counted, difference })
  })
}
