import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { TillRowAnswer } from '#modules/tills/wire.ts'

const kinds: Record<TillRowAnswer['kind'], () => string> = {
  opened: m.till_row_opened,
  sale: m.till_row_sale,
  refund: m.till_row_refund,
  in: m.till_row_in,
  out: m.till_row_out,
  difference: m.till_row_difference,
  closed: m.till_row_closed,
}
export const rowText = (kind: TillRowAnswer['kind']): string => kinds[kind]()

/** How a count differs from what was expected. */
export function differenceText(difference: number): string {
  if (difference === 0) return m.till_difference_none()
  const amount = formatMoney(Math.abs(difference))
  return difference > 0 ? m.till_difference_over({ amount }) : m.till_difference_short({ amount })
}
