import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { sumOfPieces, type Pieces } from './rules.ts'
import { findRowByKey, findTill, insertTill, insertTillRow, lockOpenTill, sumTill, writeClosed } from './store.ts'
import { randomUUID } from 'node:crypto'

export type CloseRefusal =
  | { code: 'till_closed' }
  | { code: 'not_found' }
  /** Something was sold or taken out since the page was loaded: the new sum is told, so that nobody explains a difference that is none. */
  | { code: 'till_changed'; expected: number; seenExpected: number }
  | { code: 'difference_unexplained'; expected: number; counted: number; difference: number }

type Closed = { expected: number; counted: number; difference: number }

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

export type OpenRefusal = { code: 'till_open_already' }

/** Opens a drawer with the float that is in it. A drawer is open once at a time. */
export async function openTill(
  db: Db,
  { name, float, by }: { name: string; float: number; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<string, OpenRefusal>> {
  return inTransaction<string, OpenRefusal>(db, async (trx) => {
    const id = randomUUID()
    if (!(await insertTill(trx, { id, name, by }, now))) return refuse({ code: 'till_open_already' })
    await insertTillRow(trx, { tillId: id, kind: 'opened', amount: float, by }, now)
    await audit(trx, { action: 'till.opened', subject: { kind: 'till', id, label: name }, after: { amount: float } })
    return ok(id)
  })
}

type CashMovement = { tillId: string; kind: 'in' | 'out'; amount: number; reason: string; by: string; idempotencyKey: string }
export type MoveRefusal = { code: 'till_closed' } | { code: 'till_too_empty'; inTill: number } | { code: 'idempotency_key_reused' }

/** Puts cash into an open till or takes it out, with a reason. Nothing can be taken out that is not in it. */
export async function moveCash(db: Db, movement: CashMovement, audit: Audit, now: Date): Promise<Result<void, MoveRefusal>> {
  const { tillId, kind, reason, by, idempotencyKey } = movement
  const amount = kind === 'in' ? movement.amount : -movement.amount
  return inTransaction<void, MoveRefusal>(db, async (trx) => {
    // Alone, because two who take out at once must not take more than is in it.
    const till = await lockOpenTill(trx, tillId, 'alone')
    const before = await findRowByKey(trx, tillId, idempotencyKey)
    if (before) {
      const isSame = before.kind === kind && before.amount === amount && before.reason === reason
      return isSame ? ok(undefined) : refuse({ code: 'idempotency_key_reused' })
    }
    if (!till) return refuse({ code: 'till_closed' })
    const inTill = await sumTill(trx, tillId)
    if (inTill + amount < 0) return refuse({ code: 'till_too_empty', inTill })
    await insertTillRow(trx, { tillId, kind, amount, reason, by, idempotencyKey }, now)
    await audit(trx, { action: 'till.moved', subject: { kind: 'till', id: tillId, label: till.name }, after: { amount }, note: reason })
    return ok(undefined)
  })
}
