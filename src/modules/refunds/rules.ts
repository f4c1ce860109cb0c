import { datedNumber, datedNumberPattern } from '#lib/letter-codes.ts'
import { refundTerms, type OrderState } from '#modules/orders/rules.ts'
import type { Facility, Price } from '#modules/venues/rules.ts'
import type { Day } from '#lib/zone.ts'

/**
 * A refund is money of one payment on its way back. A member asks for it, item by item, and the terms say how much; or
 * it is owed anyway, because the venue cancelled or somebody paid twice, and comes by itself. What is owed stays owed
 * until it has arrived: a rejected or failed refund only waits for another way.
 */
export type RefundState = 'requested' | 'approved' | 'processing' | 'refunded' | 'rejected' | 'failed'
export type RefundCause = 'asked' | 'venue-cancelled' | 'late-payment' | 'double-payment' | 'given-back' | 'deposit'
/** Back to the card that paid, by bank transfer, or nothing at all: given up without money. */
export type RefundWay = 'card' | 'bank' | 'none'

export const refundMoves = {
  approve: { from: ['requested'], to: 'approved' },
  reject: { from: ['requested'], to: 'rejected' },
  /** To the gateway, or with finance to the bank. A card that has refused is asked again by itself. */
  send: { from: ['approved', 'failed'], to: 'processing' },
  payOut: { from: ['approved', 'processing'], to: 'refunded' },
  fail: { from: ['approved', 'processing'], to: 'failed' },
  retry: { from: ['failed'], to: 'approved' },
} as const satisfies Record<string, { from: readonly RefundState[]; to: RefundState }>
export type RefundMove = { from: readonly RefundState[]; to: RefundState }

export const canMove = (state: RefundState, move: RefundMove): boolean => move.from.includes(state)

type OnItsWay = { state: RefundState; way: RefundWay; bankAccount: string | null }

/** Nothing happens with it before somebody says where to. */
export const isWaiting = ({ state, way, bankAccount, amount }: OnItsWay & { amount: number }): boolean =>
  amount > 0 && (state === 'failed' || state === 'rejected' || (state === 'approved' && way === 'bank' && bankAccount === null))

/** What became of it is for finance to say: of a transfer, and of a card refund without a clear answer. */
export const isUpToPeople = ({ state, way, bankAccount, unclear }: OnItsWay & { unclear: boolean }): boolean =>
  way === 'bank' ? canMove(state, refundMoves.payOut) && bankAccount !== null : state === 'processing' && unclear

/** Of these an item may be given back. */
export const refundableOrders: readonly OrderState[] = ['confirmed', 'checked-in']

export type RefundableItem = Price & {
  state: 'active' | 'cancelled'
  start: Date
  day: Day
  facility: Pick<Facility, 'sessions'>
  checkedInAt?: Date | null
}
export type ItemRefund = {
  paid: number
  amount: number
  percent: number
  /** So many calendar days before, at least, for this share. */
  daysBefore: number
  /** The share is smaller after this moment. */
  until: Date
  /** Costs a violation point. */
  isLate: boolean
}
export type ItemNotRefundable = { problem: 'item_cancelled' | 'item_begun' }

export function refundOf(item: RefundableItem, lateHours: number, now: Date): ItemRefund | ItemNotRefundable {
  if (item.state === 'cancelled') return { problem: 'item_cancelled' }
  const [term] = refundTerms(item.facility, item, now)
  if (!term || item.start <= now || item.checkedInAt) return { problem: 'item_begun' }
  return {
    paid: item.price + item.lightFee + item.deposit,
    amount: term.amount,
    percent: term.percent,
    daysBefore: term.days,
    until: term.until,
    isLate: isLateCancel(item.start, lateHours, now),
  }
}

/** So short before the start that nobody else may come: a violation. What the venue cancels never is one. */
export const isLateCancel = (start: Date, lateHours: number, now: Date): boolean => start.getTime() - now.getTime() < lateHours * 3_600_000

/** Something was paid for it, and nothing of that comes back: only for who says so. */
export const givesUpMoney = (items: Pick<ItemRefund, 'paid' | 'amount'>[]): boolean =>
  items.some(({ paid, amount }) => paid > 0 && amount === 0)

export type BankAccount = { bankCode: string; bankAccount: string; accountName: string; passbookFileId: string }

/** A card takes its own money back. Whatever else paid, at a bank, in a shop or from a wallet, cannot. */
export const goesBackToCard = (method: string | null): boolean => method === 'card'

/** The terms decide how much. Somebody looks only where the money would go to a stranger, or past the card that paid. */
export function needsDecision(paidBy: string | null, accountName: string, memberName: string, cardHasFailed: boolean): boolean {
  if (goesBackToCard(paidBy) && !cardHasFailed) return true
  return plainName(accountName) !== plainName(memberName)
}

const plainName = (name: string) => name.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase()

/** Only its end is shown again. */
export const maskedAccount = (account: string): string => `••••${account.slice(-4)}`

/** A card that refuses is asked again by itself, on the following mornings; then it is up to the member. */
export const triesAtMost = 4
const day = 86_400_000
export const nextTry = (tries: number, now: Date): Date | undefined => (tries < triesAtMost ? new Date(now.getTime() + day) : undefined)

/** A try that has not said how it ended by now, never will. */
export const tryEndsWithin = 10 * 60_000

/** R261115K7M3XQZ */
export const refundNumber = (today: Day, random: Uint8Array): string => datedNumber('R', today, random)
export const refundNoPattern = /* @__PURE__ */ datedNumberPattern('R')

export type RefundStep = { state: RefundState; at: Date | null; note: string }

/** A card that is asked again by itself every morning is told of once: as it was the last time. */
function withoutRetries<S extends { state: RefundState }>(happened: S[]): S[] {
  return happened.filter(({ state }, n) => {
    const [next, after] = [happened[n + 1]?.state, happened[n + 2]?.state]
    if (state === 'failed') return next !== 'processing'
    return !(state === 'processing' && next === 'failed' && after === 'processing')
  })
}

/** What has happened, and what is still to come on the straight way. */
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
