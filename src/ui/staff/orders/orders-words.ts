import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { StoryMoment } from '#modules/desk/orders-wire.ts'
import type { MoneyWay } from '#modules/payments/rules.ts'
import { stateWord } from '#ui/orders/order-words.ts'

const wayWords: Record<MoneyWay, () => string> = {
  card: m.staff_orders_way_card,
  transfer: m.staff_orders_way_transfer,
  cash: m.staff_orders_way_cash,
  terminal: m.staff_orders_way_terminal,
  voucher: m.staff_orders_way_voucher,
}
export const wayWord = (way: MoneyWay): string => wayWords[way]()

const refundWords: Record<NonNullable<StoryMoment['refund']>['status'], () => string> = {
  requested: m.story_refund_requested,
  approved: m.story_refund_approved,
  processing: m.story_refund_processing,
  refunded: m.story_refund_refunded,
  rejected: m.story_refund_rejected,
  failed: m.story_refund_failed,
}

const words: Record<Exclude<StoryMoment['what'], 'told' | 'refund' | 'closed'>, () => string> = {
  placed: m.story_placed,
  confirmed: m.story_confirmed,
  'number-issued': m.story_number_issued,
  'payment-failed': m.story_payment_failed,
  paid: m.story_paid,
  moved: m.story_moved,
  parked: m.story_parked,
  offered: m.story_offered,
  returned: m.story_returned,
  supplement: m.story_supplement,
  'checked-in': m.story_checked_in,
  'check-in-undone': m.story_check_in_undone,
  missed: m.story_missed,
  cancelled: m.story_cancelled,
  merged: m.story_merged,
  point: m.story_point,
  'point-withdrawn': m.story_point_withdrawn,
  appealed: m.story_appealed,
  'appeal-accepted': m.story_appeal_accepted,
  'appeal-rejected': m.story_appeal_rejected,
}

/** What happened, in a word or two, with its sum. */
export function momentTitle({ what, from, to, refund, status, message, money }: StoryMoment): string {
  if (message) {
    const kind = message.isPayLink ? m.story_pay_link() : message.channel === 'mail' ? m.story_mail() : m.story_text()
    return message.isAgain ? m.story_again({ kind }) : kind
  }
  if (what === 'moved' && from && to && from.start === to.start && from.end === to.end) return m.story_moved_court()
  const title = refund ? refundWords[refund.status]() : status ? stateWord(status) : words[what as keyof typeof words]()
  return money ? `${title} ${formatMoney(money.amount)}` : title
}

type SumBack = NonNullable<StoryMoment['refund']>['wentBack'][number]

/** A sum of a refund that went back in several ways. */
export const sumBackWords = (sum: SumBack): string => [formatMoney(sum.amount), ...moneyDetails(sum)].join('　')

export function byWord({ who, name }: StoryMoment['by']): string {
  if (who === 'system') return m.story_by_system()
  return who === 'centre' ? m.story_by_centre() : name
}

/** Way, till and reference of money that moved. */
export const moneyDetails = (money: StoryMoment['money'] | SumBack): string[] =>
  money
    ? [
        money.way ? wayWord(money.way) : '',
        money.till ? m.story_till({ till: money.till }) : '',
        money.reference ? m.story_reference({ reference: money.reference }) : '',
      ].filter(Boolean)
    : []
