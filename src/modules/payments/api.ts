import { addressGroup } from '#http/client-address.ts'
import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import type { Jobs } from '#db/jobs.ts'
import { readForm } from '#http/read-form.ts'
import { splitPrefix, withPrefix } from '#i18n/locale.ts'
import { handleReturn } from './handle-return.ts'
import { readResult, type PaymentResult } from './read-result.ts'
import { receiveNotice, type NoticeDeps } from './receive-notice.ts'
import { payPath, resultPath, startPayment, type StartDeps, type StartRefusal } from './start-payment.ts'
import type { PaymentNumber } from './rules.ts'
import { NoticeForm, ResultAnswer, ResultQuery, ReturnForm, ReturnQuery, StartAnswer, StartBody } from './wire.ts'

const startStatus = {
  payment_unavailable: 503,
  not_found: 404,
  order_expired: 409,
  nothing_to_pay: 409,
  too_many_requests: 429,
} as const satisfies StatusOf<StartRefusal>

const plainText = { 'content-type': 'text/plain; charset=utf-8' }

export type PaymentsDeps = StartDeps & Omit<NoticeDeps, 'gateway'> & { jobs: Jobs }

export function paymentsApi(api: Api, deps: PaymentsDeps): void {
  const { gateway, tokens } = deps

  api.add(
    {
      method: 'post',
      path: '/api/Payment/Start',
      summary: 'The form that takes the browser to the payment gateway',
      access: 'member',
      body: StartBody,
      answers: { 200: StartAnswer },
      refusals: startStatus,
    },
    async ({ request, body, session, locale, now }) => {
      const asked = { ...body, memberId: session.memberId, locale, origin: request.headers.get('origin') }
      const started = await startPayment(deps, asked, now)
      return started.ok ? reply(200, { ...started.value, payBefore: started.value.payBefore.toISOString() }) : started
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Payment/Notice',
      summary: 'What the payment gateway has to say, from server to server; answered with 1|OK when it was understood',
      access: 'public',
      form: NoticeForm,
      answers: { 200: 'bytes' },
    },
    async ({ request, address, now }) => {
      const verdict =
        gateway && (await receiveNotice({ ...deps, gateway }, { fields: await readForm(request), from: addressGroup(address) }, now))
      // Ignored notices are acknowledged as well, otherwise the gateway would repeat them.
      return reply(200, verdict === undefined || verdict === 'bad-signature' ? '0|CheckMacValue' : '1|OK', plainText)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Payment/Return',
      summary: 'Where the gateway sends the browser back to; answered with the way to the result',
      access: 'public',
      query: ReturnQuery,
      form: ReturnForm,
      answers: { 303: null },
    },
    async ({ request, query }) => {
      const { prefix } = splitPrefix(`/${query.prefix ?? ''}`)
      const { MerchantTradeNo: tradeNo = '' } = await readForm(request)
      const isOurs = /^[A-Za-z0-9]{1,20}$/.test(tradeNo) && (await handleReturn(deps, tradeNo))
      if (isOurs && query.pay !== undefined && tokens.readPayLink(query.pay) !== undefined)
        return reply(303, undefined, { location: payPath(query.pay, prefix) })
      return reply(303, undefined, { location: isOurs ? resultPath(tokens, tradeNo, prefix) : withPrefix(prefix, '/redirectToResult') })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Payment/Result',
      summary: 'What the server knows about a payment, by the reference of a return or by the order',
      access: 'member',
      query: ResultQuery,
      answers: { 200: ResultAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query: { ref, orderNo }, session, now }) => {
      const { memberId } = session
      const result = await readResult(deps, ref === undefined ? { memberId, orderNo: orderNo! } : { memberId, ref }, now)
      return result.ok ? reply(200, present(result.value, now)) : result
    },
  )
}

function present({ order, attempt }: PaymentResult, now: Date): ResultAnswer {
  return {
    orderNo: order.orderNo,
    status: order.state,
    amount: order.amount,
    payBefore: order.payBefore?.toISOString() ?? null,
    refundDue: order.refundDue,
    payment: attempt
      ? {
          state: attempt.state,
          amount: attempt.amount,
          method: attempt.method,
          number: attempt.number && presentNumber(attempt.number),
          startedAt: attempt.createdAt.toISOString(),
          settledAt: attempt.settledAt?.toISOString() ?? null,
        }
      : null,
    serverTime: now.toISOString(),
  }
}

const presentNumber = (number: PaymentNumber) => ({ ...number, deadline: number.deadline.toISOString() })
