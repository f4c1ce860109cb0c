import { refundsOfficeApi } from './office-api.ts'
import { transfersApi } from './transfers-api.ts'
import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskOrFinanceRoles, deskRoles, financeRoles, managerOrFinanceRoles } from '#http/session.ts'
import { refuse, type Result } from '#lib/result.ts'
import type { RefundsDeps } from './deps.ts'
import { retryRefund, type RetryRefusal } from './retry-refund.ts'
import { presentForStaff } from './present.ts'
import { listRefunds } from './read-refund.ts'
import { markRefund, reviewRefund, type MarkRefusal, type ReviewRefusal } from './review-refund.ts'
import {
  DeskRefundAnswer,
  DeskRefundBody,
  DeskRefundListAnswer,
  MarkFailedBody,
  MarkPaidBody,
  RefundNoBody,
  ReviewRefundBody,
  StaffRefundListAnswer,
  StaffRefundListBody,
} from './wire.ts'
import { idempotencyKeyOf, keyStatus } from '#http/idempotency-key.ts'
import { payOutAtDesk, type DeskRefundRefusal, type DeskRefundWay } from './pay-out-at-desk.ts'
import { findDeskRefunds } from './read-store.ts'

const deskRefundStatus = {
  ...keyStatus,
  not_found: 404,
  own_refund: 403,
  till_closed: 409,
  till_too_empty: 409,
  refund_paid_already: 409,
  refund_not_waiting: 409,
  paid_another_way: 409,
  references_missing: 422,
} as const satisfies StatusOf<DeskRefundRefusal>

/** How the desk gives back, of what it has sent. */
function deskRefundOf({ refundNo, ...how }: DeskRefundBody): { refundNo: string; how: DeskRefundWay } {
  if (how.way !== 'terminal' && how.way !== 'voucher') return { refundNo, how }
  const { way, reference, references } = how
  return { refundNo, how: { way, tillId: how.tillId, references: references ?? reference ?? [] } }
}

/** Refunds of what was paid at the desk. */
function refundsDeskApi(api: Api, { db, lettersDue }: Pick<RefundsDeps, 'db' | 'lettersDue'>): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Payment/Refunds',
      summary: 'Refunds of desk money that wait: they are paid out of a till, by the terminal, or by transfer',
      access: deskRoles,
      answers: { 200: DeskRefundListAnswer },
    },
    async () => {
      const found = await findDeskRefunds(db)
      return reply(200, { items: found.map(({ createdAt, ...refund }) => ({ ...refund, createdAt: createdAt.toISOString() })) })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Payment/Refund',
      summary:
        'Pay a refund at the desk: cash out of an open till, by the terminal, or to a bank account that was shown; needs the header Idempotency-Key',
      access: deskRoles,
      body: DeskRefundBody,
      answers: { 200: DeskRefundAnswer },
      refusals: deskRefundStatus,
    },
    async ({ request, body, session, audit, now }) => {
      const { refundNo, how } = deskRefundOf(body)
      const key = idempotencyKeyOf(request)
      if (!key.ok) return refuse<{ code: keyof typeof deskRefundStatus }>(key.refusal)
      const paid = await payOutAtDesk(db, { refundNo, by: session.memberId, how, idempotencyKey: key.value }, audit, now)
      if (!paid.ok) return paid
      lettersDue()
      return reply(200, paid.value)
    },
  )
}

const reviewStatus = { not_found: 404, already_reviewed: 409, own_refund: 403 } as const satisfies StatusOf<ReviewRefusal>
const markStatus = {
  not_found: 404,
  own_refund: 403,
  refund_not_under_way: 409,
  needs_second_person: 409,
} as const satisfies StatusOf<MarkRefusal>
const retryStatus = {
  not_found: 404,
  refund_not_waiting: 409,
  needs_bank_account: 422,
  too_many_requests: 429,
} as const satisfies StatusOf<RetryRefusal>

/** Calls of staff and finance. */
export function refundsStaffApi(api: Api, deps: RefundsDeps): void {
  refundsDeskApi(api, deps)
  refundsOfficeApi(api, deps)
  transfersApi(api, deps)
  const { db, catalogues, refundsDue, lettersDue } = deps
  /** After the commit: the letter to the member is written. */
  const told = <R>(decided: Result<void, R>) => {
    if (decided.ok) lettersDue()
    return done(decided)
  }

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Refund/List',
      reads: true,
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
      access: managerOrFinanceRoles,
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
      refundsDue()
      return reply(204)
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
