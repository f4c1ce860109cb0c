import type { z } from 'zod'
import { addressGroup } from '#http/client-address.ts'
import { reply, type Api, type Caller } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import type { Jobs } from '#db/jobs.ts'
import { readText } from '#http/read-json.ts'
import { defaultLocale } from '#i18n/languages.ts'
import { splitPrefix, withPrefix } from '#i18n/locale.ts'
import { refuse } from '#lib/result.ts'
import { applyNotice, handleReturn, readResult, receiveNotice, type PaymentResult } from './receive-notice.ts'
import type { Arrived, Provider } from './provider.ts'
import { payPath, resultPath, startPayment, type StartDeps, type StartRefusal } from './start-payment.ts'
import { presentOffer, readOffers } from './offered-ways.ts'
import { presentStarted } from './present.ts'
import type { PayableOrder } from './payable-orders.ts'
import type { Attempt, PaymentNumber } from './rules.ts'
import {
  NoticeForm,
  ProviderParams,
  ResultAnswer,
  ResultQuery,
  ReturnForm,
  ReturnQuery,
  StartAnswer,
  StartBody,
  WaysAnswer,
  WaysQuery,
} from './wire.ts'

const startStatus = {
  payment_unavailable: 503,
  not_found: 404,
  order_expired: 409,
  nothing_to_pay: 409,
  way_not_offered: 409,
  too_many_requests: 429,
} as const satisfies StatusOf<StartRefusal>

export type PaymentsDeps = StartDeps & { jobs: Jobs }

export function paymentsApi(api: Api, deps: PaymentsDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Payment/Start',
      summary: 'The form or the address that takes the browser to the payment provider',
      access: 'member',
      body: StartBody,
      answers: { 200: StartAnswer },
      refusals: startStatus,
    },
    async ({ request, body, session, locale, now }) => {
      const asked = { ...body, memberId: session.memberId, locale, origin: request.headers.get('origin') }
      const started = await startPayment(deps, asked, now)
      return started.ok ? reply(200, presentStarted(started.value)) : started
    },
  )
  api.add(
    {
      method: 'get',
      path: '/api/Payment/Ways',
      summary: 'The ways by which an order can be paid online',
      access: 'member',
      query: WaysQuery,
      answers: { 200: WaysAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query: { orderNo }, session, locale, now }) => {
      const order = await deps.orders.findByNumber(deps.db, orderNo, now)
      if (order?.memberId !== session.memberId) return refuse({ code: 'not_found' as const })
      const offers = order.state === 'awaiting-payment' ? await readOffers(deps, order, now) : []
      const payLink = payPath(deps.tokens.signPayLink(orderNo), locale === defaultLocale ? undefined : locale)
      return reply(200, { items: offers.map((offer) => presentOffer(offer, now)), payLink, serverTime: now.toISOString() })
    },
  )
  noticeCalls(api, deps)
  returnCalls(api, deps)

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

/** The address without a name is older than the second provider, and stays the first one's. */
function noticeCalls(api: Api, deps: PaymentsDeps): void {
  const receive = async (provider: Provider, { request, address, now }: Pick<Caller, 'request' | 'address' | 'now'>) => {
    const open = deps.providers.of(provider.name)
    const arrived = await readArrived(request)
    const verdict = open ? await receiveNotice({ ...deps, provider: open }, { arrived, from: addressGroup(address) }, now) : 'bad-signature'
    const { body, type } = provider.acknowledge(verdict)
    return reply(200, body, { 'content-type': type })
  }

  api.add(
    {
      method: 'post',
      path: '/api/Payment/Notice',
      summary: 'What the first provider has to say, from server to server; answered as the provider wants it',
      access: 'public',
      form: NoticeForm,
      answers: { 200: 'bytes' },
      refusals: { not_found: 404 },
    },
    async (call) => {
      const provider = deps.providers.known()
      return provider ? receive(provider, call) : refuse({ code: 'not_found' as const })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Payment/Notice/{provider}',
      summary: 'What a payment provider has to say, from server to server; answered as the provider wants it',
      access: 'public',
      params: ProviderParams,
      raw: NoticeForm,
      answers: { 200: 'bytes' },
      refusals: { not_found: 404 },
    },
    async (call) => {
      const provider = deps.providers.known(call.params.provider)
      return provider ? receive(provider, call) : refuse({ code: 'not_found' as const })
    },
  )
}

/** A browser that comes back from a provider. */
type Returning = Pick<Caller, 'request' | 'now'> & { query: z.output<typeof ReturnQuery> }

function returnCalls(api: Api, deps: PaymentsDeps): void {
  const { tokens } = deps
  const lead = async (provider: Provider, { request, query, now }: Returning) => {
    const { prefix } = splitPrefix(`/${query.prefix ?? ''}`)
    const arrived = await readArrived(request)
    const tradeNo = provider.readReturn(arrived) ?? ''
    const open = deps.providers.of(provider.name)
    const { notice, fields } = open?.readReturned?.(arrived) ?? {}
    if (open && notice && fields) await applyNotice({ ...deps, provider: open }, notice, fields, now)
    const isOurs = /^[A-Za-z0-9]{1,20}$/.test(tradeNo) && (await handleReturn(deps, { provider, tradeNo }))
    if (isOurs && query.pay !== undefined && tokens.readPayLink(query.pay) !== undefined)
      return reply(303, undefined, { location: payPath(query.pay, prefix) })
    return reply(303, undefined, { location: isOurs ? resultPath(tokens, tradeNo, prefix) : withPrefix(prefix, '/redirectToResult') })
  }

  api.add(
    {
      method: 'post',
      path: '/api/Payment/Return',
      summary: 'Where the first provider sends the browser back to; answered with the way to the result',
      access: 'public',
      query: ReturnQuery,
      form: ReturnForm,
      answers: { 303: null },
      refusals: { not_found: 404 },
    },
    async (call) => {
      const provider = deps.providers.known()
      return provider ? lead(provider, call) : refuse({ code: 'not_found' as const })
    },
  )

  for (const method of ['get', 'post'] as const)
    api.add(
      {
        method,
        path: '/api/Payment/Return/{provider}',
        summary: 'Where a payment provider sends the browser back to; answered with the way to the result',
        access: 'public',
        params: ProviderParams,
        query: ReturnQuery,
        ...(method === 'post' ? { form: ReturnForm } : {}),
        answers: { 303: null },
        refusals: { not_found: 404 },
      },
      async (call) => {
        const provider = deps.providers.known(call.params.provider)
        return provider ? lead(provider, call) : refuse({ code: 'not_found' as const })
      },
    )
}

const readArrived = async (request: Request): Promise<Arrived> => ({
  headers: request.headers,
  query: new URL(request.url).searchParams,
  body: await readText(request),
})

/** Barcodes have to be paid before the order stops waiting for them. */
const payBeforeOf = ({ payBefore }: PayableOrder, attempt: Attempt | undefined): Date | null =>
  attempt?.state === 'number-issued' && attempt.number?.kind === 'barcode' ? attempt.number.deadline : payBefore

function present({ order, attempt }: PaymentResult, now: Date): ResultAnswer {
  return {
    orderNo: order.orderNo,
    status: order.state,
    amount: order.amount,
    payBefore: payBeforeOf(order, attempt)?.toISOString() ?? null,
    refundDue: order.refundDue,
    payment: attempt
      ? {
          state: attempt.state,
          amount: attempt.amount,
          way: attempt.way,
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
