import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { exportPart } from '../member-data.ts'
import { findRefunds } from './read-store.ts'

const all = { page: 1, pageSize: 100_000 }

/** Refunds in a member's data export. */
export const exportedRefunds = exportPart(
  z.array(
    z.object({
      refundNo: z.string(),
      orderNo: z.string(),
      status: z.string(),
      way: z.string(),
      amount: z.int(),
      reason: z.string(),
      bankCode: z.string().nullable(),
      bankAccount: z.string().nullable(),
      accountName: z.string().nullable(),
      passbookFileId: z.uuid().nullable(),
      createdAt: moment,
      steps: z.array(z.object({ status: z.string(), at: moment })),
    }),
  ),
  async ({ db }, { memberId }) =>
    (await findRefunds(db, { memberId, ...all })).refunds.map((refund) => ({
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
    })),
)
