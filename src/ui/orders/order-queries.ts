import type { ApiClient } from '#api-client.ts'
import type { CheckAnswer, OrderAnswer, OrderListAnswer, UpcomingAnswer } from '#modules/orders/wire.ts'
import type { ResultAnswer } from '#modules/payments/wire.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'

export type Wish = { venue2ndId: number; start: string; end: string }

/** B33. By whom it is asked belongs to the question: prices and hours are theirs. */
export const checkQuery = (api: ApiClient, items: Wish[], memberId: string | undefined) =>
  queryOptions({
    queryKey: ['check', memberId ?? 'visitor', items],
    queryFn: () => api.post<CheckAnswer>('/api/Order/Member/Check', { items }),
    enabled: items.length > 0,
    staleTime: 0,
    refetchInterval: 20_000,
    placeholderData: keepPreviousData,
  })

export type OrderKind = 'venue' | 'zero' | undefined
export type OrderFilter = {
  kind: OrderKind
  status: OrderAnswer['status'] | undefined
  keyword: string | undefined
  page: number
  pageSize: number
}

/** Everything about a member's orders begins with this: what changes one of them makes all of it old. */
const ordersKey = ['orders'] as const

export const ordersQuery = (api: ApiClient, filter: OrderFilter) =>
  queryOptions({
    queryKey: [...ordersKey, 'list', filter],
    queryFn: () => api.post<OrderListAnswer>('/api/Order/List', filter),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })

export const orderQuery = (api: ApiClient, orderNo: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'one', orderNo],
    queryFn: () => api.get<OrderAnswer>(`/api/Order/${encodeURIComponent(orderNo)}`),
    staleTime: 5000,
  })

export const upcomingQuery = (api: ApiClient) =>
  queryOptions({ queryKey: [...ordersKey, 'upcoming'], queryFn: () => api.get<UpcomingAnswer>('/api/Order/Upcoming'), staleTime: 5000 })

export type Asked = { ref: string } | { orderNo: string }

export const resultQuery = (api: ApiClient, asked: Asked) =>
  queryOptions({
    queryKey: [...ordersKey, 'result', asked],
    queryFn: () => api.get<ResultAnswer>('/api/Payment/Result', { query: asked }),
    staleTime: 1000,
  })

export function useOrdersChanged(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ordersKey })
}
