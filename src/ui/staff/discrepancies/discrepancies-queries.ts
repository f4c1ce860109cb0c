import type { ApiClient } from '#client/api-client.ts'
import type { ListAnswer } from '#modules/discrepancies/staff-wire.ts'
import type { DiscrepanciesSearch } from './discrepancies-search.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

export const discrepanciesKey = ['staff-discrepancies'] as const

export const discrepanciesQuery = (api: ApiClient, { show, page = '1' }: DiscrepanciesSearch) =>
  queryOptions({
    queryKey: [...discrepanciesKey, show, page],
    queryFn: () =>
      api.get<ListAnswer>('/api/Staff/Discrepancy/List', { query: { show: show ?? 'open', page, pageSize: 50 }, silent: true }),
    placeholderData: keepPreviousData,
    staleTime: 2000,
    retry: false,
  })
