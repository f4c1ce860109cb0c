import type { Db } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import { readRules } from '#modules/settings/store.ts'
import { bankFileName, bytesOfFile, writeBankLines, type CellProblem } from './bank-file-rules.ts'
import { findOpenTransfers } from './batch-store.ts'

export type BankFileRefusal =
  | { code: 'not_found' }
  /** The bank has paid all of it. */
  | { code: 'batch_settled' }
  /** The format was changed since, and no longer holds all transfers. */
  | { code: 'transfers_not_writable'; problems: CellProblem[] }

export type BankFile = { name: string; bytes: Uint8Array<ArrayBuffer>; encoding: string }

/** The file of a batch for the centre's bank, in the format of today: whole, or not at all. */
export async function writeBankFile(db: Db, batchNo: number, audit: Audit, now: Date): Promise<Result<BankFile, BankFileRefusal>> {
  const transfers = await findOpenTransfers(db, batchNo)
  if (!transfers) return refuse({ code: 'not_found' })
  if (transfers.length === 0) return refuse({ code: 'batch_settled' })
  const { secondPersonAbove: _, ...format } = (await readRules(db)).transfers
  const { lines, problems } = writeBankLines(format, transfers, dayOf(now))
  if (problems.length > 0) return refuse({ code: 'transfers_not_writable', problems })
  await audit(db, {
    action: 'transfers.exported',
    subject: { kind: 'transfers', id: String(batchNo) },
    after: { refunds: transfers.map(({ refundNo }) => refundNo) },
  })
  const bytes = bytesOfFile(format, lines)
  return ok({ name: bankFileName(format, batchNo), bytes, encoding: format.encoding === 'big5' ? 'big5' : 'utf-8' })
}
