import type { Db } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { dayOf } from '#lib/zone.ts'
import { readRules } from '#modules/settings/store.ts'
import { writeBankLines, type CellProblem } from './bank-file-rules.ts'
import { insertBatch, lockWaitingTransfers } from './batch-store.ts'
import { needsSignatures, signaturesNeeded } from './rules.ts'
import { countSignatures } from './signature-store.ts'

export type TakenBatch = {
  batchNo: number | null
  count: number
  amount: number
  /** Transfers that wait for a second person. */
  unsigned: string[]
  /** What the format of the bank cannot hold; these transfers go on to wait. */
  problems: CellProblem[]
}

/** Takes the transfers that are ready into one batch: all, or those that were chosen. Nothing is written down when none is: nothing has changed. */
export async function batchTransfers(db: Db, by: string, audit: Audit, now: Date, refundNos?: string[]): Promise<TakenBatch> {
  return db.transaction().execute(async (trx) => {
    const { secondPersonAbove, ...format } = (await readRules(trx)).transfers
    const waiting = await lockWaitingTransfers(trx, refundNos)
    const ids = waiting.map(({ id }) => id)
    const signatures = await countSignatures(trx, ids, 'transfer')
    const isUnsigned = ({ id, amount }: { id: string; amount: number }) =>
      needsSignatures(amount, secondPersonAbove) && (signatures.get(id) ?? 0) < signaturesNeeded
    const unsigned = waiting.filter(isUnsigned).map(({ refundNo }) => refundNo)
    const signed = waiting.filter((row) => !isUnsigned(row))
    const { problems } = writeBankLines(format, signed, dayOf(now))
    const isHeaderWrong = problems.some(({ refundNo }) => refundNo === '')
    const wrong = new Set(problems.map(({ refundNo }) => refundNo))
    const ready = isHeaderWrong ? [] : signed.filter(({ refundNo }) => !wrong.has(refundNo))
    if (ready.length === 0) return { batchNo: null, count: 0, amount: 0, unsigned, problems }
    const { batchNo, count, amount } = await insertBatch(trx, ready, by, now)
    await audit(trx, { action: 'transfers.batched', subject: { kind: 'transfers', id: String(batchNo) }, after: { count, amount } })
    return { batchNo, count, amount, unsigned, problems }
  })
}
