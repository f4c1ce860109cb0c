import type { Locale } from '#i18n/locale.ts'
import type { Result } from '#lib/result.ts'
import type { Notice } from './rules.ts'

/** One visit to the gateway, as we ask for it. */
export type Trade = {
  tradeNo: string
  amount: number
  item: string
  description: string
  locale: Locale
  /** Undefined: only what is paid at once. */
  numberDays: number | undefined
  addresses: { notice: string; result: string; back: string }
  at: Date
}

/** The form that the browser sends to the gateway. */
export type CheckoutForm = { action: string; fields: Record<string, string> }

/** A payment by card, and how much of it goes back. */
export type CardRefund = { tradeNo: string; gatewayTradeNo: string; amount: number; total: number; paidAt: Date; isFirst: boolean }

/** `unclear`: the money may have gone back or not. Only the gateway's own books know, and a second try could send it twice. */
export type RefundAnswer = { kind: 'refunded' } | { kind: 'refused'; reason: string } | { kind: 'unclear'; reason: string }

/** Whoever takes the money. What it says is believed only through `readNotice` and `ask`. */
export type Gateway = {
  merchantId: string
  checkout(trade: Trade): CheckoutForm
  /** Undefined: not signed by the gateway. */
  readNotice(fields: Record<string, string>): Notice | undefined
  ask(
    tradeNo: string,
    now: Date,
  ): Promise<Result<{ notice: Notice; fields: Record<string, string> }, { code: 'no_answer'; reason: string }>>
  /** The first moment, from now on, at which it takes such a refund. */
  refundableFrom(refund: CardRefund, now: Date): Date
  refund(refund: CardRefund): Promise<RefundAnswer>
}
