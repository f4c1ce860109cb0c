import { refundsDeskApi } from './desk-api.ts'
import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskOrFinanceRoles, managerRoles, managerOrFinanceRoles, financeRoles } from '#http/session.ts'
import type { Result } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import type { RefundsDeps } from './deps.ts'
import { retryRefund, type RetryRefusal } from './retry-refund.ts'
import { presentForStaff } from './present.ts'
import { listRefunds } from './read-refund.ts'
import { batchTransfers } from './batch-transfers.ts'
import { findTransfers } from './read-store.ts'
import { markRefund, reviewRefund, type MarkRefusal, type ReviewRefusal } from './review-refund.ts'
import { transfersFile } from './transfers-file.ts'
import {
  BatchAnswer,
  MarkFailedBody,
  MarkPaidBody,
  RefundNoBody,
  ReviewRefundBody,
  StaffRefundListAnswer,
  StaffRefundListBody,
  TransfersQuery,
} from './wire.ts'

const reviewStatus = { not_found: 404, already_reviewed: 409 } as const satisfies StatusOf<ReviewRefusal>
const markStatus = { not_found: 404, refund_not_under_way: 409 } as const satisfies StatusOf<MarkRefusal>
const retryStatus = {
  not_found: 404,
  refund_not_waiting: 409,
  needs_bank_account: 422,
  too_many_requests: 429,
} as const satisfies StatusOf<RetryRefusal>

/** Calls of staff and finance. */
export function refundsStaffApi(api: Api, deps: RefundsDeps): void {
  refundsDeskApi(api, deps)
  const { db, catalogues, sendSoon, writeLettersSoon } = deps
  /** After the commit: the letter to the member is written. */
  const told = <R>(decided: Result<void, R>) => {
    if (decided.ok) writeLettersSoon()
    return done(decided)
  }

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Refund/List',
      summary: 'All refunds, newest first',
      access: deskOrFinanceRoles,
      body: StaffRefundListBody,
      answers: { 200: StaffRefundListAnswer },
    },
    async ({ body: { status, way, unclear, page, pageSize }, audit, locale }) => {
      const { refunds, total } = await listRefunds({ db, catalogues }, { state: status, way, unclear, page, pageSize })
      const withAccount = refunds.filter(({ bankAccount }) => bankAccount !== null).map(({ refundNo }) => refundNo)
      if (withAccount.length > 0)
        await audit(db, { action: 'bank_accounts.viewed', subject: { kind: 'refunds', id: String(page) }, after: { refunds: withAccount } })
      return reply(200, { items: refunds.map((refund) => presentForStaff(refund, locale)), total, page, pageSize })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Refund/Review',
      summary: 'Approve or refuse a refund that needs a decision',
      access: managerRoles,
      body: ReviewRefundBody,
      answers: { 204: null },
      refusals: reviewStatus,
    },
    async ({ body, session, audit, now }) => told(await reviewRefund(deps, { ...body, by: session.memberId }, audit, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Refund/Retry',
      summary: 'Send a failed refund to its card once more',
      access: managerOrFinanceRoles,
      body: RefundNoBody,
      answers: { 204: null },
      refusals: retryStatus,
    },
    async ({ body: { refundNo }, session, audit, now }) => {
      const retried = await retryRefund(deps, { refundNo, by: session.memberId }, now, audit)
      if (!retried.ok) return retried
      sendSoon()
      return reply(204)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Refund/Batch',
      summary: 'Take all transfers that wait into one batch, so that nobody else pays them too',
      access: financeRoles,
      answers: { 200: BatchAnswer },
    },
    async ({ session, audit, now }) => reply(200, await batchTransfers(db, session.memberId, audit, now)),
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Refund/Transfers.csv',
      summary: 'Transfers due, or those of one batch, as a table for spreadsheets',
      access: financeRoles,
      query: TransfersQuery,
      answers: { 200: 'bytes' },
    },
    async ({ query: { batch }, audit, locale, now }) => {
      const transfers = await findTransfers(db, batch)
      await audit(db, {
        action: 'transfers.exported',
        subject: { kind: 'transfers', id: batch === undefined ? dayOf(now) : String(batch) },
        after: { refunds: transfers.map(({ refundNo }) => refundNo) },
      })
      return reply(200, transfersFile(transfers, locale), {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="transfers-${batch === undefined ? dayOf(now) : `batch-${batch}`}.csv"`,
      })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Refund/Paid',
      summary: 'A transfer was made; or a card refund without a clear answer did arrive',
      access: financeRoles,
      body: MarkPaidBody,
      answers: { 204: null },
      refusals: markStatus,
    },
    async ({ body: { refundNo, note }, session, audit, now }) =>
      told(await markRefund(deps, { refundNo, outcome: 'paid', note, by: session.memberId }, audit, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Refund/Failed',
      summary: 'A transfer came back; or a card refund without a clear answer did not arrive',
      access: financeRoles,
      body: MarkFailedBody,
      answers: { 204: null },
      refusals: markStatus,
    },
    async ({ body: { refundNo, reason }, session, audit, now }) =>
      told(await markRefund(deps, { refundNo, outcome: 'failed', note: reason, by: session.memberId }, audit, now)),
  )
}
