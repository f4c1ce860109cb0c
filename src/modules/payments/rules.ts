import { randomLetters } from '#lib/letter-codes.ts'
import { addDays, dayOf, daysBetween, momentAt, type Day } from '#lib/zone.ts'

/**
 * A payment attempt is one visit to the gateway for one order: a trade number that is never used again. An order may
 * have several; what they say arrives as notices, late, twice, out of order or never.
 */
export type AttemptState = 'created' | 'processing' | 'number-issued' | 'paid' | 'failed' | 'lapsed'

export const attemptMoves = {
  /** The browser is back, and the gateway has said nothing yet. */
  comeBack: { from: ['created'], to: 'processing' },
  issueNumber: { from: ['created', 'processing', 'failed', 'lapsed'], to: 'number-issued' },
  /** Money that has arrived has arrived, whatever was said before. */
  pay: { from: ['created', 'processing', 'number-issued', 'failed', 'lapsed'], to: 'paid' },
  fail: { from: ['created', 'processing'], to: 'failed' },
  lapse: { from: ['created', 'processing', 'number-issued'], to: 'lapsed' },
} as const satisfies Record<string, { from: readonly AttemptState[]; to: AttemptState }>
export type AttemptMove = (typeof attemptMoves)[keyof typeof attemptMoves]

export type Method = 'card' | 'atm' | 'cvs' | 'other'

/** What a member pays to, at a bank or in a shop, until the deadline. */
export type PaymentNumber =
  | { kind: 'atm'; bankCode: string; account: string; deadline: Date }
  | { kind: 'cvs'; code: string; deadline: Date }

/** What the gateway says about a trade, in our words. */
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
  orderId: string
  tradeNo: string
  state: AttemptState
  method: Method | null
  amount: number
  number: PaymentNumber | null
  failure: string | null
  createdAt: Date
  settledAt: Date | null
}

/** What became of a notice: the first three changed something. */
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

/** These are nobody's daily business: somebody should look. */
export const suspicious: readonly Verdict[] = ['simulated', 'wrong-amount', 'wrong-merchant', 'unknown-trade', 'bad-signature']

export function judgeNotice(notice: Notice, attempt: Pick<Attempt, 'state' | 'amount'> | undefined, merchantId: string): Verdict {
  if (notice.merchantId !== merchantId) return 'wrong-merchant'
  if (!attempt) return 'unknown-trade'
  // Nobody has paid yet, so there is no amount to compare.
  if (notice.says.kind === 'unpaid') return 'unpaid'
  if (notice.simulated) return 'simulated'
  if (notice.says.kind !== 'failed' && notice.amount !== attempt.amount) return 'wrong-amount'
  if (notice.says.kind === 'paid') return attempt.state === 'paid' ? 'repeated' : 'paid'
  const [move, verdict] =
    notice.says.kind === 'number' ? [attemptMoves.issueNumber, 'number-issued' as const] : [attemptMoves.fail, 'failed' as const]
  if (attempt.state === move.to) return 'repeated'
  return move.from.some((state) => state === attempt.state) ? verdict : 'overtaken'
}

/** How long a number may be valid at most, after the order was placed. */
const numberDaysAtMost = 3

/**
 * Whether a bank or store number may be offered, and for how many days: only while every period is far enough away,
 * and so that it runs out before the first of them. Asking again does not prolong what the first order was given.
 */
export function numberDays(order: { placedAt: Date; firstDay: Day }, numberDaysAhead: number, now: Date): number | undefined {
  const today = dayOf(now)
  if (daysBetween(today, order.firstDay) < numberDaysAhead) return undefined
  const lastDay = [addDays(dayOf(order.placedAt), numberDaysAtMost), addDays(order.firstDay, -1)].toSorted()[0]!
  const days = daysBetween(today, lastDay)
  return days >= 1 ? days : undefined
}

/** A bank's number is good until the end of its last day. */
export const endOfDay = (day: Day): Date => new Date(momentAt(addDays(day, 1), 0).getTime() - 1000)

const hour = 3_600_000

/** After this, the gateway's own word that nobody has paid ends the matter. Money that comes later still counts. */
export function lapsesAt({ state, createdAt, number }: Pick<Attempt, 'state' | 'createdAt' | 'number'>): Date {
  return state === 'number-issued' && number ? new Date(number.deadline.getTime() + 48 * hour) : new Date(createdAt.getTime() + 24 * hour)
}

/** At most twenty letters and digits, unique for ever: the order's number, by which people search, and some of its own. */
export const tradeNumber = (orderNo: string, random: Uint8Array): string =>
  `${orderNo.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 14)}${randomLetters(random, 6)}`

const loopback = ['localhost', '127.0.0.1']

/**
 * The origins under which the site may be used: its public one; and while that is this very machine, its other name.
 * A member comes back from the gateway to the one they left. Anything else that a request calls itself is not believed.
 */
export function ownOrigins(publicUrl: string): string[] {
  const own = new URL(publicUrl)
  if (!loopback.includes(own.hostname)) return [own.origin]
  return [
    own.origin,
    ...loopback.filter((name) => name !== own.hostname).map((name) => `${own.protocol}//${name}${own.port && `:${own.port}`}`),
  ]
}

/** Without a slash at the end. */
export const siteOf = (publicUrl: string, origin: string | null): string =>
  origin !== null && origin !== new URL(publicUrl).origin && ownOrigins(publicUrl).includes(origin) ? origin : publicUrl
