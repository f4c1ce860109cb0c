import type { Db, DbOrTrx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { dayOf } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import { isUpToPeople } from './rules.ts'
import { payOut } from './settle-refund.ts'
import { matchStatement, readStatement, type KnownRefund, type Match } from './statement-rules.ts'
import { findByNumbers, lockByNumbers, type NamedRefund } from './batch-store.ts'

export type ShownMatch = Match & { memberName: string | null; orderNo: string | null }

/** What a pasted statement would pay; nothing is written. */
export async function checkStatement(db: DbOrTrx, pasted: string): Promise<ShownMatch[]> {
  const lines = readStatement(pasted)
  const found = await readKnown(db, [...new Set(lines.flatMap(({ references }) => references))])
  const known = new Map([...found].map(([refundNo, refund]) => [refundNo, knownOf(refund)]))
  return matchStatement(lines, known).map((match) => {
    const refund = match.refundNo === null ? undefined : found.get(match.refundNo)
    return { ...match, memberName: refund?.memberName ?? null, orderNo: refund?.orderNo ?? null }
  })
}

async function readKnown(db: DbOrTrx, refundNos: string[]): Promise<Map<string, NamedRefund>> {
  const { transfers } = await readLimits(db)
  const refunds = await findByNumbers(db, refundNos, transfers.secondPersonAbove)
  return new Map(refunds.map((refund) => [refund.refundNo, refund]))
}

/** What the bank was asked for: the rest of a refund, when some of it went to cards before. */
const restOf = ({ amount, wentBack }: NamedRefund): number => amount - wentBack

const knownOf = (refund: NamedRefund): KnownRefund => ({
  amount: restOf(refund),
  isPaid: refund.state === 'refunded',
  isPayable: refund.way === 'bank' && isUpToPeople(refund),
  isSigned: !refund.isUnsigned,
})

export type StatementPayment = { refundNo: string; amount: number }
export type PaidByStatement = {
  paid: number
  amount: number
  /** Paid before: by this statement sent twice, or by somebody else meanwhile. */
  alreadyPaid: string[]
  /** Changed since the statement was checked, or of another amount: they stay as they are. */
  left: string[]
}

/**
 * Marks the transfers of a statement as paid, all in one transaction. Each is looked at again under its lock: what was paid,
 * sent back or changed since the statement was checked is left alone and named.
 */
export async function payByStatement(
  db: Db,
  { payments, note, by }: { payments: StatementPayment[]; note: string; by: string },
  audit: Audit,
  now: Date,
): Promise<PaidByStatement> {
  return db.transaction().execute(async (trx) => {
    const refundNos = [...new Set(payments.map(({ refundNo }) => refundNo))]
    await lockByNumbers(trx, refundNos)
    const found = await readKnown(trx, refundNos)
    const paid: NamedRefund[] = []
    const answer = { alreadyPaid: [] as string[], left: [] as string[] }
    for (const refundNo of refundNos) {
      const refund = found.get(refundNo)
      const amounts = payments.filter((payment) => payment.refundNo === refundNo).map(({ amount }) => amount)
      if (refund && knownOf(refund).isPaid) answer.alreadyPaid.push(refundNo)
      else if (refund && isPaidBy(refund, amounts)) paid.push(refund)
      else answer.left.push(refundNo)
    }
    for (const refund of paid) await payOut(trx, refund, { by, note }, now)
    const amount = paid.reduce((sum, refund) => sum + restOf(refund), 0)
    if (paid.length > 0)
      await audit(trx, {
        action: 'transfers.paid',
        subject: { kind: 'transfers', id: dayOf(now) },
        after: { count: paid.length, amount, refunds: paid.map(({ refundNo }) => refundNo) },
        ...(note && { note }),
      })
    return { paid: paid.length, amount, ...answer }
  })
}

const isPaidBy = (refund: NamedRefund, amounts: number[]): boolean => {
  const { isPayable, isSigned } = knownOf(refund)
  return isPayable && isSigned && amounts.every((amount) => amount === restOf(refund))
}
