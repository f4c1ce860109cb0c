import { datedNumber, datedNumberPattern } from '#lib/letter-codes.ts'
import { paidFor, refundTerms, type OrderState, type PaidItem, type RefundTier } from '#modules/orders/rules.ts'
import { isVoucher } from '#modules/tills/way-rules.ts'
import { goesBackByProvider, type MoneyWay } from '#modules/payments/rules.ts'
import type { Day } from '#lib/zone.ts'

/**
 * A refund is money on its way back, for one reason. A member asks for it and the terms say how much; or it is due
 * anyway, because the venue cancelled or somebody paid twice. Until the money has arrived it stays owed: a rejected or
 * failed refund waits for another way. It gives back one payment, or several where bookings were moved to dearer periods: cards get
 * theirs one after the other, and what was not paid by card follows by transfer or at the desk.
 */
export type RefundState = 'requested' | 'approved' | 'processing' | 'refunded' | 'rejected' | 'failed'
/** `cancelled`: the desk cancelled for the customer. `given-back`: a date of a season, or a locker. */
export type RefundCause = 'asked' | 'cancelled' | 'venue-cancelled' | 'late-payment' | 'double-payment' | 'given-back' | 'deposit' | 'moved'
/** The order's own mail about what happened says how much goes back and how, and asks for an account where one is needed. */
export const isToldByOrder = (cause: RefundCause): boolean => cause === 'venue-cancelled' || cause === 'moved'

/** Way of the money: back to the card, by bank transfer, at the desk in cash or by its terminal, as a voucher, or none when the refund is 0. */
export const refundWays = ['card', 'bank', 'cash', 'terminal', 'voucher', 'none'] as const
export type RefundWay = (typeof refundWays)[number]

export const ledgerWayOf = (way: RefundWay): MoneyWay => (way === 'bank' ? 'transfer' : way === 'none' ? 'card' : way)

export const refundMoves = {
  approve: { from: ['requested'], to: 'approved' },
  reject: { from: ['requested'], to: 'rejected' },
  /** Sent to the payment provider, or with finance to the bank. A card that refused is retried automatically. */
  send: { from: ['approved', 'failed'], to: 'processing' },
  payOut: { from: ['approved', 'processing'], to: 'refunded' },
  /** One card has its part; the rest goes on, to the next card or to an account. */
  goOn: { from: ['approved', 'processing'], to: 'approved' },
  fail: { from: ['approved', 'processing'], to: 'failed' },
  retry: { from: ['failed'], to: 'approved' },
} as const satisfies Record<string, { from: readonly RefundState[]; to: RefundState }>
export type RefundMove = { from: readonly RefundState[]; to: RefundState }

export const canMove = (state: RefundState, move: RefundMove): boolean => move.from.includes(state)

type OnItsWay = { state: RefundState; way: RefundWay; bankAccount: string | null }

/** Waits for the member to choose a way. */
export const isWaiting = ({ state, way, bankAccount, amount }: OnItsWay & { amount: number }): boolean =>
  amount > 0 && (state === 'failed' || state === 'rejected' || (state === 'approved' && way === 'bank' && bankAccount === null))

/** A payment that a refund gives back and has not given back yet. */
export type RefundPart = {
  orderId: string
  attemptId: string | null
  method: string | null
  amount: number
  /** Of the payment: its slip, its voucher, or its number at the provider. */
  reference: string | null
  /** Its row in the ledger: the first is the oldest. */
  place: number | null
  dueIds: string[]
}
/** The slip of a card, or the number of a voucher, with which one payment is given back. */
export type PartReference = { attemptId: string; reference: string }

/** The way in which the desk gives back what was paid so; undefined for what it has not taken. */
export const deskWayOf = (method: string | null): (typeof paidAtDesk)[number] | undefined =>
  isVoucher(method) ? 'voucher' : paidAtDesk.find((way) => way === method)

/**
 * The number that each of these payments is given back with. One number is enough for one payment; several have one each, and nothing else
 * has one. Undefined: numbers are missing, or are of payments that are not among these.
 */
export function referencesFor(
  parts: Pick<RefundPart, 'attemptId'>[],
  given: string | PartReference[],
): Map<string | null, string> | undefined {
  const [first, ...others] = parts
  if (typeof given === 'string') return first && others.length === 0 ? new Map([[first.attemptId, given]]) : undefined
  const found = new Map<string | null, string>(given.map(({ attemptId, reference }) => [attemptId, reference]))
  return found.size === parts.length && parts.every(({ attemptId }) => found.has(attemptId)) ? found : undefined
}

export const sumOf = (parts: { amount: number }[]): number => parts.reduce((sum, { amount }) => sum + amount, 0)

