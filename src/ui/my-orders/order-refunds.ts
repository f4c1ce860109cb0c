import type { OneOrderAnswer } from '#modules/orders/wire.ts'
import type { RefundAnswer } from '#modules/refunds/wire.ts'

/** Whether a paid order has refunds, finished or under way. */
export const hasRefunds = ({ owed, status, items, balance }: Pick<OneOrderAnswer, 'owed' | 'status' | 'items' | 'balance'>): boolean =>
  owed > 0 ||
  status === 'venue-cancelled' ||
  items.some((item) => item.status === 'cancelled') ||
  (balance?.lines ?? []).some(({ amount }) => amount < 0)

/** Amount and state of an item's refund. The newest counts: a failed refund may have been applied for again. */
export function refundOfItem(
  refunds: readonly RefundAnswer[],
  itemId: string,
): Pick<RefundAnswer, 'refundNo' | 'status' | 'amount'> | undefined {
  const found = refunds
    .filter(({ items }) => items.some(({ id }) => id === itemId))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0]
  if (!found) return undefined
  const amount = found.items.reduce((sum, item) => sum + (item.id === itemId ? item.amount : 0), 0)
  return { refundNo: found.refundNo, status: found.status, amount }
}

type Waiting = Pick<RefundAnswer, 'refundNo' | 'amount' | 'wentBack' | 'nextWays'>

/** Refunds whose money waits until the member names an account. */
export const waitingForAccount = <R extends Waiting>(refunds: readonly R[]): R[] =>
  refunds.filter(({ nextWays }) => nextWays.includes('bank'))

export const sumOf = (refunds: readonly Waiting[]): number => refunds.reduce((sum, { amount, wentBack }) => sum + amount - wentBack, 0)
