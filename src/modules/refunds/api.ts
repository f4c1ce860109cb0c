import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import type { Session } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { readLimits } from '#modules/settings/store.ts'
import { askRefund, type AskRefusal, type RefundRequest } from './ask-refund.ts'
import { setBankAccount, retryRefund, type AccountRefusal, type RetryRefusal } from './retry-refund.ts'
import { checkRefund, type CheckRefusal } from './check-refund.ts'
import type { RefundsDeps } from './deps.ts'
import { presentChecked, presentRefund } from './present.ts'
import { listRefunds, readRefund } from './read-refund.ts'
import {
  Refund2Body,
  RefundAccountBody,
  RefundAnswer,
  RefundBody,
  RefundCheckAnswer,
  RefundCheckBody,
  RefundListAnswer,
  RefundListBody,
  RefundNoBody,
  RefundNoParams,
  RefundTermsAnswer,
} from './wire.ts'

const checkStatus = {
  not_found: 404,
  order_not_refundable: 409,
  given_back_by_date: 409,
  no_such_item: 422,
  item_not_refundable: 409,
} as const satisfies StatusOf<CheckRefusal>
const askStatus = {
  ...checkStatus,
  nothing_to_refund: 409,
  gives_nothing_back: 422,
  needs_bank_account: 422,
  more_than_paid: 409,
  no_such_file: 422,
  passbook_not_a_picture: 422,
} as const satisfies StatusOf<AskRefusal>
const retryStatus = {
  not_found: 404,
  refund_not_waiting: 409,
  needs_bank_account: 422,
  too_many_requests: 429,
} as const satisfies StatusOf<RetryRefusal>
const accountStatus = {
  not_found: 404,
  refund_not_waiting: 409,
  no_such_file: 422,
  passbook_not_a_picture: 422,
} as const satisfies StatusOf<AccountRefusal>

export function refundsApi(api: Api, deps: RefundsDeps): void {
  const { db, catalogues, bookingsChanged, refundsDue } = deps
  const reading = { db, catalogues }

  async function answer(refundNo: string, session: Session, locale: Locale) {
    const refund = await readRefund(reading, refundNo, session.memberId)
    return refund.ok ? reply(200, presentRefund(refund.value, locale)) : refund
  }
  async function ask(request: Omit<RefundRequest, 'memberId' | 'accountLater'>, session: Session, locale: Locale, now: Date) {
    const asked = await askRefund(deps, { ...request, memberId: session.memberId, accountLater: session.clubRole === 'booker' }, now)
    if (!asked.ok) return asked
    bookingsChanged(asked.value.facilityIds)
    refundsDue()
    return answer(asked.value.refundNo, session, locale)
  }

  api.add(
    {
      method: 'get',
      path: '/api/Refund/Terms',
      summary: 'A12 What comes back how many days before, and when cancelling costs a point',
      access: 'public',
      answers: { 200: RefundTermsAnswer },
    },
    async () => {
      const { refunds, violations } = await readLimits(db)
      return reply(200, { hourly: refunds.hourly, sessions: refunds.sessions, lateCancelHours: violations.lateCancelHours })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Order/Refund/Check',
      reads: true,
      summary: 'What an order, or items of it, would give back now, item by item, and by which way',
      access: 'member',
      body: RefundCheckBody,
      answers: { 200: RefundCheckAnswer },
      refusals: checkStatus,
    },
    async ({ body, session, locale, now }) => {
      const checked = await checkRefund(deps, session.memberId, body, now)
      return checked.ok ? reply(200, presentChecked(checked.value, locale, now)) : checked
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Order/Refund',
      summary: 'B40 Give items back: the money returns to the card that paid',
      access: 'member',
      body: RefundBody,
      answers: { 200: RefundAnswer },
      refusals: askStatus,
    },
    async ({ body, session, locale, now }) => ask({ ...body, itemIds: body.itemIds, account: undefined }, session, locale, now),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Order/Refund2',
      summary: 'B41 Give items back: the money comes by bank transfer',
      access: 'member',
      body: Refund2Body,
      answers: { 200: RefundAnswer },
      refusals: askStatus,
    },
    async ({ body: { bankCode, bankAccount, accountName, passbookFileId, ...request }, session, locale, now }) =>
      ask({ ...request, itemIds: request.itemIds, account: { bankCode, bankAccount, accountName, passbookFileId } }, session, locale, now),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Order/Refund/List',
      reads: true,
      summary: 'B38 The member’s refunds, newest first',
      access: 'member',
      body: RefundListBody,
      answers: { 200: RefundListAnswer },
    },
    async ({ body: { status, orderNo, page, pageSize }, session, locale }) => {
      const { refunds, total } = await listRefunds(reading, { memberId: session.memberId, state: status, orderNo, page, pageSize })
      return reply(200, { items: refunds.map((refund) => presentRefund(refund, locale)), total, page, pageSize })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Order/Refund/{id}',
      summary: 'B39 One refund with its steps, by its number',
      access: 'member',
      params: RefundNoParams,
      answers: { 200: RefundAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params, session, locale }) => answer(params.id, session, locale),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Order/Refund/Retry',
      summary: 'A refund that failed or was rejected: once more to the card that paid',
      access: 'member',
      body: RefundNoBody,
      answers: { 200: RefundAnswer },
      refusals: retryStatus,
    },
    async ({ body: { refundNo }, session, locale, now }) => {
      const retried = await retryRefund(deps, { refundNo, memberId: session.memberId, by: session.personId }, now)
      if (!retried.ok) return retried
      refundsDue()
      return answer(refundNo, session, locale)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Order/Refund/Account',
      summary: 'A refund that waits: the bank account that it goes to',
      access: 'member',
      body: RefundAccountBody,
      answers: { 200: RefundAnswer },
      refusals: accountStatus,
    },
    async ({ body: { refundNo, ...account }, session, locale, now }) => {
      const given = await setBankAccount(deps, { memberId: session.memberId, by: session.personId }, refundNo, account, now)
      return given.ok ? answer(refundNo, session, locale) : given
    },
  )
}
