import { randomLetters } from '#lib/letter-codes.ts'
import { addDays, momentAt, type Day } from '#lib/zone.ts'
import { isVoucher, type DeskMethod } from '#modules/tills/way-rules.ts'
import type { PayWay } from './way-rules.ts'

/**
 * A payment attempt is one visit to a payment provider for one order, under a trade number of its own. An order may have
 * several. Their outcomes arrive as notices: late, repeated, out of order or never.
 */
export type AttemptState = 'created' | 'processing' | 'number-issued' | 'paid' | 'failed' | 'lapsed'

export const attemptMoves = {
  /** The browser has returned; no notice yet. */
  browserReturned: { from: ['created'], to: 'processing' },
  issueNumber: { from: ['created', 'processing', 'failed', 'lapsed'], to: 'number-issued' },
  /** Paid wins over every earlier state. */
  pay: { from: ['created', 'processing', 'number-issued', 'failed', 'lapsed'], to: 'paid' },
  fail: { from: ['created', 'processing'], to: 'failed' },
  lapse: { from: ['created', 'processing', 'number-issued'], to: 'lapsed' },
} as const satisfies Record<string, { from: readonly AttemptState[]; to: AttemptState }>
export type AttemptMove = (typeof attemptMoves)[keyof typeof attemptMoves]

/** By what a provider says that money came: a card, a wallet that gets it back as a card does, a bank account, a store, or anything else. */
export type OnlineMethod = 'card' | 'wallet' | 'atm' | 'cvs' | 'other'
export type Method = OnlineMethod | DeskMethod

/** Stands for a provider in attempts of the desk. */
export const atDesk = 'desk'

/** Whether a payment goes back the way it came, by a call of its provider. */
export const goesBackByProvider = (method: string | null): boolean => method === 'card' || method === 'wallet'

/** How money moved, as the ledger says it. `terminal`: a card at the desk; the others are a provider's, the bank's, notes and coins, or vouchers. */
export const moneyWays = ['card', 'transfer', 'cash', 'terminal', 'voucher'] as const
export type MoneyWay = (typeof moneyWays)[number]

/** The way of a payment: bank accounts and store codes are transfers. */
export function wayOf(method: Method | null): MoneyWay {
  if (method === 'cash' || method === 'terminal') return method
  if (isVoucher(method)) return 'voucher'
  return method === 'atm' || method === 'cvs' ? 'transfer' : 'card'
}

/** A virtual bank account, a store code, or what a store scans, with its deadline. */
export type PaymentNumber =
  | { kind: 'atm'; bankCode: string; account: string; deadline: Date }
  | { kind: 'cvs'; code: string; deadline: Date }
  | { kind: 'barcode'; codes: string[]; deadline: Date }

/** A notice of a payment provider, parsed. */
export type Notice = {
  tradeNo: string
  merchantId: string
  amount: number
  gatewayTradeNo: string | null
  method: Method | null
  simulated: boolean
  says: { kind: 'paid' } | { kind: 'number'; number: PaymentNumber } | { kind: 'failed'; reason: string } | { kind: 'unpaid' }
}

export type Attempt = {
  id: string
  /** Name of the payment provider. */
  provider: string
  orderId: string
  /** As the payer has chosen it; null: the provider asked, or it was paid at the desk. */
  way: PayWay | null
  tradeNo: string
  gatewayTradeNo: string | null
  state: AttemptState
  method: Method | null
  amount: number
  number: PaymentNumber | null
  failure: string | null
  createdAt: Date
  settledAt: Date | null
}

/** Verdict on a notice. */
export type Verdict =
  | 'paid'
  | 'number-issued'
  | 'failed'
  | 'unpaid'
  | 'repeated'
  | 'overtaken'
  | 'simulated'
  | 'wrong-amount'
  | 'wrong-merchant'
  | 'unknown-trade'
  | 'bad-signature'

/** Verdicts that change something. */
export const changing: readonly Verdict[] = ['paid', 'number-issued', 'failed']

/** Verdicts that are logged as warnings. */
export const suspicious: readonly Verdict[] = ['simulated', 'wrong-amount', 'wrong-merchant', 'unknown-trade', 'bad-signature']

export function judgeNotice(notice: Notice, attempt: Pick<Attempt, 'state' | 'amount'> | undefined, merchantId: string): Verdict {
  if (notice.merchantId !== merchantId) return 'wrong-merchant'
  if (!attempt) return 'unknown-trade'
  // Nothing is paid yet, so there is no amount to compare.
  if (notice.says.kind === 'unpaid') return 'unpaid'
  if (notice.simulated) return 'simulated'
  if (notice.says.kind !== 'failed' && notice.amount !== attempt.amount) return 'wrong-amount'
  if (notice.says.kind === 'paid') return attempt.state === 'paid' ? 'repeated' : 'paid'
  const [move, verdict] =
    notice.says.kind === 'number' ? [attemptMoves.issueNumber, 'number-issued' as const] : [attemptMoves.fail, 'failed' as const]
  if (attempt.state === move.to) return 'repeated'
  return move.from.some((state) => state === attempt.state) ? verdict : 'overtaken'
}

/** A bank number is valid until the end of its last day. */
export const endOfDay = (day: Day): Date => new Date(momentAt(addDays(day, 1), 0).getTime() - 1000)

const hour = 3_600_000

/** Until when an order waits for the money of a number. A store reports what it scanned two days later. */
export const heldUntil = ({ kind, deadline }: PaymentNumber): Date =>
  kind === 'barcode' ? new Date(deadline.getTime() + 48 * hour) : deadline

/** From this moment, "not paid" from the provider is final and the attempt lapses. A payment that arrives later still counts. */
export function lapsesAt({ state, createdAt, number }: Pick<Attempt, 'state' | 'createdAt' | 'number'>): Date {
  return state === 'number-issued' && number ? new Date(heldUntil(number).getTime() + 48 * hour) : new Date(createdAt.getTime() + 24 * hour)
}

/** Trade number, at most 20 characters, unique: the order's number, which people search by, and random letters. */
export const tradeNumber = (orderNo: string, random: Uint8Array): string =>
  `${orderNo.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 14)}${randomLetters(random, 6)}`

const loopback = ['localhost', '127.0.0.1']

/**
 * Origins of this site: the public one, and on localhost its other name as well. Members return from the provider to the
 * origin they left; any other Origin header is ignored.
 */
export function ownOrigins(publicUrl: string): string[] {
  const own = new URL(publicUrl)
  if (!loopback.includes(own.hostname)) return [own.origin]
  return [
    own.origin,
    ...loopback.filter((name) => name !== own.hostname).map((name) => `${own.protocol}//${name}${own.port && `:${own.port}`}`),
  ]
}

/** Without a trailing slash. */
export const siteOf = (publicUrl: string, origin: string | null): string =>
  origin !== null && origin !== new URL(publicUrl).origin && ownOrigins(publicUrl).includes(origin) ? origin : publicUrl
