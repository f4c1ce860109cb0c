import type { EcpaySettings } from '#modules/payments/providers/ecpay/settings.ts'
import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import { readForm } from '#http/read-json.ts'
import { readName } from '#modules/centre/store.ts'
import { answerCardQuestion } from './card-question.ts'
import { deliverInside, type Deliver } from './deliver.ts'
import { answerCardAction, answerTradeQuestion, openTrade, payNumber, readDeed, takeWay, type DemoGatewayDeps } from './gateway.ts'
import { paymentNotice } from './notices.ts'
import { choicePage, counterPage, numberPage, paidPage, refusedPage, returningPage } from './pages.ts'
import { demoPageReply } from './policy.ts'
import { findTrade, type DemoTrade } from './store.ts'
import { sign } from '../../src/modules/payments/providers/ecpay/fields.ts'
import {
  CardActionForm,
  CardQuestion,
  CheckoutFormFields,
  CounterForm,
  CounterQuery,
  TradeQuery,
  TradeQuestionForm,
  WayForm,
} from './wire.ts'

type DemoGatewayOptions = {
  db: Db
  config: EcpaySettings
  publicUrl: string
  /** How notices reach the merchant; in-process unless it is given. */
  deliver?: Deliver
}

/** The demo's payment gateway. Its keys are public and no money is real: only the demo may add it. */
export function demoGatewayApi(api: Api, { db, config, publicUrl, deliver = deliverInside(api) }: DemoGatewayOptions): void {
  const deps: DemoGatewayDeps = { db, config, publicUrl, deliver }
  const page = (write: (nonce: string) => string) => demoPageReply(publicUrl, write)
  const tradePage = async (trade: DemoTrade, now: Date) => {
    const payTo = await readName(db, trade.locale)
    return page((nonce) =>
      trade.state === 'paid'
        ? paidPage(trade, payTo, nonce)
        : trade.state === 'number-issued'
          ? numberPage(trade, payTo, now, nonce)
          : choicePage(trade, payTo, nonce),
    )
  }

  api.add(
    {
      method: 'post',
      path: '/api/Demo/Gateway/Cashier/AioCheckOut/V5',
      summary: 'The demo gateway takes over a browser; verifies the merchant’s signature',
      access: 'public',
      form: CheckoutFormFields,
      answers: { 200: 'bytes', 303: null },
    },
    async ({ request, locale, now }) => {
      const opened = await openTrade(deps, await readForm(request), now)
      if (!opened.ok) return page((nonce) => refusedPage(opened.refusal.code, locale, nonce))
      return reply(303, undefined, { location: `/api/Demo/Gateway/Trade?trade=${opened.value.tradeNo}` })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Demo/Gateway/Trade',
      summary: 'The demo gateway’s payment page',
      access: 'public',
      query: TradeQuery,
      answers: { 200: 'bytes' },
    },
    async ({ query, locale, now }) => {
      const trade = await findTrade(db, { tradeNo: query.trade })
      return trade ? tradePage(trade, now) : page((nonce) => refusedPage('TradeNo', locale, nonce))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Demo/Gateway/Way',
      summary:
        'How the payer pays on the demo gateway’s page: a way such as card, card-declined, card-sulking (which refuses the first refund), atm or cvs',
      access: 'public',
      form: WayForm,
      answers: { 200: 'bytes', 303: null },
    },
    async ({ request, locale, now }) => {
      const { trade: tradeNo = '', way = '' } = await readForm(request)
      const trade = isPlain(tradeNo) ? await findTrade(db, { tradeNo }) : undefined
      if (!trade) return page((nonce) => refusedPage('TradeNo', locale, nonce))
      const deed = readDeed(way)
      const taken = deed && (await takeWay(deps, trade, deed, now))
      if (taken && taken.state !== 'number-issued')
        return page((nonce) => returningPage(taken, sign(paymentNotice(taken, config), config), nonce))
      return reply(303, undefined, { location: `/api/Demo/Gateway/Trade?trade=${trade.tradeNo}` })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Demo/Gateway/Counter',
      summary: 'The demo’s cash machine and shop counter, where an issued number is paid',
      access: 'public',
      query: CounterQuery,
      answers: { 200: 'bytes' },
    },
    async ({ query: { number }, locale, now }) => {
      const trade = number !== undefined && isPlain(number) ? await findTrade(db, { number }) : undefined
      return page((nonce) => counterPage({ number: number ?? '', trade, locale: trade?.locale ?? locale, now }, nonce))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Demo/Gateway/Counter',
      summary: 'Pays an issued number',
      access: 'public',
      form: CounterForm,
      answers: { 303: null },
    },
    async ({ request, now }) => {
      const { number = '' } = await readForm(request)
      if (isPlain(number)) await payNumber(deps, number, now)
      return reply(303, undefined, { location: `/api/Demo/Gateway/Counter?${new URLSearchParams({ number })}` })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Demo/Gateway/Cashier/QueryTradeInfo/V5',
      summary: 'What became of a trade, as the demo gateway knows it',
      access: 'public',
      form: TradeQuestionForm,
      answers: { 200: 'bytes' },
    },
    async ({ request, now }) =>
      reply(200, await answerTradeQuestion(deps, await readForm(request), now), { 'content-type': 'text/plain; charset=utf-8' }),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Demo/Gateway/CreditDetail/DoAction',
      summary: 'The demo gateway gives money back to a card',
      access: 'public',
      form: CardActionForm,
      answers: { 200: 'bytes' },
    },
    async ({ request, now }) =>
      reply(200, await answerCardAction(deps, await readForm(request), now), { 'content-type': 'text/plain; charset=utf-8' }),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Demo/Gateway/1.0.0/CreditDetail/QueryTrade',
      summary: 'How a card payment stands: listed for the closing, closed, given up, and what went back of it',
      access: 'public',
      body: CardQuestion,
      answers: { 200: 'bytes' },
    },
    async ({ body, now }) =>
      reply(200, await answerCardQuestion(deps, JSON.stringify(body), now), { 'content-type': 'application/json; charset=utf-8' }),
  )
}

const isPlain = (text: string) => /^[A-Za-z0-9]{1,20}$/.test(text)
