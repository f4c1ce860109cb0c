import type { ApiClient } from '#client/api-client.ts'
import type { ReportAnswer, SubscriptionAnswer } from '#modules/insight/wire.ts'
import { queryOptions } from '@tanstack/react-query'

export const reportQuery = (api: ApiClient, month: string | undefined) =>
  queryOptions({
    queryKey: ['staff-report', month ?? 'last'],
    queryFn: () => api.get<ReportAnswer>('/api/Staff/Insight/Report', { query: { month }, silent: true }),
    staleTime: 60_000,
    retry: false,
  })

export const subscriptionKey = ['staff-report-subscription'] as const

export const subscriptionQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: subscriptionKey,
    queryFn: () => api.get<SubscriptionAnswer>('/api/Staff/Insight/Subscription', { silent: true }),
    retry: false,
  })
