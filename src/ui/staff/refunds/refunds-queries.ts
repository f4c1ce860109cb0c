import type { ApiClient } from '#client/api-client.ts'
import type { BatchListAnswer, RefundQueueAnswer, RefundSearchAnswer, RefundStoryAnswer } from '#modules/refunds/office-wire.ts'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { waitingKey } from '#ui/staff/kit/waiting.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { refundFilters, type RefundsSearch } from './refunds-search.ts'

export const refundsKey = ['staff-refunds'] as const

const options = { staleTime: 2000, refetchInterval: 60_000, retry: false } as const

export const refundQueueQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...refundsKey, 'queue'],
    queryFn: () => api.get<RefundQueueAnswer>('/api/Staff/Refund/Queue', { silent: true }),
    ...options,
  })

export const readyTransfersQuery = (api: ApiClient, person?: string) =>
  queryOptions({
    queryKey: [...refundsKey, 'ready', person],
    queryFn: () => api.get<RefundQueueAnswer>('/api/Staff/Refund/Ready', { query: person ? { person } : {}, silent: true }),
    ...options,
  })

export const batchesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...refundsKey, 'batches'],
    queryFn: () => api.get<BatchListAnswer>('/api/Staff/Refund/Batches', { silent: true }),
    ...options,
  })

export const refundSearchQuery = (api: ApiClient, search: RefundsSearch) => {
  const query = { ...refundFilters(search), ...(search.after && { after: search.after }) }
  return queryOptions({
    queryKey: [...refundsKey, 'search', query],
    queryFn: () => api.get<RefundSearchAnswer>('/api/Staff/Refund/Search', { query, silent: true }),
    placeholderData: keepPreviousData,
    ...options,
  })
}

export const refundStoryQuery = (api: ApiClient, refundNo: string) =>
  queryOptions({
    queryKey: [...refundsKey, 'story', refundNo],
    queryFn: () => api.get<RefundStoryAnswer>(`/api/Staff/Refund/Story/${refundNo}`, { silent: true }),
    ...options,
  })

/** Calls about refunds. */
export const useRefundCall = () => useStaffCall([refundsKey, waitingKey])
