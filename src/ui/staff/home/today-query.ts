import type { ApiClient } from '#client/api-client.ts'
import type { TodayAnswer } from '#modules/desk/today-wire.ts'
import { queryOptions } from '@tanstack/react-query'

export const todayKey = ['staff-today'] as const

/** Asked again every half minute: people become late and holds lapse without anybody's action. */
export const todayQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: todayKey,
    queryFn: () => api.get<TodayAnswer>('/api/Staff/Today', { silent: true }),
    staleTime: 2000,
    refetchInterval: 30_000,
  })
