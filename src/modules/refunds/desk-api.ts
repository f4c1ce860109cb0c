import { reply, type Api } from '#http/call.ts'
import { idempotencyKeyOf, keyStatus } from '#http/idempotency-key.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import type { RefundsDeps } from './deps.ts'
import { payOutAtDesk, type DeskRefundRefusal } from './pay-out-at-desk.ts'
import { findDeskRefunds } from './read-store.ts'
import { DeskRefundAnswer, DeskRefundBody, DeskRefundListAnswer } from './wire.ts'

const deskRefundStatus = {
  ...keyStatus,
  not_found: 404,
  own_refund: 403,
  till_closed: 409,
  till_too_empty: 409,
  refund_paid_already: 409,
  refund_not_waiting: 409,
  paid_another_way: 409,
} as const satisfies StatusOf<DeskRefundRefusal>

/** Refunds of what was paid at the desk. */
export function refundsDeskApi(api: Api, { db, writeLettersSoon }: Pick<RefundsDeps, 'db' | 'writeLettersSoon'>): void {
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
    async ({ request, body: { refundNo, ...how }, session, audit, now }) => {
      const key = idempotencyKeyOf(request)
      if (!key.ok) return refuse<{ code: keyof typeof deskRefundStatus }>(key.refusal)
      const paid = await payOutAtDesk(db, { refundNo, by: session.memberId, how, idempotencyKey: key.value }, audit, now)
      if (!paid.ok) return paid
      writeLettersSoon()
      return reply(200, paid.value)
    },
  )
}
