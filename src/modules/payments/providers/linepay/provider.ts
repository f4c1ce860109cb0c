import { defaultLocale } from '#i18n/languages.ts'
import { ok, refuse } from '#lib/result.ts'
import type { Provider, ProviderCalls, Send, Trade } from '../../provider.ts'
import { callLinepay, fieldsOf } from './call.ts'
import { recordOf, settleTrade } from './payment.ts'
import { refundAnswerOf } from './refund.ts'
import { settings, shown, type LinepaySettings } from './settings.ts'

/** Read timeouts that LINE Pay asks for, in seconds. */
const patience = { request: 10, check: 20, confirm: 40, details: 20, refund: 20 }
const currency = 'TWD'

/**
 * LINE Pay, Online API v3: our server requests a payment, its payer authenticates it at LINE, and our server confirms it. There are no
 * notices, and the return of a browser proves nothing. https://developers-pay.line.me/online-api-v3
 */
export const linepay: Provider<LinepaySettings> = {
  name: 'linepay',
  title: { tw: 'LINE Pay', en: 'LINE Pay' },
  ways: { linepay: { least: 1, most: 100_000, refunds: true } },
  tells: 'when-asked',
  settings,
  shown,
  open: openLinepay,
  readReturn: ({ query }) => query.get('orderId') ?? undefined,
  acknowledge: () => ({ body: '', type: 'text/plain; charset=utf-8' }),
  // The others are the payer's card and address.
  keptFields: [
    'returnCode',
    'returnMessage',
    'orderId',
    'transactionId',
    'amount',
    'currency',
    'transactionDate',
    'transactionType',
    'payStatus',
  ],
  check: async (set, send) => (await import('./check.ts')).checkLinepay(set, send),
}

function openLinepay(set: LinepaySettings, send: Send): ProviderCalls {
  const get = (path: string, given: string, timeoutSeconds: number) =>
    callLinepay(set, send, { method: 'GET', path, given, timeoutSeconds })
  const post = (path: string, given: object, timeoutSeconds: number) =>
    callLinepay(set, send, { method: 'POST', path, given: JSON.stringify(given), timeoutSeconds })
  return {
    merchantId: set.channelId,
    async start(trade) {
      const answer = await post('/v3/payments/request', requestOf(trade), patience.request)
      if ('failed' in answer) return refuse({ code: 'no_answer', reason: answer.failed })
      if (answer.code !== '0000') return refuse({ code: 'no_answer', reason: `${answer.code} ${answer.message}`.trim() })
      const { transactionId, paymentUrl } = fieldsOf(answer.info)
      const { web } = fieldsOf(paymentUrl)
      if (typeof transactionId !== 'string' || !/^\d+$/.test(transactionId) || typeof web !== 'string' || !/^https?:\/\//.test(web))
        return refuse({ code: 'no_answer', reason: 'the request has no number or no address' })
      return ok({ method: 'get', action: web, gatewayTradeNo: transactionId })
    },
    // There are none: whoever sends one is not LINE Pay.
    readNotice: () => ({ notice: undefined, tradeNo: '', fields: {} }),
    async ask(trade) {
      const { tradeNo, gatewayTradeNo, amount } = trade
      // The process ended before LINE Pay's number was written: nobody got its address, and nobody can confirm it.
      if (gatewayTradeNo === null) return ok({ notice: neverOpened(tradeNo, amount, set.channelId), fields: {} })
      return settleTrade(trade, {
        merchantId: set.channelId,
        check: () => get(`/v3/payments/requests/${gatewayTradeNo}/check`, '', patience.check),
        confirm: () => post(`/v3/payments/${gatewayTradeNo}/confirm`, { amount, currency }, patience.confirm),
        details: () => get('/v3/payments', `orderId=${tradeNo}`, patience.details),
      })
    },
    async record(trade) {
      if (trade.gatewayTradeNo === null) return ok({ kind: 'unknown' })
      return recordOf(trade, {
        merchantId: set.channelId,
        details: () => get('/v3/payments', `orderId=${trade.tradeNo}`, patience.details),
      })
    },
    refundableFrom: (_, now) => now,
    refund: async ({ gatewayTradeNo, amount }) =>
      refundAnswerOf(await post(`/v3/payments/${gatewayTradeNo}/refund`, { refundAmount: amount }, patience.refund)),
  }
}

/** One package of one product, so that all its sums agree. */
function requestOf({ tradeNo, amount, item, description, locale, addresses }: Trade) {
  return {
    amount,
    currency,
    orderId: tradeNo,
    packages: [{ id: tradeNo, amount, name: description, products: [{ name: item, quantity: 1, price: amount }] }],
    redirectUrls: { confirmUrl: addresses.result, cancelUrl: addresses.back },
    // LINE Pay's page is in English unless it is told otherwise.
    ...(locale === defaultLocale ? { options: { display: { locale: 'zh_TW' } } } : {}),
  }
}

const neverOpened = (tradeNo: string, amount: number, merchantId: string) =>
  ({ tradeNo, merchantId, amount, gatewayTradeNo: null, method: null, simulated: false, says: { kind: 'unpaid' } }) as const
