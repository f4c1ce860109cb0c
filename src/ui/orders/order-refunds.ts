import type { OrderAnswer } from '#modules/orders/wire.ts'
import type { RefundAnswer } from '#modules/refunds/wire.ts'

/** Whether something of a paid order went back, or is on its way. */
export const hasRefunds = ({ owed, status, items }: Pick<OrderAnswer, 'owed' | 'status' | 'items'>): boolean =>
  owed > 0 || status === 'venue-cancelled' || items.some((item) => item.status === 'cancelled')

/** What goes back for one item, and how it stands. The newest counts: a refund that failed may have been asked for anew. */
export function backOf(refunds: readonly RefundAnswer[], itemId: string): Pick<RefundAnswer, 'refundNo' | 'status' | 'amount'> | undefined {
  const found = refunds
    .filter(({ items }) => items.some(({ id }) => id === itemId))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0]
  if (!found) return undefined
  const amount = found.items.reduce((sum, item) => sum + (item.id === itemId ? item.amount : 0), 0)
  return { refundNo: found.refundNo, status: found.status, amount }
}

/** What the member has back by now. */
export const sumBack = (refunds: readonly RefundAnswer[]): number =>
  refunds.reduce((sum, { status, amount }) => sum + (status === 'refunded' ? amount : 0), 0)
