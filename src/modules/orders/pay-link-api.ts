import { reply, type Api } from '#http/call.ts'
import { refuse } from '#lib/result.ts'
import type { StatusOf } from '#http/problem.ts'
import { presentOffer, readOffers } from '#modules/payments/offered-ways.ts'
import { presentStarted } from '#modules/payments/present.ts'
import { startPayment, type StartDeps, type StartRefusal } from '#modules/payments/start-payment.ts'
import { findTellingAttempt } from '#modules/payments/store.ts'
import { StartAnswer } from '#modules/payments/wire.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { where } from './present.ts'
import { readOrder } from './read-order.ts'
import { PayLinkAnswer, PayLinkBody, PayLinkQuery } from './wire.ts'

const startStatus = {
  payment_unavailable: 503,
  not_found: 404,
  order_expired: 409,
  nothing_to_pay: 409,
  way_not_offered: 409,
  too_many_requests: 429,
} as const satisfies StatusOf<StartRefusal>

/** Paying by a link that the desk has sent: no login, because guests have none. The signature is the right to see and pay. */
export function payLinkApi(api: Api, deps: StartDeps & { catalogues: Catalogues }): void {
  const { db, tokens, orders, catalogues } = deps
  api.add(
    {
      method: 'get',
      path: '/api/Payment/Link',
      summary: 'What is to be paid by a signed link',
      access: 'public',
      query: PayLinkQuery,
      answers: { 200: PayLinkAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query, locale, now }) => {
      const orderNo = tokens.readPayLink(query.ref)
      const payable = orderNo === undefined ? undefined : await orders.findByNumber(db, orderNo, now)
      const read = payable && (await readOrder({ db, catalogues }, payable.memberId, payable.orderNo, now))
      if (!read?.ok) return refuse({ code: 'not_found' as const })
      const { value: order } = read
      const attempt = await findTellingAttempt(db, order.id)
      const offers = payable?.state === 'awaiting-payment' ? await readOffers(deps, payable, now) : []
      return reply(200, {
        orderNo: order.orderNo,
        status: order.state,
        amount: order.amount,
        payBefore: order.payBefore?.toISOString() ?? null,
        items: order.items.map((item) => ({
          id: item.id,
          ...where(item, item, locale),
          total: item.price + item.lightFee + item.deposit,
        })),
        ways: offers.map((offer) => presentOffer(offer, now)),
        isProcessing: attempt?.state === 'processing',
        leftWay: attempt?.state === 'created' ? attempt.way : null,
        serverTime: now.toISOString(),
      })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Payment/Link',
      summary: 'The form or the address that takes the browser to the payment provider, by a signed link',
      access: 'public',
      body: PayLinkBody,
      answers: { 200: StartAnswer },
      refusals: startStatus,
    },
    async ({ request, body: { ref, way, prefix }, locale, now }) => {
      const orderNo = tokens.readPayLink(ref)
      if (orderNo === undefined) return refuse<StartRefusal>({ code: 'not_found' })
      const origin = request.headers.get('origin')
      const started = await startPayment(deps, { orderNo, way, memberId: null, payLink: ref, locale, origin, prefix }, now)
      return started.ok ? reply(200, presentStarted(started.value)) : started
    },
  )
}
