import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import { readForm } from '#http/read-json.ts'
import { readName } from '#modules/centre/store.ts'
import type { NewebpaySettings } from '#modules/payments/providers/newebpay/settings.ts'
import { demoPageReply } from '../gateway/policy.ts'
import { deliverInside, type Deliver } from '../gateway/deliver.ts'
import { refusedPage } from '../gateway/pages.ts'
import { openPage } from './calls.ts'
import { counterPage, isOver, localeOf, returningPage, tradePage } from './page.ts'
import { demoBooks, findByNumber } from './store.ts'
import { isLater, numberForm, numberUntil, pay, paymentForm, takeNumber, type Trade } from './trade.ts'

const orderNumber = z.string().regex(/^\w{1,30}$/)
const accountNumber = z.string().regex(/^\w{1,20}$/)
const MpgForm = z.object({ MerchantID: z.string(), TradeInfo: z.string(), TradeSha: z.string(), Version: z.string() })
const PageQuery = z.object({ trade: orderNumber })
const DeedForm = z.object({ trade: orderNumber, deed: z.enum(['pay', 'decline', 'number', 'tell']) })
const CounterQuery = z.object({ number: z.string().trim().max(40).optional() })
const CounterForm = z.object({ number: z.string() })

type DemoNewebpay = { db: Db; config: NewebpaySettings; publicUrl: string; deliver?: Deliver }

/** NewebPay's page as the demo plays it. Its keys are public and no money is real: only the demo may add it. */
export function demoNewebpayApi(api: Api, { db, config, publicUrl, deliver = deliverInside(api) }: DemoNewebpay): void {
  const deps = { db, config, publicUrl }
  const page = (write: (nonce: string) => string) => demoPageReply(publicUrl, write)
  const tell = (trade: Trade, status = 'SUCCESS') => deliver(trade.asked['NotifyURL']!, paymentForm(config, trade, status))
  const payByNumber = async (orderNo: string, now: Date) => {
    const isPaid = await demoBooks(deps, now).change(orderNo, (trade) => {
      const mayPay = trade.status === '0' && isLater(trade.type) && numberUntil(trade) >= now
      if (mayPay) pay(trade, 'SUCCESS', now)
      return mayPay ? trade : undefined
    })
    if (isPaid) await tell(isPaid)
  }

  api.add(
    {
      method: 'post',
      path: '/api/Demo/NewebPay/MPG/mpg_gateway',
      summary: 'The demo’s NewebPay takes over a browser; verifies what the merchant has sealed',
      access: 'public',
      form: MpgForm,
      answers: { 200: 'bytes', 303: null },
    },
    async ({ request, locale, now }) => {
      const opened = await openPage(demoBooks(deps, now), await readForm(request), request.headers.get('origin'))
      if ('Status' in opened) return page((nonce) => refusedPage(`${opened.Status} ${opened.Message}`, locale, nonce))
      return reply(303, undefined, { location: `/api/Demo/NewebPay/Page?trade=${opened.trade.orderNo}` })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Demo/NewebPay/Page',
      summary: 'The page of the demo’s NewebPay',
      access: 'public',
      query: PageQuery,
      answers: { 200: 'bytes' },
    },
    async ({ query, locale, now }) => {
      const trade = await demoBooks(deps, now).find(query.trade)
      if (!trade) return page((nonce) => refusedPage('MerchantOrderNo', locale, nonce))
      const payTo = await readName(db, localeOf(trade))
      const back = trade.asked['CustomerURL'] ?? trade.asked['ReturnURL']!
      const number = trade.status === '0' ? { action: back, fields: numberForm(config, trade) } : undefined
      return page((nonce) => tradePage(trade, { payTo, number, now }, nonce))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Demo/NewebPay/Page',
      summary: 'The payer pays on the page of the demo’s NewebPay, is declined, takes a number, or has the notice sent again',
      access: 'public',
      form: DeedForm,
      answers: { 200: 'bytes', 303: null },
    },
    async ({ request, locale, now }) => {
      const form = await readForm(request)
      const given = DeedForm.safeParse(form)
      const books = demoBooks(deps, now)
      const trade = given.success ? await books.find(given.data.trade) : undefined
      if (!given.success || !trade) return page((nonce) => refusedPage('MerchantOrderNo', locale, nonce))
      const { deed } = given.data
      if (deed === 'tell' && trade.status === '1') await tell(trade)
      const done = deed === 'tell' ? undefined : await books.change(trade.orderNo, (one) => (decide(one, deed, now) ? one : undefined))
      if (!done || deed === 'number') return reply(303, undefined, { location: `/api/Demo/NewebPay/Page?trade=${trade.orderNo}` })
      const status = deed === 'pay' ? 'SUCCESS' : 'MPG03009'
      await tell(done, status)
      return page((nonce) => returningPage(done, { action: done.asked['ReturnURL']!, fields: paymentForm(config, done, status) }, nonce))
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Demo/NewebPay/Counter',
      summary: 'The cash machine and the shop counter of the demo’s NewebPay, where a number is paid',
      access: 'public',
      query: CounterQuery,
      answers: { 200: 'bytes' },
    },
    async ({ query: { number = '' }, locale, now }) => {
      const trade = accountNumber.safeParse(number).success ? await findByNumber(db, number, now) : undefined
      return page((nonce) => counterPage({ number, trade, locale: trade ? localeOf(trade) : locale, now }, nonce))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Demo/NewebPay/Counter',
      summary: 'Pays a number of the demo’s NewebPay',
      access: 'public',
      form: CounterForm,
      answers: { 303: null },
    },
    async ({ request, now }) => {
      const { number = '' } = await readForm(request)
      const trade = accountNumber.safeParse(number).success ? await findByNumber(db, number, now) : undefined
      if (trade) await payByNumber(trade.orderNo, now)
      return reply(303, undefined, { location: `/api/Demo/NewebPay/Counter?${new URLSearchParams({ number })}` })
    },
  )
}

/** What the payer does on an open page. False: it is not open. */
function decide(trade: Trade, deed: 'pay' | 'decline' | 'number', now: Date): boolean {
  const isRight = isLater(trade.type) === (deed === 'number')
  if (trade.status !== 'page' || isOver(trade, now) || !isRight) return false
  trade.tradeNo = `26${digits(15)}`
  if (deed === 'number') takeNumber(trade, trade.type === 'VACC' ? `9999${digits(10)}` : `DEMO${digits(10)}`)
  else pay(trade, deed === 'pay' ? 'SUCCESS' : 'MPG03009', now)
  return true
}

const digits = (length: number): string => Array.from({ length }, () => randomInt(10)).join('')