/** Divides an amount in the proportion of what was paid; the parts sum up to it, and none is more than was paid. */
export function splitAmount(amount: number, paid: number[]): number[] {
  const whole = paid.reduce((sum, one) => sum + one, 0)
  const upTo = (n: number) => (whole === 0 ? 0 : Math.round((amount * paid.slice(0, n).reduce((sum, one) => sum + one, 0)) / whole))
  return paid.map((_, n) => upTo(n + 1) - upTo(n))
}

/** What the desk has taken, as it gives it back. */
export const paidAtDesk = ['cash', 'terminal', 'voucher'] as const
export type DeskWay = (typeof paidAtDesk)[number] | 'transfer'
type DeskRefund = { state: RefundState; way: RefundWay; hasAccount: boolean; parts: Pick<RefundPart, 'method' | 'amount'>[] }

/**
 * States in which the desk gives back what it took. It waits for no card: neither for an answer nor until one that refused is tried again.
 * A transfer that failed, or whose account was not accepted, is not on its way to the bank any more.
 */
export const payableAtDesk = {
  card: ['approved', 'processing', 'failed'],
  bank: ['approved', 'failed', 'rejected'],
  voucher: ['approved'],
} as const satisfies Partial<Record<RefundWay, readonly RefundState[]>>

/**
 * Ways in which the desk can pay a refund now, and how much of it: as it was paid, or all that is left by transfer to an account that
 * it is shown. What was paid online is the desk's only while nobody has named an account that holds: a guest has no page to name one on.
 */
export function deskWaysOf({ state, way, hasAccount, parts }: DeskRefund): { way: DeskWay; amount: number }[] {
  if ((way !== 'bank' && way !== 'card' && way !== 'voucher') || !(payableAtDesk[way] as readonly RefundState[]).includes(state)) return []
  const asPaid = paidAtDesk
    .map((one) => ({ way: one, amount: sumOf(parts.filter(({ method }) => deskWayOf(method) === one)) }))
    .filter(({ amount }) => amount > 0)
  const left = sumOf(parts)
  // Cards get theirs first, and a voucher becomes no money.
  if (way !== 'bank' || left === 0 || parts.some(({ method }) => isVoucher(method))) return asPaid
  return asPaid.length > 0 || !hasAccount || state !== 'approved' ? [...asPaid, { way: 'transfer', amount: left }] : []
}

/**
 * Its outcome is recorded by finance: transfers, and card refunds with an unclear answer. A transfer that is not with the bank yet is not
 * paid while nobody has looked into a late answer of the card.
 */
export const isUpToPeople = ({
  state,
  way,
  bankAccount,
  unclear,
  perhapsTwice,
}: OnItsWay & { unclear: boolean; perhapsTwice: boolean }): boolean =>
  way === 'bank'
    ? canMove(state, refundMoves.payOut) && bankAccount !== null && !(perhapsTwice && state === 'approved')
    : state === 'processing' && unclear

/**
 * What a refund needs from staff: a look at the provider, whether money went twice, or not although it is booked (`denied`), or at all; a
 * decision about the account; a second signature; or a word with a guest, whose card or account did not take the money (`failed`):
 * they have no page to choose another way on.
 */
export const refundNeeds = ['twice', 'denied', 'answer', 'decision', 'failed', 'signature'] as const
export type RefundNeed = (typeof refundNeeds)[number]

/** Finance may say what is true of a late answer: while nothing is under way, or only what people decide about as well. */
export const mayJudgeLate = ({ state, way, unclear }: Pick<OnItsWay, 'state' | 'way'> & { unclear: boolean }): boolean =>
  state !== 'processing' || (way === 'card' && unclear)

/** What two people have to agree to above the centre's amount. Cash and the terminal are given at the desk, against the till. */
export type SignedDeed = 'transfer' | 'again'
export const signaturesNeeded = 2
export const needsSignatures = (amount: number, above: number): boolean => above > 0 && amount > above

/** A card refund that failed, or whose answer was unclear, may become a transfer. */
export const mayBecomeTransfer = ({ state, way, unclear }: Pick<OnItsWay, 'state' | 'way'> & { unclear: boolean }): boolean =>
  way === 'card' && (state === 'failed' || (state === 'processing' && unclear))

/** Order states in which items can be refunded. */
export const refundableOrders: readonly OrderState[] = ['confirmed', 'checked-in']

export type RefundableItem = PaidItem & {
  state: 'active' | 'cancelled'
  start: Date
  day: Day
  refundTiers: readonly RefundTier[]
  checkedInAt?: Date | null
}
export type ItemRefund = {
  paid: number
  amount: number
  percent: number
  /** At least so many calendar days before the period, for this share. */
  daysBefore: number
  /** After this moment the share is smaller. */
  until: Date
  /** Costs a violation point. */
  isLate: boolean
}
export type ItemNotRefundable = { problem: 'item_cancelled' | 'item_begun' }

