import type { CheckAnswer } from '#modules/orders/wire.ts'
import { useApi } from '#ui/accounts/member-queries.ts'
import { useRestored } from '#ui/kit/store.ts'
import { isLoggedIn, useViewer } from '#ui/shell/viewer.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { periodsOf, type CartPiece, type Place } from './cart-periods.ts'
import { useCart } from './cart.ts'
import { checkQuery } from './order-queries.ts'

export type CheckedPeriod = { period: CartPiece; checked: CheckAnswer['items'][number] | undefined }

/**
 * What is in the cart, and what the server says to it: at once, on every change, and now and then while somebody thinks
 * it over. `chosen` is the cart as the server knew it, which rendered the page with it; until the browser's own is restored.
 */
export function useCheck(chosen: readonly Place[]) {
  const restored = useRestored()
  const pieces = useCart((cart) => cart.pieces)
  const periods = useMemo(() => (restored ? periodsOf(pieces) : chosen.map(nameless)), [restored, pieces, chosen])
  const viewer = useViewer()
  const items = periods.map(({ courtId, start, end }) => ({ venue2ndId: courtId, start, end }))
  const { data, isPending, isFetching, error, refetch } = useQuery(checkQuery(useApi(), items, viewer?.id))
  const answerTo = ({ courtId, start }: CartPiece) =>
    data?.items.find((item) => item.venue2ndId === courtId && Date.parse(item.start) === Date.parse(start))
  const checked: CheckedPeriod[] = periods.map((period) => ({ period, checked: answerTo(period) }))
  return {
    /** Before that nobody knows whether the cart is empty. */
    known: restored || chosen.length > 0,
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

/** What it is called, the answer says. */
const nameless = (place: Place): CartPiece => ({ ...place, facilityId: 0, facility: '', court: '', price: 0 })
