import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { resultQuery, type Asked } from '#ui/orders/order-queries.ts'
import { isLong, resultPollInterval, standingOf } from './payment-standing.ts'

/** Result of a payment, polled until it is final: the provider's notice may be late. */
export function useResult(asked: Asked) {
  const [since] = useState(() => Date.now())
  const { data, dataUpdatedAt } = useQuery({
    ...resultQuery(useApi(), asked),
    refetchInterval: ({ state }) => (state.data ? resultPollInterval(standingOf(state.data), Date.now() - since) : false),
  })
  return { result: data, waitedLong: isLong(dataUpdatedAt - since) }
}