export function refundOf(item: RefundableItem, lateHours: number, now: Date): ItemRefund | ItemNotRefundable {
  if (item.state === 'cancelled') return { problem: 'item_cancelled' }
  const [term] = refundTerms(item, now)
  if (!term || item.start <= now || item.checkedInAt) return { problem: 'item_begun' }
  return {
    paid: paidFor(item),
    amount: term.amount,
    percent: term.percent,
    daysBefore: term.days,
    until: term.until,
    isLate: isLateCancel(item.start, lateHours, now),
  }
}

/** Late enough to count as a violation; a cancellation by the venue never does. */
export const isLateCancel = (start: Date, lateHours: number, now: Date): boolean => start.getTime() - now.getTime() < lateHours * 3_600_000

/** True when something was paid and 0 is refunded; the member has to accept that explicitly. */
export const givesUpMoney = (items: Pick<ItemRefund, 'paid' | 'amount'>[]): boolean =>
  items.some(({ paid, amount }) => paid > 0 && amount === 0)

/** `passbookFileId` is null when staff have seen the passbook at the desk. */
export type BankAccount = { bankCode: string; bankAccount: string; accountName: string; passbookFileId: string | null }
/** As members name it: with the picture of their passbook. */
export type ProvenAccount = BankAccount & { passbookFileId: string }

/** Whether a card has a part in what goes back; a payment of which nothing is left to give back has none. */
export const hasCardShare = (shares: Pick<RefundPart, 'method' | 'amount'>[]): boolean =>
  shares.some(({ method, amount }) => amount > 0 && goesBackByProvider(method))

/** Whether all that goes back was paid by vouchers, which become no money. */
export const goesBackAsVoucher = (shares: Pick<RefundPart, 'method' | 'amount'>[]): boolean =>
  sumOf(shares) > 0 && shares.every(({ method, amount }) => amount === 0 || isVoucher(method))

/** Staff decide only about where the money goes: to an account in another name, or not to the card that paid. */
export function needsDecision(isByCard: boolean, accountName: string, ownNames: string[], cardHasFailed: boolean): boolean {
  if (isByCard && !cardHasFailed) return true
  return ownNames.every((name) => plainName(name) !== plainName(accountName))
}

const plainName = (name: string) => name.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase()

/** Only the end of the account number is shown. */
export const maskedAccount = (account: string): string => `••••${account.slice(-4)}`

/** A refused card refund is retried on the following mornings, then the member chooses a way. */
export const triesAtMost = 4
const day = 86_400_000
export const nextTry = (tries: number, now: Date): Date | undefined => (tries < triesAtMost ? new Date(now.getTime() + day) : undefined)

/** An attempt open for more than ten minutes counts as crashed. */
export const tryEndsWithin = 10 * 60_000

type Held = { state: RefundState; way: RefundWay; unclear: boolean; tries: number }

/**
 * Whether the provider's answer to an attempt that counted as crashed still settles its refund: while staff look into it, and, when it says
 * that the money went back, also after they have said that it did not, as long as it was not sent again.
 */
export const maySettleLate = ({ state, way, unclear, tries }: Held, number: number, answer: string): boolean =>
  way === 'card' &&
  tries === number &&
  ((state === 'processing' && unclear) || ((state === 'approved' || state === 'failed') && answer === 'refunded'))

/** R261115K7M3XQZ */
export const refundNumber = (today: Day, random: Uint8Array): string => datedNumber('R', today, random)
export const refundNoPattern = /* @__PURE__ */ datedNumberPattern('R')

/** Names the last refund of a page: microseconds of its latest change, and its id. */
export const refundCursorPattern = /^\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type RefundStep = { state: RefundState; at: Date | null; note: string }

/** Repeated steps of automatic retries are shown once, the latest. */
function withoutRetries<S extends { state: RefundState }>(happened: S[]): S[] {
  return happened.filter(({ state }, n) => {
    const [next, after] = [happened[n + 1]?.state, happened[n + 2]?.state]
    if (state === 'failed') return next !== 'processing'
    return !(state === 'processing' && next === 'failed' && after === 'processing')
  })
}

/** Steps so far, and the steps to come when nothing goes wrong. */
export function stepsOf(state: RefundState, happened: { state: RefundState; at: Date; note: string }[]): RefundStep[] {
  const ahead: Record<RefundState, RefundState[]> = {
    requested: ['approved', 'processing', 'refunded'],
    approved: ['processing', 'refunded'],
    processing: ['refunded'],
    failed: [],
    rejected: [],
    refunded: [],
  }
  return [...withoutRetries(happened), ...ahead[state].map((next) => ({ state: next, at: null, note: '' }))]
}
