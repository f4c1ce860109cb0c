import type { ApiClient } from '#client/api-client.ts'
import type { TillListAnswer } from '#modules/tills/wire.ts'
import { queryOptions } from '@tanstack/react-query'

export const tillsKey = ['staff-tills'] as const

/** Tills that are open, and the last ones: for the till's own screen, the counter and the frame of the console. */
export const tillsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...tillsKey, 'list'],
    queryFn: () => api.get<TillListAnswer>('/api/Staff/Till/List'),
    staleTime: 5000,
  })
