import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import type { ItemNotRefundable, ItemRefund, RefundCause } from './rules.ts'

type Share = Pick<ItemRefund, 'daysBefore' | 'percent'> & { deposit: number }

/** Explains a share in the words of the refund terms. */
export function shareText({ daysBefore, percent, deposit }: Share, locale: Locale): string {
  if (percent === 0) return deposit > 0 ? m.refund_share_only_deposit({}, { locale }) : m.refund_share_nothing({}, { locale })
  const share = daysBefore === 1 ? m.refund_share_day({ percent }, { locale }) : m.refund_share({ days: daysBefore, percent }, { locale })
  return deposit > 0 && percent < 100 ? share + m.refund_share_deposit({ amount: formatMoney(deposit) }, { locale }) : share
}

/**
 * Explains the share of a booking that was moved, where the share before the move is what counts: with what came back with its moves
 * (`movedBack`) and what comes back now. Their sum may be less than was allowed, since shares are whole percents.
 */
export function movedShareText(
  { percent, amount, deposit, movedBack }: Pick<ItemRefund, 'percent' | 'amount'> & { deposit: number; movedBack: number },
  locale: Locale,
): string {
  const left = amount - deposit
  const why =
    movedBack > 0
      ? m.refund_share_moved({ gone: formatMoney(movedBack), left: formatMoney(left) }, { locale })
      : percent > 0
        ? m.refund_share_moved_same({ percent }, { locale })
        : m.refund_share_moved_none({}, { locale })
  return deposit > 0 ? why + m.refund_share_deposit({ amount: formatMoney(deposit) }, { locale }) : why
}

export const notRefundableText = ({ problem }: ItemNotRefundable | { problem: 'line_stays' }, locale: Locale): string => {
  if (problem === 'line_stays') return m.refund_line_stays({}, { locale })
  return problem === 'item_cancelled' ? m.refund_item_cancelled({}, { locale }) : m.refund_item_begun({}, { locale })
}

const causes = {
  asked: m.refund_cause_asked,
  cancelled: m.refund_cause_cancelled,
  'venue-cancelled': m.refund_cause_venue_cancelled,
  'late-payment': m.refund_cause_late_payment,
  'double-payment': m.refund_cause_double_payment,
  'given-back': m.refund_cause_given_back,
  deposit: m.refund_cause_deposit,
  moved: m.refund_cause_moved,
} as const satisfies Record<RefundCause, unknown>

export const causeText = (cause: RefundCause, locale: Locale): string => causes[cause]({}, { locale })
