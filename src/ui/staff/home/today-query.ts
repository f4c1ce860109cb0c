import type { ApiClient } from '#client/api-client.ts'
import type { TodayAnswer } from '#modules/desk/today-wire.ts'
import { queryOptions } from '@tanstack/react-query'

export const todayKey = ['staff-today'] as const

/** The figures of the Today screen. Read again every 30 seconds, because bookings become late and unpaid orders lapse by the clock, and no live notice tells of that. */
export const todayQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: todayKey,
    queryFn: () => api.get<TodayAnswer>('/api/Staff/Today', { silent: true }),
    staleTime: 2000,
    refetchInterval: 30_000,
  })
