import type { Locale } from '#i18n/locale.ts'
import type { Result } from '#lib/result.ts'
import type { Notice } from './rules.ts'

/** A payment attempt, as passed to the gateway. */
export type Trade = {
  tradeNo: string
  amount: number
  item: string
  description: string
  locale: Locale
  /** Undefined: only methods that pay at once. */
  numberDays: number | undefined
  addresses: { notice: string; result: string; back: string }
  at: Date
}

export type CheckoutForm = { action: string; fields: Record<string, string> }

/** A card payment and the amount to refund. */
export type CardRefund = { tradeNo: string; gatewayTradeNo: string; amount: number; total: number; paidAt: Date; isFirst: boolean }

/**
 * `unclear`: the money may or may not have been refunded. Only the gateway's records tell; a retry could send it twice.
 * `unreached`: the gateway was never asked, so a retry is safe.
 */
export type RefundAnswer = { kind: 'refunded' } | { kind: 'refused' | 'unclear' | 'unreached'; reason: string }

/** A payment gateway. Only `readNotice` and `ask` return trusted data. */
export type Gateway = {
  merchantId: string
  checkout(trade: Trade): CheckoutForm
  /** Undefined when the signature is wrong. */
  readNotice(fields: Record<string, string>): Notice | undefined
  ask(
    tradeNo: string,
    now: Date,
  ): Promise<Result<{ notice: Notice; fields: Record<string, string> }, { code: 'no_answer'; reason: string }>>
  /** Earliest moment at which the gateway accepts this refund. */
  refundableFrom(refund: CardRefund, now: Date): Date
  refund(refund: CardRefund): Promise<RefundAnswer>
}

/** Posts a form, server to server; answers the body of the response. `isSent` false: there was no connection, and nothing was sent. */
export type PostForm = (
  url: string,
  fields: Record<string, string>,
) => Promise<{ status: number; text: string } | { failed: string; isSent: boolean }>
