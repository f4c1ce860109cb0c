import type { ApiClient } from '#client/api-client.ts'
import type { ListAnswer } from '#modules/discrepancies/staff-wire.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

export const discrepanciesKey = ['staff-discrepancies'] as const

export const discrepanciesQuery = (api: ApiClient, show: 'settled' | undefined) =>
  queryOptions({
    queryKey: [...discrepanciesKey, show],
    queryFn: () => api.get<ListAnswer>('/api/Staff/Discrepancy/List', { query: { show: show ?? 'open' }, silent: true }),
    placeholderData: keepPreviousData,
    staleTime: 2000,
    retry: false,
  })
