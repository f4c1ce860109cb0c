import { randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import type { Log } from '#http/log.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { payment_item } from '#i18n/generated/messages.js'
import { withPrefix, type Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import { readName } from '#modules/centre/store.ts'
import type { PayableOrders } from './payable-orders.ts'
import { pathFor, type Providers } from './providers.ts'
import type { WayToPay } from './provider.ts'
import { attemptMoves, siteOf, tradeNumber } from './rules.ts'
import { readOffers } from './offered-ways.ts'
import type { PayWay } from './way-rules.ts'
import { insertAttempt, moveAttempt, writeGatewayTradeNo } from './store.ts'

export type StartDeps = { db: Db; log: Log; providers: Providers; orders: PayableOrders; tokens: Tokens; publicUrl: string }

export type StartRefusal =
  | { code: 'payment_unavailable' }
  | { code: 'not_found' }
  | { code: 'order_expired' }
  | { code: 'nothing_to_pay' }
  | { code: 'way_not_offered' }
  | { code: 'too_many_requests'; retryAfterSeconds: number }

export type StartedPayment = WayToPay & { orderNo: string; payBefore: Date }

const startsAtMost = { limit: 30, seconds: 15 * 60 }

/** Every start is a new attempt: a provider accepts a trade number once. */
export async function startPayment(
  { db, log, providers, orders, tokens, publicUrl }: StartDeps,
  asked: {
    orderNo: string
    /** Undefined: the way by which the member paid last, or the first that is offered. */
    way?: PayWay | undefined
    /** Null: somebody with a signed link, who returns to it. */
    memberId: string | null
    payLink?: string
    locale: Locale
    /** Where the member is: the origin of the page, and its language prefix. */ origin: string | null
    prefix?: Locale | undefined
  },
  now: Date,
): Promise<Result<StartedPayment, StartRefusal>> {
  if (providers.serving.size === 0) return refuse({ code: 'payment_unavailable' })
  const order = await orders.findByNumber(db, asked.orderNo, now)
  if (!order || (asked.memberId !== null && order.memberId !== asked.memberId)) return refuse({ code: 'not_found' })
  if (order.state === 'expired') return refuse({ code: 'order_expired' })
  if (order.state !== 'awaiting-payment' || order.payBefore === null) return refuse({ code: 'nothing_to_pay' })
  const wait = await takeTurn(db, { key: `payment-start:${asked.memberId ?? order.orderNo}`, ...startsAtMost }, now)
  if (wait) return refuse({ code: 'too_many_requests', ...wait })

  const offers = await readOffers({ db, providers, orders }, order, now)
  const offer = asked.way === undefined ? offers[0] : offers.find(({ way }) => way === asked.way)
  if (!offer) return refuse({ code: asked.way === undefined ? 'payment_unavailable' : 'way_not_offered' })
  const { way, provider, numberDays } = offer
  const site = siteOf(publicUrl, asked.origin)
  const tradeNo = tradeNumber(order.orderNo, randomBytes(6))
  const attempt = { id: randomUUID(), orderId: order.id, provider: provider.name, way, tradeNo, amount: order.amount }
  // Before the provider hears of it: a notice may be quicker than the answer.
  await insertAttempt(db, attempt, now)
  const started = await provider.start({
    tradeNo,
    way,
    amount: order.amount,
    item: order.title
      ? `${say(order.title, asked.locale)} ${order.orderNo}`
      : payment_item({ orderNo: order.orderNo }, { locale: asked.locale }),
    description: await readName(db, asked.locale),
    locale: asked.locale,
    numberDays,
    addresses: {
      notice: `${publicUrl}${pathFor('/api/Payment/Notice', provider)}`,
      result: `${site}${pathFor('/api/Payment/Return', provider)}${queryOf({ prefix: asked.prefix, pay: asked.payLink })}`,
      back: `${site}${asked.payLink === undefined ? resultPath(tokens, tradeNo, asked.prefix) : payPath(asked.payLink, asked.prefix)}`,
    },
    at: now,
  })
  if (!started.ok) {
    const { reason } = started.refusal
    log.warn({ tradeNo, provider: provider.name, reason }, 'the payment provider opens no trade')
    await moveAttempt(db, attempt.id, attemptMoves.fail, { failure: reason.slice(0, 200), settledAt: now })
    return refuse({ code: 'payment_unavailable' })
  }
  const { gatewayTradeNo, ...leave } = started.value
  if (gatewayTradeNo !== undefined) await writeGatewayTradeNo(db, attempt.id, gatewayTradeNo)
  return ok({ ...leave, orderNo: order.orderNo, payBefore: order.payBefore })
}

/** Signed, so that the navigation guard lets the landing pass. It grants nothing: only the member sees the result. */
export const resultPath = (tokens: Tokens, tradeNo: string, prefix?: Locale): string =>
  `${withPrefix(prefix, '/redirectToResult')}?ref=${tokens.signReference(tradeNo)}`

/** Page on which an order is paid by a signed link, without logging in. */
export const payPath = (payLink: string, prefix?: Locale): string => `${withPrefix(prefix, '/pay')}?ref=${payLink}`

function queryOf(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  return given.length === 0 ? '' : `?${given.join('&')}`
}
