import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { exists, settleRow } from './store.ts'

export type SettleRefusal = { code: 'not_found' } | { code: 'already_settled' }

/** Finance has found out why, and done what was to be done; the note says what it was. */
export async function settleDiscrepancy(
  db: Db,
  settled: { id: string; by: string; note: string },
  audit: Audit,
  now: Date,
): Promise<Result<void, SettleRefusal>> {
  return inTransaction<void, SettleRefusal>(db, async (trx) => {
    const row = await settleRow(trx, settled, now)
    if (!row) return refuse({ code: (await exists(trx, settled.id)) ? 'already_settled' : 'not_found' })
    const subject = { kind: 'discrepancy', id: settled.id }
    await audit(trx, { action: 'discrepancy.settled', subject, after: { kind: row.kind, order: row.orderId, note: settled.note } })
    return ok(undefined)
  })
}
