import * as m from '#i18n/generated/messages.js'
import type { Db } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { dayOf } from '#lib/zone.ts'
import { readRules } from '#modules/settings/store.ts'
import { bankFileName, bytesOfFile, writeBankLines, type CellProblem } from './bank-file-rules.ts'
import { findOpenTransfers, insertBatch, lockWaitingTransfers } from './batch-store.ts'
import { needsSignatures, signaturesNeeded } from './rules.ts'
import { countSignatures } from './signature-store.ts'
import type { Locale } from '#i18n/locale.ts'
import { writeCsv } from '#lib/csv.ts'
import type { ReadRefund } from './read-store.ts'
import { ok, refuse, type Result } from '#lib/result.ts'

type TakenBatch = {
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

/** The CSV of transfers for the bank. Bank code and account share a column: alone, a spreadsheet would drop leading zeros. */
export function transfersFile(transfers: ReadRefund[], locale: Locale): string {
  const spoken = { locale }
  const head = [
    m.transfers_refund_no({}, spoken),
    m.transfers_order_no({}, spoken),
    m.transfers_account({}, spoken),
    m.transfers_account_name({}, spoken),
    m.transfers_amount({}, spoken),
    m.transfers_member({}, spoken),
    m.transfers_asked_on({}, spoken),
    m.transfers_batch({}, spoken),
    m.transfers_state({}, spoken),
  ]
  const rows = transfers.map((one) => [
    one.refundNo,
    one.orderNo,
    `${one.bankCode}-${one.bankAccount}`,
    one.accountName ?? '',
    one.amount - one.wentBack,
    one.memberName,
    dayOf(one.createdAt),
    one.batchNo === null ? '' : String(one.batchNo),
    one.state,
  ])
  return writeCsv([head, ...rows])
}

export type BankFileRefusal =
  | { code: 'not_found' }
  /** The bank has paid all of it. */
  | { code: 'batch_settled' }
  /** The format was changed since, and no longer holds all transfers. */
  | { code: 'transfers_not_writable'; problems: CellProblem[] }

type BankFile = { name: string; bytes: Uint8Array<ArrayBuffer>; encoding: string }

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
