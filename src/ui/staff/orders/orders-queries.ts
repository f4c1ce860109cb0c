import type { ApiClient } from '#client/api-client.ts'
import type { OrderStoryAnswer, StaffOrderListAnswer } from '#modules/desk/orders-wire.ts'
import { ordersKey } from '#ui/staff/kit/use-order-call.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { OrdersSearch } from './orders-search.ts'

export const ordersQuery = (api: ApiClient, { order: _, ...filter }: OrdersSearch) =>
  queryOptions({
    queryKey: [...ordersKey, 'list', filter],
    queryFn: () => api.get<StaffOrderListAnswer>('/api/Staff/Order/List', { query: filter, silent: true }),
    placeholderData: keepPreviousData,
    staleTime: 2000,
    retry: false,
  })

/** A message waits to be sent, or a sum that is owed has no refund yet: jobs do that within seconds, and announce neither to the desk. */
function awaitsJob({ story, owed, refunds }: OrderStoryAnswer): boolean {
  const onItsWay = refunds.reduce((sum, { amount, status }) => sum + (status === 'refunded' ? 0 : amount), 0)
  return owed > onItsWay || story.some(({ message }) => message?.status === 'queued' || message?.status === 'sending')
}

export const storyQuery = (api: ApiClient, orderNo: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'story', orderNo],
    queryFn: () => api.get<OrderStoryAnswer>(`/api/Staff/Order/${orderNo}`, { silent: true }),
    staleTime: 2000,
    refetchInterval: ({ state: { data } }) => (data && awaitsJob(data) ? 2000 : 60_000),
    retry: false,
  })
