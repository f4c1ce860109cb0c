import { reply, type Api } from '#http/call.ts'
import { idempotencyKeyOf, keyStatus } from '#http/idempotency-key.ts'
import { inTransaction } from '#db/transaction.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskOrFinanceRoles, deskRoles } from '#http/session.ts'
import { formatMoney } from '#i18n/money.ts'
import { ok, refuse } from '#lib/result.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { tidyBuyer, whyNotBuyer, type BuyerRefusal } from '#modules/invoices/buyer-rules.ts'
import { readOrderBuyer, writeOrderBuyer } from '#modules/invoices/buyer-store.ts'
import type { DeskMoney } from '#modules/payments/desk-rules.ts'
import { payAtDesk, type DeskPaid, type DeskPaymentRefusal } from '#modules/payments/pay-at-desk.ts'
import { readOrder } from '#modules/orders/read-order.ts'
import { presentReceipt } from './counter-present.ts'
import { findOrdersByVoucher, findReceipt } from './counter-store.ts'
import {
  DeskPaidAnswer,
  DeskPayBody,
  ReceiptAnswer,
  ReceiptParams,
  SendLinkBody,
  UsedNumberAnswer,
  UsedNumberQuery,
} from './counter-wire.ts'
import { isDeepStrictEqual } from 'node:util'
import { sendPayLink, type PayLinkRefusal } from './send-pay-link.ts'
import type { CounterDeps } from './sell-at-counter.ts'

export const deskPayStatus = {
  not_found: 404,
  till_closed: 409,
  nothing_to_pay: 409,
  order_expired: 409,
  paid_already_so: 409,
  given_too_little: 422,
  parts_not_the_price: 422,
} as const satisfies StatusOf<DeskPaymentRefusal>
export const buyerStatus = {
  carrier_wrong: 422,
  donation_wrong: 422,
  tax_id_wrong: 422,
  title_missing: 422,
} as const satisfies StatusOf<BuyerRefusal>
export const payLinkStatus = {
  not_found: 404,
  nothing_to_pay: 409,
  cannot_pay_online: 409,
  no_address: 422,
  texts_unavailable: 503,
  too_many_requests: 429,
} as const satisfies StatusOf<PayLinkRefusal>

const payStatus = { ...keyStatus, ...deskPayStatus, ...buyerStatus, own_card: 403 } as const
const linkStatus = { ...keyStatus, ...payLinkStatus }

/** Paying an order that was placed before: at the desk, or by a link that is sent; and its receipt. */
export function payApi(api: Api, deps: CounterDeps): void {
  payOrder(api, deps)
  sendLink(api, deps)
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Payment/Voucher',
      summary: 'Orders that a voucher of this number has paid for: some vouchers are used in several',
      access: deskRoles,
      query: UsedNumberQuery,
      answers: { 200: UsedNumberAnswer },
    },
    async ({ query: { kind, reference } }) => reply(200, { orders: await findOrdersByVoucher(deps.db, kind, reference) }),
  )
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Payment/Receipt/{id}',
      summary: 'What a receipt says: the order and every movement of its money',
      access: deskOrFinanceRoles,
      params: ReceiptParams,
      answers: { 200: ReceiptAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params: { id: orderNo }, locale, now }) => {
      const found = await findReceipt(deps.db, orderNo)
      const order = found && (await readOrder(deps, found.memberId, orderNo, now))
      if (!order?.ok) return refuse({ code: 'not_found' as const })
      return reply(200, presentReceipt(order.value, found!, locale, now))
    },
  )
}

function payOrder(api: Api, deps: CounterDeps): void {
  const { db, orders } = deps
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Payment/Desk',
      summary:
        'Take the price of an order at the desk, in cash, by the terminal, by a voucher or in parts; needs the header Idempotency-Key',
      access: deskRoles,
      body: DeskPayBody,
      answers: { 200: DeskPaidAnswer },
      refusals: payStatus,
    },
    async ({ request, body: { orderNo, invoice, ...money }, session, audit, now }) => {
      const key = idempotencyKeyOf(request)
      if (!key.ok) return refuse<{ code: keyof typeof payStatus }>(key.refusal)
      const order = await orders.findByNumber(db, orderNo, now)
      if (!order) return refuse<DeskPaymentRefusal>({ code: 'not_found' })
      if (await isOneself(db, order.memberId, session.memberId)) return refuse({ code: 'own_card' as const })
      const buyer = invoice && tidyBuyer(invoice)
      const wrongBuyer = buyer && whyNotBuyer(buyer)
      if (wrongBuyer) return refuse(wrongBuyer)
      const payment = { orderId: order.id, by: session.memberId, idempotencyKey: key.value, money: money satisfies DeskMoney }
      const paid = await inTransaction<DeskPaid, DeskPaymentRefusal>(db, async (trx) => {
        const written = buyer && (await readOrderBuyer(trx, order.id))
        if (buyer) await writeOrderBuyer(trx, order.id, buyer, now)
        const taken = await payAtDesk(trx, orders, payment, now)
        // The invoice was made out when it was paid.
        if (taken.ok && taken.value.again && buyer && !isDeepStrictEqual(buyer, written)) return refuse({ code: 'paid_already_so' })
        if (taken.ok && !taken.value.again)
          await audit(trx, {
            action: 'order.paid_at_desk',
            subject: { kind: 'order', id: orderNo },
            after: { amount: taken.value.amount, way: money.way },
          })
        return taken
      })
      if (!paid.ok) return refuse(inMoney(paid.refusal, orderNo))
      if (!paid.value.again) await orders.changed(db, order.id)
      return reply(200, { orderNo, amount: paid.value.amount, change: paid.value.change })
    },
  )
}

function sendLink(api: Api, deps: CounterDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Payment/Link',
      summary: 'Send the link by which an order is paid without logging in; needs the header Idempotency-Key',
      access: deskRoles,
      body: SendLinkBody,
      answers: { 204: null },
      refusals: linkStatus,
    },
    async ({ request, body: { orderNo, by }, audit, now }) => {
      const key = idempotencyKeyOf(request)
      if (!key.ok) return refuse<{ code: keyof typeof linkStatus }>(key.refusal)
      const order = await deps.orders.findByNumber(deps.db, orderNo, now)
      if (!order) return refuse<PayLinkRefusal>({ code: 'not_found' })
      const sent = await inTransaction<void, PayLinkRefusal>(deps.db, async (trx) => {
        const queued = await sendPayLink(trx, deps, { orderNo, memberId: order.memberId, by, idempotencyKey: key.value }, now)
        if (!queued.ok) return queued
        if (queued.value.isNew) await audit(trx, { action: 'pay_link.sent', subject: { kind: 'order', id: orderNo }, after: { by } })
        return ok(undefined)
      })
      return sent.ok ? reply(204) : sent
    },
  )
}

/** Sums in a refusal as people write them, and the order whose receipt says more. */
export function inMoney(refusal: DeskPaymentRefusal, orderNo?: string): { code: keyof typeof deskPayStatus } {
  const { code } = refusal
  if (code === 'paid_already_so') return Object.assign({ orderNo: orderNo ?? refusal.orderNo }, { code })
  if (code === 'given_too_little')
    return Object.assign({ amount: formatMoney(refusal.amount), given: formatMoney(refusal.given) }, { code })
  if (code === 'parts_not_the_price') return Object.assign({ amount: formatMoney(refusal.amount), sum: formatMoney(refusal.sum) }, { code })
  return refusal
}
