import type { CheckAnswer } from '#modules/orders/wire.ts'
import { useApi } from '#ui/accounts/member-queries.ts'
import { useRestored } from '#ui/kit/store.ts'
import { isLoggedIn, useViewer } from '#ui/shell/viewer.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { periodsOf, type CartPiece } from './cart-periods.ts'
import { useCart } from './cart.ts'
import { checkQuery } from './order-queries.ts'

export type CheckedPeriod = { period: CartPiece; checked: CheckAnswer['items'][number] | undefined }

/** What is in the cart, and what the server says to it: at once, on every change, and now and then while somebody thinks it over. */
export function useCheck() {
  const restored = useRestored()
  const pieces = useCart((cart) => cart.pieces)
  const periods = useMemo(() => periodsOf(pieces), [pieces])
  const viewer = useViewer()
  const items = periods.map(({ courtId, start, end }) => ({ venue2ndId: courtId, start, end }))
  const { data, isPending, isFetching, error, refetch } = useQuery(checkQuery(useApi(), items, viewer?.id))
  const answerTo = ({ courtId, start }: CartPiece) =>
    data?.items.find((item) => item.venue2ndId === courtId && Date.parse(item.start) === Date.parse(start))
  const checked: CheckedPeriod[] = periods.map((period) => ({ period, checked: answerTo(period) }))
  return {
    /** Before that nobody knows whether the cart is empty. */
    restored,
    loggedIn: isLoggedIn(viewer),
    viewer,
    items,
    checked,
    answer: data,
    /** What is shown belongs to the cart as it is now. */
    settled: !isFetching || checked.every((one) => one.checked !== undefined),
    failed: isPending && error !== null,
    refetch,
  }
}
