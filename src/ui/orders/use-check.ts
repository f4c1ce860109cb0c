import type { CheckAnswer } from '#modules/orders/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useIsRestored } from '#ui/kit/persisted-store.ts'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { periodsOf, type CartPiece, type Place } from './cart-periods.ts'
import { useCart } from './cart.ts'
import { checkQuery } from './order-queries.ts'

export type CheckedPeriod = { period: CartPiece; checked: CheckAnswer['items'][number] | undefined }

/**
 * The cart and the server's review of it: on every change, and now and then while the page is open. `chosen` is the cart from
 * the cookie, with which the server rendered the page; it is used until the store is restored.
 */
export function useCheck(chosen: readonly Place[]) {
  const restored = useIsRestored()
  const pieces = useCart((cart) => cart.pieces)
  const periods = useMemo(() => (restored ? periodsOf(pieces) : chosen.map(unnamedPiece)), [restored, pieces, chosen])
  const viewer = useViewer()
  const items = periods.map(({ courtId, start, end }) => ({ venue2ndId: courtId, start, end }))
  const query = checkQuery(useApi(), items, viewer?.id)
  const { queryKey } = query
  const queryClient = useQueryClient()
  const { data, isPending, isFetching, error, refetch } = useQuery(query)
  const answerTo = ({ courtId, start }: CartPiece) =>
    data?.items.find((item) => item.venue2ndId === courtId && Date.parse(item.start) === Date.parse(start))
  const checked: CheckedPeriod[] = periods.map((period) => ({ period, checked: answerTo(period) }))
  return {
    /** Whether the cart is known: before that, it may only be not restored yet. */
    known: restored || chosen.length > 0,
    loggedIn: isLoggedIn(viewer),
    viewer,
    items,
    checked,
    answer: data,
    /** Whether the review belongs to the current cart. */
    settled: !isFetching || checked.every((one) => one.checked !== undefined),
    failed: isPending && error !== null,
    refetch,
    /** Gives up waiting for the answer, and asks anew. */
    askAgain: async () => {
      await queryClient.cancelQueries({ queryKey })
      await refetch()
    },
  }
}

/** A period from the cookie: its names come with the review. */
const unnamedPiece = (place: Place): CartPiece => ({ ...place, facilityId: 0, facility: '', court: '', price: 0 })
