import type { PaymentSettings, PaymentSettingsReader } from '#config.ts'
import type { Finding } from '#http/findings.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Words } from '#i18n/words.ts'
import type { Result } from '#lib/result.ts'
import type { ShownSetting } from '#modules/settings/connection-rules.ts'
import type { Notice, Verdict } from './rules.ts'
import type { PayWay, TakenWays } from './way-rules.ts'

/**
 * A payment provider: who takes money from members and gives it back for the centre. Its record is in its own folder of `providers/`,
 * and `providers.ts` lists it. What needs no settings is in the record, so that it is known of a provider that is no longer set.
 */
export type Provider<S extends PaymentSettings = PaymentSettings> = {
  /** Written to rows of attempts, notices and refunds, and part of addresses: never changed, and of a-z, 0-9 and hyphens. */
  name: string
  /** As the console calls it. */
  title: Words
  /** Ways of paying that it takes. */
  ways: TakenWays
  /**
   * `by-notice`: it reports by itself, and is asked about trades of which it reports nothing. `when-asked`: it reports nothing, and a
   * payment moves only when it is asked, so that this is done at once when a browser returns, and every minute while a trade is new.
   */
  tells: 'by-notice' | 'when-asked'
  /** How many questions about trades that it does not know it takes in a window, where more lock the shop out. */
  unknownAsks?: { limit: number; seconds: number }
  settings: Omit<PaymentSettingsReader<S>, 'name' | 'ways'>
  /** Its settings as the console shows them: no secret can be read back. Undefined: it is not set. */
  shown(settings: S | undefined): ShownSetting[]
  open(settings: S, send: Send): ProviderCalls
  /** The trade number that a browser brings back from the provider. Untrusted. */
  readReturn(arrived: Arrived): string | undefined
  /** The answer to a notice, by what became of it. Notices that are ignored are acknowledged as well, otherwise they are repeated. */
  acknowledge(verdict: Verdict): { body: string; type: string }
  /** Fields of a notice that the books need. All others are taken for the payer's, and are erased with the account. */
  keptFields: readonly string[]
  /** The doctor's check. Opens no trade. */
  check(settings: S, send: Send, now: Date): Promise<Finding[]>
}

/** What a provider does with its settings. Only `readNotice`, `readReturned` and `ask` return trusted data. */
export type ProviderCalls = {
  /** Our number there, which every notice has to name. */
  merchantId: string
  start(trade: Trade): Promise<Result<Started, NoAnswer>>
  readNotice(arrived: Arrived): ReadNotice
  /** A notice that a browser brings when it comes back, signed as others are. Of providers that tell numbers by the browser only. */
  readReturned?(arrived: Arrived): ReadNotice
  ask(trade: OpenTrade, now: Date): Promise<Result<Told, NoAnswer>>
  /** What its books say of a trade, whatever we know of it. Moves no money. */
  record(trade: RecordedTrade, now: Date): Promise<Result<TradeRecord, NoAnswer>>
  /** Earliest moment at which the provider accepts this refund. */
  refundableFrom(refund: CardRefund, now: Date): Date
  refund(refund: CardRefund, now: Date): Promise<RefundAnswer>
}

/** A provider that is set. */
export type OpenProvider = ProviderCalls & Pick<Provider, 'name' | 'ways' | 'tells' | 'unknownAsks'>

/** What a provider answers to a question. `isUnknown`: it does not know the trade, so that what is said of it is our own conclusion. */
export type Told = { notice: Notice; fields: NoticeFields; isUnknown?: boolean }

/** `pauseSeconds`: it has locked us out, and wants no question for so long. */
export type NoAnswer = { code: 'no_answer'; reason: string; pauseSeconds?: number }

/** A payment attempt, as passed to the provider. */
export type Trade = {
  tradeNo: string
  /** One of those that the provider takes. */
  way: PayWay
  amount: number
  item: string
  description: string
  locale: Locale
  /** For how many days a number is valid, of ways that are paid by one. */
  numberDays: number | undefined
  addresses: { notice: string; result: string; back: string }
  at: Date
}

/** How the browser gets to the provider: by a form that it posts, or, where the provider was asked first, at an address. */
export type WayToPay = { method: 'post'; action: string; fields: Record<string, string> } | { method: 'get'; action: string }

/** `gatewayTradeNo`: the provider's own number of the trade, where it has one already. */
export type Started = WayToPay & { gatewayTradeNo?: string }

/** A request of the provider, or of a browser that comes back from it, as it arrived: signatures may be over the very bytes. */
export type Arrived = { headers: Headers; query: URLSearchParams; body: string }

/** A notice as it is stored: by names of fields. */
export type NoticeFields = Record<string, unknown>

/** `notice` is undefined when the signature is wrong; `tradeNo` is what it claims to be about. */
export type ReadNotice = { notice: Notice | undefined; tradeNo: string; fields: NoticeFields }

/**
 * A trade to ask about. `mayCapture` is called right before a payment that was only authorised is captured: whether its order waits for it
 * at this moment, and no other attempt of the order is just being captured.
 */
export type OpenTrade = {
  tradeNo: string
  way: PayWay | null
  gatewayTradeNo: string | null
  amount: number
  startedAt: Date
  mayCapture(): Promise<boolean>
}

export type RecordedTrade = Omit<OpenTrade, 'mayCapture'>

/** `paid`: 0 while it is not. `refunded`: what went back of it; null: the provider does not say. `told`: the same as a notice. */
export type TradeRecord = { kind: 'found'; paid: number; refunded: number | null; told: Told } | { kind: 'unknown' }

/** A card payment and the amount to refund. While it is unknown whether one refund of a payment went through, no other is sent. */
export type CardRefund = {
  tradeNo: string
  way: PayWay | null
  gatewayTradeNo: string
  amount: number
  total: number
  paidAt: Date
  isFirst: boolean
  /** What our books say went back of the payment before. */
  before: number
}

/**
 * `unclear`: the money may or may not have been refunded. Only the provider's records tell; a retry could send it twice.
 * `unreached`: the provider was never asked, so a retry is safe; after `pauseSeconds`, where it has locked us out.
 */
export type RefundAnswer = { kind: 'refunded' } | { kind: 'refused' | 'unclear' | 'unreached'; reason: string; pauseSeconds?: number }

/** A request from our server to the provider's. */
export type Outgoing = { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; body?: string; timeoutMs?: number }

/** `isSent` false: there was no connection, and nothing was sent. */
export type Send = (outgoing: Outgoing) => Promise<{ status: number; text: string } | { failed: string; isSent: boolean }>
