import type { ApiClient } from '#client/api-client.ts'
import type { InsightAnswer } from '#modules/insight/wire.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { InsightSearch } from './insight-search.ts'

export const insightKey = ['staff-insight'] as const

export const insightQuery = (api: ApiClient, search: InsightSearch) =>
  queryOptions({
    queryKey: [...insightKey, search],
    queryFn: () => api.get<InsightAnswer>('/api/Staff/Insight', { query: search, silent: true }),
    placeholderData: keepPreviousData,
    // Today is counted as it is now; past days hardly change.
    staleTime: 60_000,
    retry: false,
  })
