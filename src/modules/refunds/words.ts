import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import type { ItemNotRefundable, ItemRefund, RefundCause } from './rules.ts'

/** Why so much comes back, in the words of the terms. */
export function shareWords({ daysBefore, percent }: Pick<ItemRefund, 'daysBefore' | 'percent'>, locale: Locale): string {
  if (percent === 0) return m.refund_share_nothing({}, { locale })
  return m.refund_share({ days: daysBefore, percent }, { locale })
}

export const barredWords = ({ problem }: ItemNotRefundable, locale: Locale): string =>
  problem === 'item_cancelled' ? m.refund_item_cancelled({}, { locale }) : m.refund_item_begun({}, { locale })

const causes = {
  asked: m.refund_cause_asked,
  'venue-cancelled': m.refund_cause_venue_cancelled,
  'late-payment': m.refund_cause_late_payment,
  'double-payment': m.refund_cause_double_payment,
  'given-back': m.refund_cause_given_back,
  deposit: m.refund_cause_deposit,
} as const satisfies Record<RefundCause, unknown>

export const causeWords = (cause: RefundCause, locale: Locale): string => causes[cause]({}, { locale })
