import { createHmac, timingSafeEqual } from 'node:crypto'
import { serviceUrl, text, type PaymentSettings } from '#config.ts'
import { found } from '#http/findings.ts'
import { ok, refuse } from '#lib/result.ts'
import { hidden } from '#modules/settings/connection-rules.ts'
import type { NoAnswer, Provider, ProviderCalls, Send } from '#modules/payments/provider.ts'
import type { Notice } from '#modules/payments/rules.ts'

export type TidepaySettings = PaymentSettings & { shop: string; secret: string }

/**
 * A payment provider that exists only in tests, and works otherwise than ECPay in everything that providers differ in: our server asks it
 * for an address before the browser leaves, cards are authorised first and captured on demand, and it speaks JSON with a signature over
 * the bytes in a header.
 */
export const tidepay: Provider<TidepaySettings> = {
  name: 'tidepay',
  title: { tw: '潮汐支付', en: 'Tidepay' },
  ways: { card: { least: 1, most: 100_000, refunds: true } },
  tells: 'by-notice',
  settings: {
    variables: { TIDEPAY_URL: serviceUrl.default('https://api.tidepay.example'), TIDEPAY_SHOP: text, TIDEPAY_SECRET: text },
    read: (values) => ({ url: values['TIDEPAY_URL']!, shop: values['TIDEPAY_SHOP']!, secret: values['TIDEPAY_SECRET']!, demo: false }),
    demo: undefined,
  },
  shown: (set) => [
    { name: 'TIDEPAY_URL', value: set?.url ?? null },
    { name: 'TIDEPAY_SHOP', value: set?.shop ?? null },
    { name: 'TIDEPAY_SECRET', value: hidden(set?.secret) },
  ],
  open: openTidepay,
  readReturn: ({ query }) => query.get('reference') ?? undefined,
  acknowledge: (verdict) => ({ body: JSON.stringify({ received: verdict !== 'bad-signature' }), type: 'application/json' }),
  keptFields: ['shop', 'id', 'reference', 'amount', 'status'],
  async check(set, send) {
    const answer = await call(set, send, 'GET', '/v1/shop')
    return [
      answer.ok
        ? found('payment', 'payment_ready', { host: new URL(set.url).host })
        : found('payment', 'payment_keys_wrong', { host: set.url, settings: 'TIDEPAY_SHOP, TIDEPAY_SECRET' }),
    ]
  },
}

/** Hexadecimal HMAC-SHA-512 of a path or nothing, and a body. */
export const tideSignature = (secret: string, body: string, path = ''): string =>
  createHmac('sha512', secret).update(`${path}\n${body}`).digest('hex')

/** What Tidepay says of a payment: in notices and in answers. */
export type TidePayment = {
  shop: string
  id: string
  reference: string
  amount: number
  status: 'open' | 'authorised' | 'captured' | 'failed'
  payer?: { name: string; card: string }
}

async function call(set: TidepaySettings, send: Send, method: 'GET' | 'POST', path: string, given?: object) {
  const body = given ? JSON.stringify(given) : ''
  const headers = { 'content-type': 'application/json', 'tide-shop': set.shop, 'tide-signature': tideSignature(set.secret, body, path) }
  const answer = await send({ method, url: `${set.url}${path}`, headers, ...(given ? { body } : {}) })
  if ('failed' in answer) return refuse<NoAnswer & { isSent: boolean }>({ code: 'no_answer', reason: answer.failed, isSent: answer.isSent })
  if (answer.status >= 300)
    return refuse<NoAnswer & { isSent: boolean }>({ code: 'no_answer', reason: `http ${answer.status}`, isSent: true })
  return ok(JSON.parse(answer.text) as TidePayment & { address: string; refused?: string })
}

function noticeOf({ shop, id, reference, amount, status }: TidePayment): Notice {
  const says: Notice['says'] =
    status === 'captured' ? { kind: 'paid' } : status === 'failed' ? { kind: 'failed', reason: 'declined' } : { kind: 'unpaid' }
  return { tradeNo: reference, merchantId: shop, amount, gatewayTradeNo: id, method: 'card', simulated: false, says }
}

function openTidepay(set: TidepaySettings, send: Send): ProviderCalls {
  return {
    merchantId: set.shop,
    async start({ tradeNo: reference, amount, item: title, addresses: { notice, result } }) {
      const opened = await call(set, send, 'POST', '/v1/payments', { reference, amount, title, notice, return: result })
      return opened.ok ? ok({ method: 'get', action: opened.value.address, gatewayTradeNo: opened.value.id }) : opened
    },
    readNotice({ headers, body }) {
      const given = Buffer.from(headers.get('tide-signature') ?? '')
      const right = Buffer.from(tideSignature(set.secret, body))
      const isSigned = given.length === right.length && timingSafeEqual(given, right)
      const fields = parsed(body)
      return { notice: isSigned ? noticeOf(fields as TidePayment) : undefined, tradeNo: String(fields['reference'] ?? ''), fields }
    },
    async ask({ gatewayTradeNo, mayCapture }) {
      const known = await call(set, send, 'GET', `/v1/payments/${gatewayTradeNo}`)
      if (!known.ok) return known
      const capture = known.value.status === 'authorised' && (await mayCapture())
      const now = capture ? await call(set, send, 'POST', `/v1/payments/${gatewayTradeNo}/capture`, {}) : known
      return now.ok ? ok({ notice: noticeOf(now.value), fields: { ...now.value } }) : now
    },
    async record({ gatewayTradeNo }) {
      const known = await call(set, send, 'GET', `/v1/payments/${gatewayTradeNo}`)
      if (!known.ok) return known
      const told = { notice: noticeOf(known.value), fields: { ...known.value } }
      return ok({ kind: 'found', paid: known.value.status === 'captured' ? known.value.amount : 0, refunded: null, told })
    },
    refundableFrom: (_, now) => now,
    async refund({ gatewayTradeNo, amount }) {
      const sent = await call(set, send, 'POST', `/v1/payments/${gatewayTradeNo}/refunds`, { amount })
      if (!sent.ok) return { kind: sent.refusal.isSent ? 'unclear' : 'unreached', reason: sent.refusal.reason }
      return sent.value.refused === undefined ? { kind: 'refunded' } : { kind: 'refused', reason: sent.value.refused }
    },
  }
}

function parsed(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
