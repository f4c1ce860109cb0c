import type { Db } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { takeBatch } from './read-store.ts'

export type TakenBatch = { batchNo: number | null; count: number; amount: number }

/** Takes all transfers that wait into one batch. Nothing is written down when nothing waits: nothing has changed. */
export async function batchTransfers(db: Db, by: string, audit: Audit, now: Date): Promise<TakenBatch> {
  return db.transaction().execute(async (trx) => {
    const taken = await takeBatch(trx, by, now)
    if (!taken) return { batchNo: null, count: 0, amount: 0 }
    const { batchNo, count, amount } = taken
    await audit(trx, { action: 'transfers.batched', subject: { kind: 'transfers', id: String(batchNo) }, after: { count, amount } })
    return taken
  })
}
