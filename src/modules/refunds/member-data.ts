import type { Db } from '#db/connect.ts'
import type { ExportedRefund } from '#modules/accounts/deps.ts'
import { findRefunds } from './read-store.ts'

const all = { page: 1, pageSize: 100_000 }

/** Refunds in a member's data export. */
export async function exportRefunds(db: Db, memberId: string): Promise<ExportedRefund[]> {
  const { refunds } = await findRefunds(db, { memberId, ...all })
  return refunds.map((refund) => ({
    refundNo: refund.refundNo,
    orderNo: refund.orderNo,
    status: refund.state,
    way: refund.way,
    amount: refund.amount,
    reason: refund.reason,
    bankCode: refund.bankCode,
    bankAccount: refund.bankAccount,
    accountName: refund.accountName,
    passbookFileId: refund.passbookFileId,
    createdAt: refund.createdAt.toISOString(),
    steps: refund.steps.map(({ state, at }) => ({ status: state, at: at.toISOString() })),
  }))
}
