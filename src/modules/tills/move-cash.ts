import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { findRowByKey, insertTillRow, lockOpenTill, sumTill } from './store.ts'

export type CashMovement = { tillId: string; kind: 'in' | 'out'; amount: number; reason: string; by: string; idempotencyKey: string }
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
