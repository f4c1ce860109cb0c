import type { ApiClient } from '#client/api-client.ts'
import type { FeedAnswer, TicketAnswer } from '#modules/attendance/wire.ts'
import { queryOptions } from '@tanstack/react-query'

/** Polled, because it shows when somebody was checked in. */
export const ticketQuery = (api: ApiClient, orderNo: string) =>
  queryOptions({
    queryKey: ['orders', 'ticket', orderNo],
    queryFn: () => api.get<TicketAnswer>(`/api/Order/Ticket/${encodeURIComponent(orderNo)}`),
    staleTime: 5000,
    refetchInterval: 20_000,
  })

export const feedQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['calendar-feed'], queryFn: () => api.get<FeedAnswer>('/api/Calendar/Feed'), staleTime: 30_000 })
